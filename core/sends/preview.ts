import type { z } from "zod";
import type { AnyCodeType, CodeType, FormatRecord } from "@/contract/codes";
import { defaultCodeType } from "@/contract/enums";
import { maxImmediateRecipients } from "@/contract/limits";
import type { previewSendEndpoint, SendPreviewReply } from "@/contract/send-preview";
import { type SkipReason, skipReasons } from "@/contract/sends";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type CodeBatch, countCodesLeft, describeCodesLeft, findCodeBatch } from "../codes/batch-codes";
import { listFormats } from "../codes/capacity";
import { formats } from "../codes/draw-code";
import { codeSpaceExhausted, countRemaining } from "../codes/insert-codes";
import { codeState, findCodeRow } from "../codes/record";
import { codeError, sendError } from "../codes/rules";
import { type Context, getDatabaseTime } from "../context";
import { describeLocalEmailLinks } from "../email-delivery/local-links";
import { getTransportStatus } from "../email-delivery/transport";
import { getInvitationError } from "../leads/invite";
import { findSelectedEmails, listFirstEmails } from "../leads/list";
import { getProject } from "../projects/record";
import { describeGroups } from "./recipient-groups";
import {
  announcementSkips,
  checkRecipients,
  getSkippedGroups,
  partitionChecked,
  type RecipientSummary,
  type SkippedRecipient,
  summarizeChecked,
  summarizeLeads,
} from "./recipients";
import { describeCodeWeakness, listSendWarnings } from "./warnings";

type PreviewSendInput = z.output<NonNullable<typeof previewSendEndpoint.body>>;

/** How many emails to list of the recipients, and of the skipped recipients for each reason. */
const sampleSize = 20;

/** How many of the first leads are checked one by one, if more match than the request can check. */
const sampledLeads = 2000;

/** What a send contains: an existing code, or personal codes that don't exist yet. */
type PreviewSubject = {
  type: AnyCodeType;
  now: string;
  error: ApiError | null;
  validFrom: string | null;
  validUntil: string | null;
  /** Null if only one lead can claim each code. */
  claimsLeft: number | null;
};

/**
 * Returns who would get an email, who would be skipped and why, and warnings. Changes nothing and takes no locks. If a filter matches more
 * than `maxChecked` leads, all are counted, but the samples of those who are skipped are from the first.
 */
export async function previewSend(ctx: Context, input: PreviewSendInput, maxChecked = maxImmediateRecipients): Promise<SendPreviewReply> {
  const now = await getDatabaseTime(ctx);
  const batch = input.batch === undefined ? null : await findCodeBatch(ctx, input.batch);
  const subject = await getSubject(ctx, input, batch, now);
  const skip = input.announcement ? announcementSkips(input) : getSkippedGroups(input);
  const all = { filter: input.filter ?? {}, code: input.code, batch: input.batch };
  const selected = await findSelectedEmails(ctx, input, maxChecked);
  const checked = await checkRecipients(ctx, selected ?? (await listFirstEmails(ctx, all.filter, sampledLeads)), {
    code: input.code,
    batch: input.batch,
    lock: false,
  });
  const summary = selected ? summarizeChecked(checked, skip) : await summarizeLeads(ctx, all, { skip });
  const { recipients, skipped } = partitionChecked(checked, skip);
  const batchPreview = batch && describeCodesLeft(batch, await countCodesLeft(ctx, batch), summary.notified);
  const notified = summary.notified - (batchPreview?.withoutCode ?? 0);
  const withoutCode = recipients.slice(notified).map((email): SkippedRecipient => ({ email, reason: "no_code_left" }));
  const format = input.announcement ? undefined : (await listFormats(ctx)).find(({ type }) => type === subject.type);
  const error = subject.error ?? (input.personal && format ? await getCapacityError(ctx, format, summary.notified) : null);
  const [{ timeZone }, transport] = await Promise.all([getProject(ctx), getTransportStatus(ctx)]);
  const weakness = format ? describeCodeWeakness(format, subject.claimsLeft === null) : null;
  return {
    receivedLeads: summary.received,
    notifiedLeads: notified,
    sample: recipients.slice(0, Math.min(sampleSize, notified)),
    skipped: groupSkipped([...skipped, ...withoutCode], new Map([...summary.skipped, ["no_code_left", summary.notified - notified]])),
    groups: await describeGroups(ctx, selected ? checked : all, { skip, sampleSize, counts: summary.groups }),
    error: error && { error: error.errorName, message: error.message },
    warnings: listSendWarnings({ ...subject, timeZone, recipients: notified, transport, localLinks: describeLocalEmailLinks(), weakness }),
    batch: batchPreview,
  };
}

async function getSubject(ctx: Context, input: PreviewSendInput, batch: CodeBatch | null, now: string): Promise<PreviewSubject> {
  if (input.code !== undefined) return getCodeSubject(ctx, input.code);
  if (input.batch === undefined) return getPersonalSubject(input.personal ?? {}, now);
  if (batch === null) return { ...getPersonalSubject({}, now), error: new ApiError("batch_not_found") };
  const { type, validFrom, validUntil } = batch;
  return { type, now, error: null, validFrom, validUntil, claimsLeft: null };
}

async function getCodeSubject(ctx: Context, key: string): Promise<PreviewSubject> {
  const row = await findCodeRow(ctx, key);
  if (row === null) return { ...getPersonalSubject({}, await getDatabaseTime(ctx)), error: new ApiError("code_not_found") };
  const state = codeState(row);
  const now = isoTimestamp(row.now);
  const errorName = sendError(state, now);
  return {
    type: row.type,
    now,
    error: errorName && codeError(errorName, state),
    validFrom: state.validFrom,
    validUntil: state.validUntil,
    claimsLeft: state.reservedFor === null ? state.allowedClaims - state.claims : null,
  };
}

type PersonalOptions = Partial<Record<"validFrom" | "validUntil", string | null>> & { type?: CodeType };

function getPersonalSubject({ type = defaultCodeType, ...options }: PersonalOptions, now: string): PreviewSubject {
  const { validFrom = null, validUntil = null } = options;
  return { type, now, error: getInvitationError(validUntil, now), validFrom, validUntil, claimsLeft: null };
}

/** Returns `code_space_exhausted` if a format has too few codes left. Counts them only if it is close, because `format` can be some minutes old. */
async function getCapacityError(ctx: Context, { type, total, remaining }: FormatRecord, amount: number): Promise<ApiError | null> {
  if (amount === 0 || remaining - amount > total / 5) return null;
  const exactRemaining = await countRemaining(ctx, formats[type]);
  return exactRemaining < amount ? codeSpaceExhausted(exactRemaining) : null;
}

function groupSkipped(sampled: readonly SkippedRecipient[], skipped: RecipientSummary["skipped"]): SendPreviewReply["skipped"] {
  const byReason = Map.groupBy(sampled, ({ reason }): SkipReason => reason);
  return skipReasons.flatMap((reason) => {
    const count = skipped.get(reason) ?? 0;
    if (count === 0) return [];
    return [{ reason, count, sample: (byReason.get(reason) ?? []).slice(0, sampleSize).map(({ email }) => email) }];
  });
}
