import { type SQL, sql } from "drizzle-orm";

/** Whether a key works: of `keys`, under whatever name a statement gives it. */
export const isAlive: SQL = sql`revoked_at is null and (expires_at is null or expires_at > now())`;
