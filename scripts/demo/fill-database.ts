import { sql } from "drizzle-orm";
import type { Context } from "@/core/context";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { openJobQueue } from "@/db/queue";
import { fillDemoProject } from "./fill";
import { fillLargeProject } from "./large/fill";

/** Fills the first project of the database with demo data. Returns false if it has leads already. */
export const fillDemo = (url: string): Promise<boolean> =>
  runInFirstProject(url, ({ db, queue, projectId }) => fillDemoProject(db, queue, projectId));

/** Like `fillDemo`, and adds a million leads and codes. `log` is called after each step, because it takes minutes. */
export async function fillLargeDemo(url: string, log: (line: string) => void): Promise<boolean> {
  await fillDemo(url);
  return runInFirstProject(url, async (ctx) => fillLargeProject({ ...ctx, actor: { kind: "staff", id: await getOwnerId(ctx) } }, 1, log));
}

async function runInFirstProject(url: string, run: (ctx: Context) => Promise<boolean>): Promise<boolean> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse demo", withoutTimeouts: true });
  const queue = openJobQueue(url, () => {});
  try {
    const [project] = await queryRows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    return project !== undefined && (await run({ db, queue, projectId: project.id, actor: { kind: "system", id: null }, requestId: null }));
  } finally {
    await queue.close();
    await close();
  }
}

async function getOwnerId({ db, projectId }: Context): Promise<string> {
  const [owner] = await queryRows<{ id: string }>(
    db,
    sql`select id from staff where project_id = ${projectId} and role = 'owner' order by id limit 1`,
  );
  if (!owner) throw new Error("The demo project has no owner");
  return owner.id;
}
