import { sql } from "drizzle-orm";
import type { Context } from "../context";
import { lock } from "../locks";

/**
 * Lets transactions that invite leads take turns, so that no one is invited by two of them at once. Called before codes and leads are locked.
 */
export async function lockInvitations({ db, projectId }: Context): Promise<void> {
  await db.execute(sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '120s', true)`);
  await lock(db, "invitations", projectId);
}
