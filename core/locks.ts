import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows } from "@/db/query";

// Advisory locks, which end with the transaction.

/** What an advisory lock is for. */
type LockKind =
  | "codes"
  | "deletion"
  | "idempotency key"
  | "import"
  | "invitations"
  | "job"
  | "referrals"
  | "stat"
  | "waitlist moves"
  | "waitlist places"
  | "waitlist recount"
  | "waves"
  | "webhook deliveries";

const lockKey = (kind: LockKind, parts: readonly (string | number)[]): SQL => sql`hashtextextended(${JSON.stringify([kind, ...parts])}, 0)`;

/** Lets the statements of the caller's transaction wait up to a minute for locks, and take up to two minutes. */
export const allowLongWaits = (db: Database): Promise<unknown> =>
  db.execute(sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '120s', true)`);

/** Waits for a lock. `parts` say which of its kind. */
export const lock = (db: Database, kind: LockKind, ...parts: readonly (string | number)[]): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock(${lockKey(kind, parts)})`);

/** Waits for a lock that others can hold at the same time. Only `lock` waits for all of them. */
export const lockShared = (db: Database, kind: LockKind, ...parts: readonly (string | number)[]): Promise<unknown> =>
  db.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(kind, parts)})`);

/** Like `lock`, but returns false if another transaction holds the lock. */
export async function tryLock(db: Database, kind: LockKind, ...parts: readonly (string | number)[]): Promise<boolean> {
  const [row] = await queryRows<{ acquired: boolean }>(db, sql`select pg_try_advisory_xact_lock(${lockKey(kind, parts)}) as acquired`);
  return row?.acquired ?? false;
}
