import { availableParallelism } from "node:os";
import { type Availability, watchAvailability } from "@/db/availability";
import { type Connection, openDatabase } from "@/db/client";
import { loadAmbiguousCodeKeys } from "@/db/code-keys";
import { type JobQueue, openJobQueue } from "@/db/queue";
import { withoutRequestLimit } from "@/db/request-limit";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

type Services = { connection: Connection; queue: JobQueue; availability: Availability };

/**
 * The database connections of a web process: two for each core and one more. The first statements on a connection take far longer, so that ten
 * on two cores slow down a server that just started.
 */
const maxConnections = Math.min(Math.max(2 * availableParallelism() + 1, 5), 10);

// Next can load this module once per bundle, but the pools belong to the process.
const globals = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** Returns the database pool and the job queue of this process, and opens them on the first call. */
export function getServices(): Services {
  globals.gatehouseServices ??= withoutRequestLimit(openServices);
  return globals.gatehouseServices;
}

function openServices(): Services {
  const url = env().DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set; `npm start` sets it for the embedded database");
  const connection = openDatabase(url, { max: maxConnections, name: "gatehouse web" });
  return {
    connection,
    queue: openJobQueue(url, (error) => log.error({ err: error }, "job queue error")),
    availability: watchAvailability(connection.db, () => loadAmbiguousCodeKeys(connection.db)),
  };
}
