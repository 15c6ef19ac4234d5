import type { DatabaseWork } from "@/contract/endpoint";
import type { Context } from "@/core/context";
import { getDefaultProjectId } from "@/core/projects/record";
import type { Database } from "@/db/client";
import { getServices } from "./services";

type RequestCaller = Pick<Context, "projectId" | "actor" | "requestId">;

/** Returns a context with the database and the job queue of this process. `work` decides which connections it uses. */
export function createContext(caller: RequestCaller, work: DatabaseWork = "customer"): Context {
  return { db: databaseFor(caller, work), queue: getServices().queue, rateLimitReports: [], ...caller };
}

function databaseFor({ projectId, actor }: RequestCaller, work: DatabaseWork): Database {
  const { connection, changes, reads } = getServices();
  if (work === "read") return reads?.forCaller(`${projectId} ${actor.id ?? actor.kind}`) ?? connection.db;
  return (work === "change" ? changes : undefined) ?? connection.db;
}

/** Returns a context for the system actor in the default project. */
export async function getSystemContext(): Promise<Context> {
  const projectId = await getDefaultProjectId(getServices().connection.db);
  return createContext({ projectId, actor: { kind: "system", id: null }, requestId: null });
}
