import { sql } from "drizzle-orm";
import { type Context, inTransaction } from "@/core/context";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "@/db/bulk-load";
import { queryRows } from "@/db/query";
import { createRandom } from "../random";
import { insertPlannedClaims, insertPlannedCodes, planCodes } from "./codes";
import { insertPlannedLeads, planLeads } from "./leads";
import { planBatches } from "./plan";
import { insertPlannedEvents, insertPlannedSends, planSends } from "./sends";

/** How many messages each send has. */
const messagesPerSend = 10_000;

type FillStep = [says: string, run: (ctx: Context) => Promise<unknown>];

/**
 * Adds a million leads, a million codes, half a million claims and some sends of 10,000 messages to a project, with set-based statements
 * in one transaction. `scale` reduces all amounts, and `log` is called after each step. Does nothing and returns false if the project
 * is already filled.
 */
export async function fillLargeProject(ctx: Context, scale = 1, log: (line: string) => void = () => {}): Promise<boolean> {
  const isFilled = await inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [row] = await queryRows<{ leads: number }>(
      db,
      sql`select count(*)::int as leads from (select from leads where project_id = ${projectId} limit 1000) as counted`,
    );
    if ((row?.leads ?? 0) >= 1000) return false;
    await db.execute(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true),
      set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true), set_config('temp_buffers', '64MB', true)`);
    for (const [title, run] of fillSteps(scale)) {
      const startedAt = performance.now();
      await run(inner);
      log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
    return true;
  });
  // List queries need current statistics, and index-only scans need an up-to-date visibility map.
  if (isFilled) await ctx.db.execute(sql`vacuum analyze`);
  return isFilled;
}

function fillSteps(scale: number): FillStep[] {
  const random = createRandom(7);
  let definitions: string[] = [];
  return [
    ["Plan leads", (ctx) => planLeads(ctx, random, scale)],
    ["Plan codes and claims", (ctx) => planCodes(ctx, planBatches(random, scale), scale)],
    ["Plan sends", (ctx) => planSends(ctx, Math.ceil(messagesPerSend * scale))],
    [
      "Drop indexes",
      async (ctx) => (definitions = await dropIndexesAndForeignKeys(ctx.db, ["leads", "codes", "claims", "deliveries", "events"])),
    ],
    ["Insert leads", insertPlannedLeads],
    ["Insert codes", insertPlannedCodes],
    ["Insert claims", insertPlannedClaims],
    ["Insert sends", insertPlannedSends],
    ["Insert events", insertPlannedEvents],
    ["Recreate indexes", ({ db }) => recreateIndexesAndForeignKeys(db, definitions)],
  ];
}
