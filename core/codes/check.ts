import { sql } from "drizzle-orm";
import type { CheckReply, CodeRule } from "@/contract/codes";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { isRedeemedElsewhere } from "@/contract/redemption";
import { queryRows, type RowOf } from "@/db/query";
import type { projects } from "@/db/schema";
import { formatThrough, formatWithUtc, isoTimestamp } from "@/lib/dates";
import { plural } from "@/lib/plural";
import { isBlockedEmail } from "../abuse-protection/hold-reason";
import type { Context } from "../context";
import { getPause } from "../projects/pause";
import { hasClaimedInBatch } from "./batch-restrictions";
import { activeHolds, isHeldForOthers } from "./holds";
import { findLookAlike } from "./look-alikes";
import { type CodeRow, codeColumns, codeRecord, codeRedemption, codeState, codesWithBatches } from "./record";
import { type CodeState, checkRules, claimError, publicClaimError, redeemedElsewhere, startMessage } from "./rules";

type CheckRow = CodeRow & { is_paused: boolean; batch_is_paused: boolean; claimed: boolean; zone: RowOf<typeof projects>["time_zone"] };

async function findCheckRow({ db, projectId }: Context, key: string, email: string): Promise<CheckRow | undefined> {
  const [row] = await queryRows<CheckRow>(
    db,
    sql`select ${codeColumns}, c.paused_at is not null as is_paused, b.paused_at is not null as batch_is_paused,
        (select time_zone from projects p where p.id = c.project_id) as zone,
        exists (select from claims k where k.project_id = c.project_id and k.code_key = c.key and k.email = ${email}) as claimed
      from ${codesWithBatches} where c.project_id = ${projectId} and c.key = ${key}`,
  );
  return row;
}

/** Checks by which rules an email can or cannot claim a code right now. Doesn't claim it. A code that doesn't exist is reported, not thrown. */
export async function checkCode(ctx: Context, { code: key, email }: { code: string; email: string }): Promise<CheckReply> {
  const [pause, blocked] = await Promise.all([getPause(ctx, "claims"), isBlockedEmail(ctx, email)]);
  const claimsRule = checkClaimsPaused(pause !== null);
  const blockListRule = checkBlockList(blocked);
  const callerError = claimsRule.passes ? (blocked ? "email_blocked" : null) : "claims_paused";
  // A claim accepts look-alikes, too.
  const row = (await findCheckRow(ctx, key, email)) ?? (await findCheckRow(ctx, (await findLookAlike(ctx, key)) ?? key, email));
  if (!row) {
    const rules = [claimsRule, blockListRule, { rule: "exists" as const, passes: false, message: "This code doesn't exist." }];
    const error = callerError ?? "code_not_found";
    const message = describeRefusal(error, pause);
    return { code: null, email, claimable: false, claimed: false, rules, error, publicError: error, message };
  }
  const state = codeState(row);
  const now = isoTimestamp(row.now);
  // Claiming again with the same email returns a new token, whatever the rules say by now.
  const claimedOther = await hasClaimedInBatch(ctx, row, email);
  const isHeld = isHeldForOthers(row, email);
  const error = row.claimed
    ? null
    : (callerError ?? claimError(state, email, now) ?? (claimedOther ? "batch_claimed" : null) ?? (isHeld ? "code_held" : null));
  const redeemedElsewhereError = isRedeemedElsewhere(codeRedemption(row)) ? "code_redeemed_elsewhere" : null;
  const publicError = row.claimed
    ? null
    : ((error === "code_held" ? redeemedElsewhereError : null) ?? publicClaimError(error) ?? redeemedElsewhereError);
  return {
    code: codeRecord(row),
    email,
    claimable: error === null,
    claimed: row.claimed,
    error,
    publicError,
    message: publicError && describeRefusal(publicError, pause, row),
    rules: [
      claimsRule,
      blockListRule,
      ...checkRules(state, email, now).map((result) => ({
        ...result,
        message: ruleMessages[result.rule]({ ...result, row, state, email, isStaff: ctx.actor.kind === "staff" }),
      })),
      checkOnce(row, claimedOther),
      checkHold(row, email, isHeld),
    ],
  };
}

