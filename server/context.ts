import "server-only";
import type { Context } from "@/core/context";
import { firstProject } from "@/core/projects/only";
import { services } from "./services";

/** The service acting for itself in the first project, where nobody is signed in yet. */
export async function systemContext(): Promise<Context> {
  const { connection, jobs } = services();
  const projectId = await firstProject(connection.db);
  return { db: connection.db, jobs, projectId, actor: { kind: "system", id: null }, requestId: null };
}
