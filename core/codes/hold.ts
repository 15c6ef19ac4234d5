import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { holdCodeEndpoint } from "@/contract/holds";
import { holdLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { throwIfNotClaimable } from "./claim";
import { activeHolds, heldError, isHeldForOthers } from "./holds";
import { withLookAlike } from "./look-alikes";
import { type CodeRow, codeLocks, findCodeRow } from "./record";
import { hasClaimed } from "./request-confirmation";

type HoldCodeInput = Pick<z.output<typeof holdCodeEndpoint.body>, "code" | "email" | "seconds">;
type HoldReply = z.output<typeof holdCodeEndpoint.reply>;

/**
 * Sets one use of a code aside for an email, or extends its hold. Does nothing for someone who has claimed the code. Throws the errors of a
 * claim, and `too_many_holds`.
 */
export const holdCode = (ctx: Context, input: HoldCodeInput): Promise<HoldReply> => withLookAlike(ctx, input, holdExactCode);

const holdExactCode = (ctx: Context, { code: key, email, seconds = holdLimits.seconds }: HoldCodeInput): Promise<HoldReply> =>
  inTransaction(ctx, async (inner) => {
    // Claims wait for this lock, and what is read now includes those that had it before.
    const found = await findCodeRow(inner, key, codeLocks.change);
    const claimed = await hasClaimed(inner, { code: key, email });
    if (!claimed) await throwIfNotClaimable(inner, { code: key, email });
    if (found === null) throw new ApiError("code_not_found");
    const row = { ...found, now: await readClock(inner) };
    const expiresAt = claimed ? null : await saveHold(inner, row, { email, seconds });
    return { code: row.text, email, expiresAt, claimed };
  });

/** Returns the time after the wait for the lock, in which the hold of this email can have ended. The transaction's own time is older. */
async function readClock({ db }: Context): Promise<string> {
  const [row] = await queryRows<{ now: string }>(db, sql`select clock_timestamp()::timestamptz(3) as now`);
  if (!row) throw new Error("The database returned no time");
  return row.now;
}

/** Saves the hold of a locked code, without those that ended, and returns when it ends. */
async function saveHold(ctx: Context, row: CodeRow, { email, seconds }: Required<Omit<HoldCodeInput, "code">>): Promise<string> {
  if (isHeldForOthers(row, email)) throw heldError("code_held", row);
  const holds = activeHolds(row);
  const own = holds.find((hold) => hold.email === email)?.expiresAt ?? "";
  const end = new Date(Date.parse(isoTimestamp(row.now)) + seconds * 1000).toISOString();
  // The requests of two steps can arrive in the wrong order.
  if (own >= end) return own;
  if (own === "" && holds.length >= holdLimits.perCode) throw heldError("too_many_holds", row);
  const saved = Object.fromEntries([...holds.map((hold) => [hold.email, hold.expiresAt]), [email, end]]);
  await ctx.db.execute(
    sql`update codes set holds = ${JSON.stringify(saved)}::jsonb where project_id = ${ctx.projectId} and key = ${row.key}`,
  );
  await recordHoldEvent(ctx, "code.held", { row, email, data: { expiresAt: end } });
  return end;
}

/** Records a change of a hold. Names the email only of a lead, whose deletion erases it. */
export async function recordHoldEvent(
  ctx: Context,
  kind: "code.held" | "code.hold_released",
  { row, email, data }: { row: CodeRow; email: string; data?: { expiresAt: string } },
): Promise<void> {
  const lead = await queryRows(ctx.db, sql`select from leads where project_id = ${ctx.projectId} and email = ${email} for key share`);
  await recordEvent(ctx, { kind, code: row, ...(lead.length > 0 && { email }), ...(data && { data }) });
}
