import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import type { FormatRecord } from "@/contract/formats";
import { defaultCodeType } from "@/contract/kinds";
import type { SendPreviewReply, previewSendEndpoint } from "@/contract/send-preview";
import { type SkipReason, skipReasons } from "@/contract/sends";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { getDatabaseTime } from "../clock";
import { findCodeRow } from "../codes/get";
import { formats } from "../codes/formats";
import { countRemaining, codeSpaceExhausted } from "../codes/insert-codes";
import { listFormats } from "../codes/capacity";
import { codeError, sendError } from "../codes/rules";
import { codeState } from "../codes/record";
import type { Context } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { getInvitationError } from "../leads/invite";
import { leadConditions } from "../leads/list";
import { findSelectedEmails, tooManyMatches } from "../leads/selection";
import { loadProject } from "../projects/record";
import { countRows } from "../sql";
import type { SkippedRecipient } from "./queue";
import { partitionRecipients } from "./recipients";
import { listSendWarnings, describeCodeWeakness } from "./warnings";

type PreviewSendInput = z.output<NonNullable<typeof previewSendEndpoint.body>>;

/** How many addresses are named of those who get it, and of those who are skipped for each reason. */
const sampleSize = 20;

/** What is sent: whether it can be, and what there is to say of it. */
type PreviewSubject = {
  type: CodeType;
  now: string;
  refusal: ApiError | null;
  validFrom: string | null;
  validUntil: string | null;
  /** Null where nobody but the lead can claim it. */
  claimsLeft: number | null;
};

/** Says who would get a send, who would not and why, and what is wrong with it. Changes nothing and holds nobody up. */
export async function previewSend(ctx: Context, ask: PreviewSendInput): Promise<SendPreviewReply> {
  const subject = ask.code === undefined ? getPersonalSubject(ask.personal ?? {}, await getDatabaseTime(ctx)) : await getCodeSubject(ctx, ask.code);
  const named = await findSelectedEmails(ctx, ask);
  if (named === null) return createTooManyReply(await countRows(ctx.db, sql`leads l`, leadConditions(ctx, ask.filter ?? {})));
  const { recipients, skipped } = await partitionRecipients(ctx, named, { code: ask.code, hold: false });
  const format = (await listFormats(ctx)).find(({ type }) => type === subject.type);
  const refusal = subject.refusal ?? (ask.personal && format ? await getCapacityError(ctx, format, recipients.length) : null);
  const [{ timeZone: zone }, mail] = await Promise.all([loadProject(ctx), getTransportStatus(ctx)]);
  const weakness = format ? describeCodeWeakness(format, subject.claimsLeft === null) : null;
  return {
    receivedLeads: named.length,
    notifiedLeads: recipients.length,
    sample: recipients.slice(0, sampleSize),
    skipped: groupSkipped(skipped),
    error: refusal && { error: refusal.errorName, message: refusal.message },
    warnings: listSendWarnings({ ...subject, zone, recipients: recipients.length, transport: mail, weakness }),
  };
}

async function getCodeSubject(ctx: Context, key: string): Promise<PreviewSubject> {
  const row = await findCodeRow(ctx, key);
  if (row === null) return { ...getPersonalSubject({}, await getDatabaseTime(ctx)), refusal: new ApiError("code_not_found") };
  const facts = codeState(row);
  const now = isoTimestamp(row.now);
  const reason = sendError(facts, now);
  return {
    type: row.type,
    now,
    refusal: reason && codeError(reason, facts),
    validFrom: facts.validFrom,
    validUntil: facts.validUntil,
    claimsLeft: facts.reservedFor === null ? facts.allowedClaims - facts.claims : null,
  };
}

function getPersonalSubject({ type = defaultCodeType, validFrom, validUntil }: NonNullable<PreviewSendInput["personal"]>, now: string): PreviewSubject {
  const ends = validUntil ?? null;
  return { type, now, refusal: getInvitationError(ends, now), validFrom: validFrom ?? null, validUntil: ends, claimsLeft: null };
}

/** Why a format has too little room for so many codes. They are counted only where it may be so, as what `format` says may be some minutes old. */
async function getCapacityError(ctx: Context, { type, total: space, remaining }: FormatRecord, amount: number): Promise<ApiError | null> {
  if (amount === 0 || remaining - amount > space / 5) return null;
  const room = await countRemaining(ctx, formats[type]);
  return room < amount ? codeSpaceExhausted(room) : null;
}

/** What is answered where more leads match than one send takes: who would get it is not looked into. */
const createTooManyReply = (receivedLeads: number): SendPreviewReply => ({
  receivedLeads,
  notifiedLeads: 0,
  sample: [],
  skipped: [],
  error: { error: "invalid_input", message: `The filter ${tooManyMatches}.` },
  warnings: [],
});

function groupSkipped(skipped: readonly SkippedRecipient[]): SendPreviewReply["skipped"] {
  const byReason = Map.groupBy(skipped, ({ reason }): SkipReason => reason);
  return skipReasons.flatMap((reason) => {
    const those = byReason.get(reason) ?? [];
    return those.length === 0 ? [] : [{ reason, count: those.length, sample: those.slice(0, sampleSize).map(({ email }) => email) }];
  });
}
