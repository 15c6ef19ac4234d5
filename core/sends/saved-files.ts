import { access } from "node:fs/promises";
import path from "node:path";
import { and, eq, sql } from "drizzle-orm";
import type { SavedFileReply } from "@/contract/messages";
import { queryRows } from "@/db/query";
import { deliveries } from "@/db/schema";
import { env } from "@/lib/env";
import type { Context } from "../context";

/** Returns the folder where a worker on this machine saves emails without a mail server. */
export const outboxFolder = (): string => path.resolve(env().DATA_DIR, "outbox");

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Returns the file of a saved email, if it is on this machine. */
export async function getSavedFile({ db, projectId }: Context, id: string): Promise<SavedFileReply> {
  const [delivery] = await db
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(and(eq(deliveries.projectId, projectId), eq(deliveries.id, id)));
  const file = path.join(outboxFolder(), `${id}.eml`);
  return { file: delivery?.status === "saved_to_file" && (await exists(file)) ? file : null };
}

/** How many of the newest saved emails of a send are looked up. */
const checkedFiles = 20;

/** Whether the files of the newest saved emails of a send are on this machine. */
export async function findSavedFiles({ db, projectId }: Context, send: string): Promise<"all" | "some" | "none"> {
  const saved = await queryRows<{ id: string }>(
    db,
    sql`select d.id from deliveries d where d.project_id = ${projectId} and d.status = 'saved_to_file' and d.send_id = ${send} order by d.email desc limit ${checkedFiles}`,
  );
  const found = await Promise.all(saved.map(({ id }) => exists(path.join(outboxFolder(), `${id}.eml`))));
  if (found.every(Boolean)) return "all";
  return found.some(Boolean) ? "some" : "none";
}
