import type { Context } from "@/core/context";
import { getDefaultProjectId } from "@/core/projects/record";
import { getServices } from "./services";

/** Returns a context with the database and the job queue of this process. */
export function createContext(caller: Pick<Context, "projectId" | "actor" | "requestId">): Context {
  const { connection, queue } = getServices();
  return { db: connection.db, queue, rateLimitReports: [], ...caller };
}

/** Returns a context for the system actor in the default project. */
export async function getSystemContext(): Promise<Context> {
  const projectId = await getDefaultProjectId(getServices().connection.db);
  return createContext({ projectId, actor: { kind: "system", id: null }, requestId: null });
}
