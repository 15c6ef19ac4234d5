import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { answerLifeHours } from "./idempotency";

/** Rows that one statement removes: few enough for any statement timeout, however much has piled up. */
const atOnce = 2000;

const runOut: readonly { table: SQL; when: SQL }[] = [
  { table: sql`claim_tokens`, when: sql`expires_at < now() - interval '1 hour'` },
  { table: sql`idempotent_answers`, when: sql`created_at < now() - make_interval(hours => ${answerLifeHours})` },
  { table: sql`budget_windows`, when: sql`ends_at < now()` },
];

/** Removes what has run out: tokens, stored answers and budget windows. */
export async function tidy(db: Database): Promise<void> {
  for (const { table, when } of runOut) {
    for (let removed = atOnce; removed === atOnce; ) {
      removed = (await db.execute(sql`delete from ${table} where ctid in (select ctid from ${table} where ${when} limit ${atOnce})`)).count;
    }
  }
}
