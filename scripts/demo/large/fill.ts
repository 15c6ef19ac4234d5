import { sql } from "drizzle-orm";
import { type Context, inTransaction } from "@/core/context";
import { queryRows } from "@/db/query";
import { seeded } from "../random";
import { dropIndexesAndForeignKeys, recreateIndexesAndForeignKeys } from "./bulk-load";
import { makeClaims, makeCodes, noteCodes } from "./codes";
import { makeLeads, noteComers } from "./leads";
import { planned } from "./plan";
import { makeEvents, makeSends, noteSends } from "./sends";

/** How many messages a send of the large sample has. */
const messages = 10_000;

type Step = [says: string, run: (ctx: Context) => Promise<unknown>];

/**
 * Adds to a project a sample at size: a million leads, a million codes, half a million claims, and some sends of 10,000 messages, in one
 * transaction and by statements over whole sets. `scale` makes all of it smaller; `say` is told each step. A project that holds it is left
 * as it is; answers whether it was filled.
 */
export async function fillLarge(ctx: Context, scale = 1, say: (line: string) => void = () => {}): Promise<boolean> {
  const filled = await inTransaction(ctx, async (inner) => {
    const { db, projectId } = inner;
    const [found] = await queryRows<{ leads: number }>(
      db,
      sql`select count(*)::int as leads from (select from leads where project_id = ${projectId} limit 1000) as counted`,
    );
    if ((found?.leads ?? 0) >= 1000) return false;
    await db.execute(sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '60s', true),
      set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true), set_config('temp_buffers', '64MB', true)`);
    for (const [says, run] of steps(scale)) {
      const began = performance.now();
      await run(inner);
      say(`${says}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
    }
    return true;
  });
  // Lists are planned by what is known of the rows, and read indexes alone where pages are known to be visible.
  if (filled) await ctx.db.execute(sql`vacuum analyze`);
  return filled;
}

function steps(scale: number): Step[] {
  const random = seeded(7);
  let aside: string[] = [];
  return [
    ["Drawing people", (ctx) => noteComers(ctx, random, scale)],
    ["Drawing codes and who claims them", (ctx) => noteCodes(ctx, planned(random, scale), scale)],
    ["Drawing sends", (ctx) => noteSends(ctx, Math.ceil(messages * scale))],
    [
      "Setting indexes aside",
      async (ctx) => (aside = await dropIndexesAndForeignKeys(ctx.db, ["leads", "codes", "claims", "deliveries", "events"])),
    ],
    ["Leads", makeLeads],
    ["Codes", makeCodes],
    ["Claims", makeClaims],
    ["Sends", makeSends],
    ["Activity", makeEvents],
    ["Indexes", ({ db }) => recreateIndexesAndForeignKeys(db, aside)],
  ];
}
