import { type SQL, sql } from "drizzle-orm";

/** The condition that an API key is active. */
export const isActiveKey: SQL = sql`revoked_at is null and (expires_at is null or expires_at > now())`;
