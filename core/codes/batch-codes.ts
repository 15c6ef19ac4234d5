import { type SQL, sql } from "drizzle-orm";
import type { AnyCodeType } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import type { BatchPreview } from "@/contract/send-preview";
import { queryRows, type RowOf } from "@/db/query";
import type { batches, codes } from "@/db/schema";
import { codeFilterFlags } from "@/db/schema/codes";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { isClaimByNewLead } from "../events/stored-events";
import { isInviteCode } from "../invite-codes/conditions";
import type { SendMessage } from "../sends/queue-send";
import { wasCodeSent } from "../sends/record";
import { countRows, joinAnd } from "../sql";
import { isHeldSql } from "./holds";
import { storedType } from "./record";
import { isSendable } from "./rules";

/** A batch whose codes are handed out, one to each lead. Times are ISO 8601 in UTC. */
export type CodeBatch = {
  id: string;
  name: string;
  type: AnyCodeType;
  codeCount: number;
  allowedClaims: number;
  validFrom: string | null;
  validUntil: string | null;
  paused: boolean;
  /** Whether some people can't claim its codes. */
  isRestricted: boolean;
} & Pick<RowOf<typeof batches>, "redemption_url" | "redemption_instructions">;

type BatchRow = RowOf<
  typeof batches,
  | "id"
  | "name"
  | "type"
  | "code_count"
  | "allowed_claims"
  | "valid_from"
  | "valid_until"
  | "paused_at"
  | "redemption_url"
  | "redemption_instructions"
  | "allowed_domains"
  | "once_per_batch"
>;

/** Returns a batch, or null if it doesn't exist. */
export async function findCodeBatch({ db, projectId }: Context, id: string): Promise<CodeBatch | null> {
  const [row] = await queryRows<BatchRow>(
    db,
    sql`select id, name, type, code_count, allowed_claims, valid_from, valid_until, paused_at, redemption_url, redemption_instructions, allowed_domains, once_per_batch from batches where project_id = ${projectId} and id = ${id}`,
  );
  if (!row) return null;
  const { name, type, code_count: codeCount, allowed_claims: allowedClaims, redemption_url, redemption_instructions } = row;
  return {
    id: row.id,
    name,
    type,
    codeCount,
    allowedClaims,
    redemption_url,
    redemption_instructions,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    paused: row.paused_at !== null,
    isRestricted: row.allowed_domains !== null || row.once_per_batch !== null,
  };
}

/** Returns a batch. Throws `batch_not_found`. */
export async function getCodeBatch(ctx: Context, id: string): Promise<CodeBatch> {
  const batch = await findCodeBatch(ctx, id);
  if (!batch) throw new ApiError("batch_not_found");
  return batch;
}

/** Whether a code `c` was given to a person, who didn't give it back: sent, claimed, the code of an invitation, theirs to pass on, or on hold for them. */
export const isHandedOut: SQL = sql`(
    exists (select from lead_invitations i where i.project_id = c.project_id and i.code_key = c.key and i.code_returned_at is null)
    or exists (select from invite_codes v where ${isInviteCode})
    or ${wasCodeSent}
    or exists (select from events e where e.project_id = c.project_id and e.code_key = c.key and (e.kind = 'code.claimed' or ${isClaimByNewLead(sql`e.kind`)}))
    or exists (select from deliveries d where d.project_id = c.project_id and d.code_key = c.key and d.status <> 'canceled' and not exists (
      select from lead_invitations i where i.project_id = d.project_id and i.code_key = d.code_key and i.email = d.email and i.code_returned_at >= d.created_at))
    or ${isHeldSql})`;

/** The conditions that a code `c` of a batch can be handed out. */
const canBeHandedOut = ({ projectId }: Context, { id, type }: Pick<CodeBatch, "id" | "type">): SQL =>
  joinAnd([
    sql`c.project_id = ${projectId}`,
    sql`c.batch_id = ${id}`,
    // Not paused, exhausted or reserved. The index on it skips the codes that were handed out before.
    sql`c.filter_flags = ${codeFilterFlags.type * codeTypes.indexOf(storedType(type))}::smallint`,
    sql`c.claims = 0`,
    isSendable,
    sql`not ${isHandedOut}`,
  ]);

/** Counts the codes of a batch that can be handed out. */
export const countCodesLeft = (ctx: Context, batch: CodeBatch, maxCount?: number): Promise<number> =>
  countRows(ctx.db, sql`codes c`, [canBeHandedOut(ctx, batch)], maxCount);

/** Describes a batch of which `left` codes can be handed out to `recipients` leads. */
export const describeCodesLeft = ({ id, name, codeCount: codes, paused }: CodeBatch, left: number, recipients: number): BatchPreview => ({
  id,
  name,
  codes,
  left,
  paused,
  withoutCode: Math.max(0, recipients - left),
});

/** Returns the text of the code that is handed out next, or null if none is left. */
export async function findNextCode(ctx: Context, batch: CodeBatch): Promise<string | null> {
  const [code] = await queryRows<RowOf<typeof codes, "text">>(
    ctx.db,
    sql`select c.text from codes c where ${canBeHandedOut(ctx, batch)} order by c.batch_index limit 1`,
  );
  return code?.text ?? null;
}

/**
 * Takes a code of the batch for each lead, in order, and reserves it for them in the caller's transaction. Leads get none if too few are left.
 * Skips codes that others have locked, so that no two get the same, and that no one waits.
 */
export async function takeCodes(ctx: Context, batch: CodeBatch, emails: readonly string[]): Promise<SendMessage[]> {
  const { db, projectId } = ctx;
  const messages: SendMessage[] = [];
  for (;;) {
    const waiting = emails.slice(messages.length);
    if (waiting.length === 0) return messages;
    const locked = await queryRows<RowOf<typeof codes, "key">>(
      db,
      sql`select c.key from codes c where ${canBeHandedOut(ctx, batch)} order by c.batch_index limit ${waiting.length} for update of c skip locked`,
    );
    if (locked.length === 0) return messages;
    // Checks again, because a code can have been sent between the start of the first statement and its lock.
    const free = await queryRows<RowOf<typeof codes, "key" | "text">>(
      db,
      sql`select c.key, c.text from codes c where c.key in (select item from jsonb_array_elements_text(${JSON.stringify(locked.map(({ key }) => key))}::jsonb) as item)
        and ${canBeHandedOut(ctx, batch)} order by c.batch_index`,
    );
    const taken = free.map(({ key, text }, index): SendMessage => ({ email: waiting[index] ?? "", codeKey: key, codeText: text }));
    await db.execute(
      sql`update codes c set reserved_for = message ->> 'email', updated_at = now() from jsonb_array_elements(${JSON.stringify(taken)}::jsonb) as message
        where c.project_id = ${projectId} and c.key = message ->> 'codeKey'`,
    );
    messages.push(...taken);
  }
}
