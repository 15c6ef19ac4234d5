import { availableParallelism } from "node:os";
import { type Availability, watchAvailability } from "@/db/availability";
import { type Connection, createDatabase, type Database, openDatabase } from "@/db/client";
import { loadAmbiguousCodeKeys } from "@/db/code-keys";
import { type JobQueue, openJobQueue } from "@/db/queue";
import { openReadPool, type ReadPool } from "@/db/read-pool";
import { withoutRequestLimit } from "@/db/request-limit";
import { limitConcurrency } from "@/lib/concurrency";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

type Services = {
  /** The pool of claims, sign-ups and sign-ins, and of what runs before it is known what a request is. */
  connection: Connection;
  queue: JobQueue;
  availability: Availability;
  /** The same pool for what staff and secret keys change, which leaves connections to customers. Without it, they use `connection`. */
  changes?: Database;
  /** The pool for what staff and secret keys read. Without it, they use `connection`. */
  reads?: ReadPool;
};

/**
 * The database connections of a web process: two for each core and one more. The first statements on a connection take far longer, so that ten
 * on two cores slow down a server that just started.
 */
const maxConnections = Math.min(Math.max(2 * availableParallelism() + 1, 5), 10);

// Next can load this module once per bundle, but the pools belong to the process.
const globals = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** How many of these connections changes by staff and secret keys never take. */
const customerConnections = 2;

/** Returns the database pools and the job queue of this process, and opens them on the first call. */
export function getServices(): Services {
  globals.gatehouseServices ??= withoutRequestLimit(openServices);
  return globals.gatehouseServices;
}

function openServices(): Services {
  const url = env().DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set; `npm start` sets it for the embedded database");
  const pools = openPools(url);
  const { connection } = pools;
  return {
    ...pools,
    queue: openJobQueue(url, (error) => log.error({ err: error }, "job queue error")),
    availability: watchAvailability(connection.db, () => loadAmbiguousCodeKeys(connection.db)),
  };
}

/** Opens the database pools of a web process. */
export function openPools(url: string): Required<Pick<Services, "connection" | "changes" | "reads">> {
  const connection = openDatabase(url, { max: maxConnections, name: "gatehouse web" });
  const inTurn = limitConcurrency(maxConnections - customerConnections);
  return { connection, changes: createDatabase(connection.sql, (run) => inTurn("", run)), reads: openReadPool(url) };
}
