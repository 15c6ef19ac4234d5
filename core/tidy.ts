import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { answerLifeHours } from "./idempotency";

/** Removes what has run out: tokens, stored answers and budget windows. */
export async function tidy(db: Database): Promise<void> {
  await db.execute(sql`delete from claim_tokens where expires_at < now() - interval '1 hour'`);
  await db.execute(sql`delete from idempotent_answers where created_at < now() - make_interval(hours => ${answerLifeHours})`);
  await db.execute(sql`delete from budget_windows where ends_at < now()`);
}