/** Why a public claim is refused, in words for the customer. */
function describeRefusal(error: ErrorName, pause: { message: string | null } | null, row?: CheckRow): string {
  const validFrom = row && codeState(row).validFrom;
  if (error === "claims_paused" && pause?.message) return pause.message;
  if (error === "code_not_started" && row && validFrom) return startMessage(validFrom, row.zone);
  if (error === "code_redeemed_elsewhere" && row) return redeemedElsewhere(codeRedemption(row)).message;
  return apiErrors[error].message;
}

const checkClaimsPaused = (paused: boolean) => ({
  rule: "claims" as const,
  passes: !paused,
  message: paused ? "Claims are paused." : "Claims aren't paused.",
});

const checkBlockList = (blocked: boolean) => ({
  rule: "block_list" as const,
  passes: !blocked,
  message: blocked ? "The email or its domain is on the block list." : "The email isn't on the block list.",
});

const checkOnce = ({ once_per_batch: mode }: CheckRow, claimedOther: boolean) => {
  const person = mode === "mailbox" ? "mailbox" : "email";
  const message = claimedOther
    ? `This ${person} has claimed another code of its batch.`
    : mode === null
      ? "A person can claim several codes of its batch."
      : `This ${person} has claimed no other code of its batch.`;
  return { rule: "once" as const, passes: !claimedOther, message };
};

const checkHold = (row: CheckRow, email: string, isHeld: boolean) => {
  const holds = activeHolds(row);
  const own = holds.find((hold) => hold.email === email);
  const at = (expiresAt: string) => formatWithUtc(new Date(expiresAt), row.zone);
  const others = (until: string) =>
    plural(holds.length, { one: `1 use is on hold until ${until}.`, other: `{n} uses are on hold, the first until ${until}.` });
  const message = own ? `This email holds it until ${at(own.expiresAt)}.` : holds[0] ? others(at(holds[0].expiresAt)) : "No one holds it.";
  return { rule: "hold" as const, passes: !isHeld, message };
};

type RuleContext = { passes: boolean; row: CheckRow; state: CodeState; email: string; isStaff: boolean };

const ruleMessages: Record<Exclude<CodeRule, "claims" | "block_list" | "once" | "hold">, (context: RuleContext) => string> = {
  exists: () => "The code exists.",
  reservation: ({ state: { reservedFor }, email, isStaff }) => {
    if (reservedFor === null) return "It isn't reserved.";
    return reservedFor.email === email
      ? "It's reserved for this email."
      : `It's reserved for ${isStaff ? reservedFor.email : "someone else"}.`;
  },
  domain: ({ passes, state: { allowedDomains } }) => {
    if (allowedDomains === null) return "Emails of all domains can claim it.";
    const domains = new Intl.ListFormat("en", { type: "disjunction" }).format(allowedDomains);
    return passes ? `The email is of ${domains}.` : `Only emails of ${domains} can claim it.`;
  },
  pause: ({ row }) => {
    if (row.batch_is_paused) return row.is_paused ? "The code and its batch are paused." : "Its batch is paused.";
    return row.is_paused ? "It's paused." : "It isn't paused.";
  },
  end: ({ passes, row: { zone }, state: { validUntil } }) => {
    if (validUntil === null) return "It never expires.";
    return passes ? `It can be claimed ${formatThrough(validUntil, zone)}.` : `It was claimable ${formatThrough(validUntil, zone)}.`;
  },
  uses: ({ state: { claims, allowedClaims } }) => {
    const allowed = allowedClaims.toLocaleString("en-US");
    return `${Math.max(0, allowedClaims - claims).toLocaleString("en-US")} of ${allowed} claims left.`;
  },
  start: ({ passes, row: { zone }, state: { validFrom } }) => {
    if (validFrom === null) return "It has no start date.";
    const start = formatWithUtc(new Date(validFrom), zone);
    return passes ? `It has been claimable since ${start}.` : `It can be claimed from ${start}.`;
  },
};
