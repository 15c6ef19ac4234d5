import "server-only";
import { type Connection, openDatabase } from "@/db/client";
import { type Jobs, openJobs } from "@/db/queue";
import { type Reach, watchReach } from "@/db/reach";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

type Services = { connection: Connection; jobs: Jobs; reach: Reach };

// Next may load this module once for every bundle; the pools belong to the process.
const home = globalThis as typeof globalThis & { gatehouseServices?: Services };

/** The database pool and the job queue of this process, opened when first asked for. */
export function services(): Services {
  home.gatehouseServices ??= open();
  return home.gatehouseServices;
}

function open(): Services {
  const url = env().DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set; `npm start` sets it for the embedded database");
  const connection = openDatabase(url, { name: "gatehouse web" });
  return { connection, jobs: openJobs(url, (error) => log.error({ err: error }, "the job queue")), reach: watchReach(connection.db) };
}
