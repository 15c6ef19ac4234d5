import { type SQL, sql } from "drizzle-orm";

// An invite code names the batch of its code. A code that was deleted leaves its key to another one, which isn't the lead's.

/** Whether an invite code `v` is a code `c`. */
export const isInviteCode: SQL = sql`v.project_id = c.project_id and v.code_key = c.key and v.batch_id = c.batch_id`;

/** Whether a claim `k` is one of an invite code `v`. */
export const isInviteClaim: SQL = sql`v.project_id = k.project_id and v.code_key = k.code_key and v.batch_id = k.batch_id`;
