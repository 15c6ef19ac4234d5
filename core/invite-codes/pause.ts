import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { itemsIn } from "../sql";

/** Pauses the codes of leads who are about to be deleted that they could still pass on. Returns those that weren't paused. The caller has locked them. */
export const pauseInviteCodes = ({ db, projectId }: Context, emails: readonly string[]): Promise<{ key: string; text: string }[]> =>
  queryRows(
    db,
    sql`update codes c set paused_at = now(), updated_at = now() from invite_codes v
      where v.project_id = ${projectId} and v.email in ${itemsIn(emails)} and c.project_id = v.project_id and c.key = v.code_key
        and c.batch_id = v.batch_id and c.paused_at is null and c.claims < c.allowed_claims
      returning c.key, c.text`,
  );
