import type { Context } from "@/core/context";
import { getDefaultProjectId } from "@/core/projects/record";
import { getServices } from "./services";

/** Returns a context for the system actor in the default project. */
export async function getSystemContext(): Promise<Context> {
  const { connection, queue } = getServices();
  const projectId = await getDefaultProjectId(connection.db);
  return { db: connection.db, queue, projectId, actor: { kind: "system", id: null }, requestId: null };
}
