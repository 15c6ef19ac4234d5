import { and, eq, isNull, sql } from "drizzle-orm";
import { normalizeCode } from "@/contract/normalize";
import { claims, leadInvitations } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ifExists } from "../api-error";
import { countBatchCodes } from "../batches/record";
import { activeHolds } from "../codes/holds";
import { findCodeRow, getCode } from "../codes/record";
import { hasClaimed } from "../codes/request-confirmation";
import { getLeadInvites } from "../invite-codes/invites";
import { countRows, itemsIn } from "../sql";
import { hasSameFields, hasSameMetadata, hasTags, type TruthCheck } from "./answer";

/** Reads the batch of a list of codes from its first part, because the whole list can be long. */
async function readBatchId(text: AsyncIterable<string>): Promise<string | null> {
  for await (const part of text) return /"batch":\{"id":"([0-9a-f-]{36})"/.exec(part)?.[1] ?? null;
  return null;
}

/** The most codes of a response that are looked up one by one. Of longer lists, the codes of the batch are counted. */
const maxLookedUp = 1000;

/** Generated codes: none of them was deleted, or got other words. */
export const hasGeneratedCodes: TruthCheck<"POST /codes/generate"> = async (ctx, { body: { amount = 1 }, data, text }) => {
  if (amount <= maxLookedUp) {
    const keys = (await data()).map(({ code }) => normalizeCode(code));
    return (await countRows(ctx.db, sql`codes c`, [sql`c.project_id = ${ctx.projectId} and c.key in ${itemsIn(keys)}`])) === amount;
  }
  const batch = await readBatchId(text());
  return batch !== null && (await countBatchCodes(ctx, batch)) >= amount;
};

/** Imported codes: none of them was deleted. */
export const hasImportedCodes: TruthCheck<"POST /codes/import"> = async (ctx, { data }) => {
  const { batch, imported } = await data();
  return batch === null || (await countBatchCodes(ctx, batch.id)) >= imported;
};

/** A changed code: it exists, and the changed fields have the same values. */
export const isCodeUpdated: TruthCheck<"PATCH /codes/:code"> = async (ctx, { params, body, data }) => {
  const [current, stored] = [await ifExists(getCode(ctx, params.code)), await data()];
  if (current === null || current.createdAt !== stored.createdAt || !hasTags(current.tags, body)) return false;
  const isPausedAsSet = body.paused === undefined || (current.status === "paused") === body.paused;
  const hasSameValues = hasSameFields(current, stored, body, ["validUntil", "allowedClaims", "reservedFor"]);
  return isPausedAsSet && hasSameValues && hasSameMetadata(current, stored, body);
};

/** New words of a code: the code has them. */
export const hasNewWords: TruthCheck<"POST /codes/:code/new-words"> = async (ctx, { data }) => {
  const { code, createdAt } = await data();
  return (await ifExists(getCode(ctx, normalizeCode(code))))?.createdAt === createdAt;
};

/** A deleted code: no code like it was created or restored. */
export const isCodeDeleted: TruthCheck<"POST /codes/delete"> = async (ctx, { body }) => (await findCodeRow(ctx, body.code)) === null;

/** A hold: it wasn't released or used up. One that ended reports when it did. */
export const isHeld: TruthCheck<"POST /codes/hold"> = async (ctx, { body: { email }, data }) => {
  const { code, expiresAt, claimed } = await data();
  const key = normalizeCode(code);
  if (claimed) return hasClaimed(ctx, { code: key, email });
  const row = await findCodeRow(ctx, key);
  return row !== null && expiresAt !== null && (expiresAt <= isoTimestamp(row.now) || (row.holds?.[email] ?? "") >= expiresAt);
};

/** Invite codes of a lead: they have them, and none was deleted. */
export const hasInvites: TruthCheck<"POST /leads/email/:email/invites"> = async (ctx, { params, data }) => {
  const current = await ifExists(getLeadInvites(ctx, params.email));
  const deleted = (await data()).codes.filter(({ code }) => current?.codes.find((each) => each.code === code)?.status === "deleted");
  return current !== null && deleted.length === 0;
};

/** A released hold: this person doesn't hold the code again. */
export const isReleased: TruthCheck<"POST /codes/release-hold"> = async (ctx, { body: { email }, data }) => {
  const row = await findCodeRow(ctx, normalizeCode((await data()).code));
  return row !== null && activeHolds(row).every((hold) => hold.email !== email);
};

/** A declined invitation: the lead wasn't invited with the code again. */
export const isDeclined: TruthCheck<"POST /codes/decline"> = async ({ db, projectId }, { body: { code, email } }) => {
  const [open] = await db
    .select({ email: leadInvitations.email })
    .from(leadInvitations)
    .where(
      and(
        eq(leadInvitations.projectId, projectId),
        eq(leadInvitations.codeKey, code),
        eq(leadInvitations.email, email),
        isNull(leadInvitations.outcome),
      ),
    );
  return open === undefined;
};

/** A revoked claim: the email didn't claim the code again. */
export const isClaimRevoked: TruthCheck<"POST /claims/revoke"> = async ({ db, projectId }, { body: { code, email } }) => {
  const [claim] = await db
    .select({ email: claims.email })
    .from(claims)
    .where(and(eq(claims.projectId, projectId), eq(claims.codeKey, code), eq(claims.email, email)));
  return claim === undefined;
};
