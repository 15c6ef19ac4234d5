import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { openJobQueue } from "@/db/queue";
import { fill } from "./fill";
import { fillLarge } from "./large/fill";

/** Fills the first project of the database at `url` with the sample, unless it holds leads already; answers whether it did. */
export const fillDemo = (url: string): Promise<boolean> => inFirstProject(url, ({ db, queue, projectId }) => fill(db, queue, projectId));

/** As `fillDemo`, and adds a sample at size; `say` is told each step, since it takes minutes. */
export async function fillLargeDemo(url: string, say: (line: string) => void): Promise<boolean> {
  await fillDemo(url);
  return inFirstProject(url, async (ctx) => fillLarge({ ...ctx, actor: { kind: "staff", id: await ownerOf(ctx) } }, 1, say));
}

async function inFirstProject(url: string, work: (ctx: Context) => Promise<boolean>): Promise<boolean> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse demo", withoutTimeouts: true });
  const queue = openJobQueue(url, () => {});
  try {
    const [project] = await queryRows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    return (
      project !== undefined && (await work({ db, queue, projectId: project.id, actor: { kind: "system", id: null }, requestId: null }))
    );
  } finally {
    await queue.close();
    await close();
  }
}

async function ownerOf({ db, projectId }: Context): Promise<string> {
  const [owner] = await queryRows<{ id: string }>(
    db,
    sql`select id from staff where project_id = ${projectId} and role = 'owner' order by id limit 1`,
  );
  if (!owner) throw new Error("The sample project has no owner");
  return owner.id;
}
