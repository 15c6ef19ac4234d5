import { type SQL, sql } from "drizzle-orm";
import { sessionLife } from "@/contract/session";
import type { Database } from "@/db/client";
import { answerLifeHours } from "./idempotency";

/** Rows that one statement removes: few enough for any statement timeout, however much has piled up. */
const atOnce = 2000;

const runOut: readonly { table: SQL; when: SQL }[] = [
  { table: sql`claim_tokens`, when: sql`expires_at < now() - interval '1 hour'` },
  { table: sql`idempotent_answers`, when: sql`created_at < now() - make_interval(hours => ${answerLifeHours})` },
  { table: sql`budget_windows`, when: sql`ends_at < now()` },
  {
    table: sql`sessions`,
    when: sql`last_seen_at < now() - make_interval(hours => ${sessionLife.idleHours}) or created_at < now() - make_interval(days => ${sessionLife.mostDays})`,
  },
  { table: sql`tasks`, when: sql`ended_at < now() - interval '1 month'` },
  { table: sql`password_resets`, when: sql`expires_at < now()` },
  // For a while they are listed, so that they can be mailed again.
  { table: sql`invitations`, when: sql`expires_at < now() - interval '30 days'` },
];

/** Removes what has run out: tokens, stored answers, budget windows, sessions, tasks that ended, and the links of resets and invitations. */
export async function tidy(db: Database): Promise<void> {
  for (const { table, when } of runOut) {
    for (let removed = atOnce; removed === atOnce; ) {
      removed = (await db.execute(sql`delete from ${table} where ctid in (select ctid from ${table} where ${when} limit ${atOnce})`)).count;
    }
  }
}
