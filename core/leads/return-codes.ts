import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { leadInvitations } from "@/db/schema";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";

/** Why a code goes back to its batch. */
export type ReturnReason = "declined" | "lead_deleted" | "bounced" | "invitation_ended" | "canceled";

/** Whether a code `c`, reserved for `email`, was taken from an existing batch. It is returned, and not paused, if its invitation ends. */
export const isFromBatch = (email: SQL): SQL => sql`exists (select from lead_invitations own
  where own.project_id = c.project_id and own.code_key = c.key and own.email = ${email} and own.from_batch and own.code_returned_at is null)`;

/**
 * Gives the unclaimed codes of invitations `i` that meet `condition` back to the batches that they were taken from, so that other leads can
 * get them. The caller's transaction has locked the codes and leads. `isErased`: the events don't name the leads.
 */
export async function returnCodes(ctx: Context, condition: SQL, reason: ReturnReason, { isErased = false } = {}): Promise<void> {
  const { db, projectId } = ctx;
  const returned = await queryRows<RowOf<typeof leadInvitations, "code_key" | "code_text" | "email">>(
    db,
    sql`with released as (
        update codes c set reserved_for = null, updated_at = now() from lead_invitations i
        where i.project_id = ${projectId} and ${condition} and i.from_batch and i.code_returned_at is null
          and c.project_id = ${projectId} and c.key = i.code_key and c.reserved_for = i.email and c.claims = 0
        returning i.code_key, i.email
      )
      update lead_invitations i set code_returned_at = now(), remind_at = null from released r
      where i.project_id = ${projectId} and i.code_key = r.code_key and i.email = r.email
      returning i.code_key, i.code_text, i.email`,
  );
  await recordEvents(
    ctx,
    returned.map(({ code_key: key, code_text: text, email }) => ({
      kind: "code.returned",
      code: { key, text },
      ...(!isErased && { email }),
      data: { reason },
    })),
  );
}
