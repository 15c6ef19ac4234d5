import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeType } from "@/contract/codes";
import type { FormatRecord } from "@/contract/formats";
import { defaultType } from "@/contract/kinds";
import type { PreviewReply, previewSendEndpoint } from "@/contract/send-preview";
import { type SkipReason, skipReasons } from "@/contract/sends";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { nowOf } from "../clock";
import { findRow } from "../codes/find";
import { formats } from "../codes/formats";
import { roomIn, tooLittleRoom } from "../codes/make";
import { listFormats } from "../codes/room";
import { refuse, whyNotSendable } from "../codes/rules";
import { codeFacts } from "../codes/wire";
import type { Context } from "../context";
import { mailStanding } from "../email-delivery/way";
import { whyNotInvitable } from "../leads/invite";
import { leadConditions } from "../leads/list";
import { namedOrTooMany, tooMany } from "../leads/named";
import { projectOf } from "../projects/wire";
import { totalOf } from "../sql";
import type { Skipped } from "./queue";
import { sortOut } from "./recipients";
import { warningsOf, weaknessOf } from "./warnings";

type Ask = z.output<NonNullable<typeof previewSendEndpoint.body>>;

/** How many addresses are named of those who get it, and of those who are skipped for each reason. */
const sampleSize = 20;

/** What is sent: whether it can be, and what there is to say of it. */
type Subject = {
  type: CodeType;
  now: string;
  refusal: ApiError | null;
  validFrom: string | null;
  validUntil: string | null;
  /** Null where nobody but the lead can claim it. */
  usesLeft: number | null;
};

/** Says who would get a send, who would not and why, and what is wrong with it. Changes nothing and holds nobody up. */
export async function preview(ctx: Context, ask: Ask): Promise<PreviewReply> {
  const subject = ask.code === undefined ? personal(ask.personal ?? {}, await nowOf(ctx)) : await existing(ctx, ask.code);
  const named = await namedOrTooMany(ctx, ask);
  if (named === null) return ofTooMany(await totalOf(ctx.db, sql`leads l`, leadConditions(ctx, ask.filter ?? {})));
  const { recipients, skipped } = await sortOut(ctx, named, { code: ask.code, hold: false });
  const format = (await listFormats(ctx)).find(({ type }) => type === subject.type);
  const refusal = subject.refusal ?? (ask.personal && format ? await whyNoRoom(ctx, format, recipients.length) : null);
  const [{ timeZone: zone }, mail] = await Promise.all([projectOf(ctx), mailStanding(ctx)]);
  const weakness = format ? weaknessOf(format, subject.usesLeft === null) : null;
  return {
    receivedLeads: named.length,
    notifiedLeads: recipients.length,
    sample: recipients.slice(0, sampleSize),
    skipped: grouped(skipped),
    refusal: refusal && { error: refusal.refusal, message: refusal.message },
    warnings: warningsOf({ ...subject, zone, recipients: recipients.length, mail, weakness }),
  };
}

async function existing(ctx: Context, key: string): Promise<Subject> {
  const row = await findRow(ctx, key);
  if (row === null) return { ...personal({}, await nowOf(ctx)), refusal: new ApiError("code_not_found") };
  const facts = codeFacts(row);
  const now = iso(row.now);
  const reason = whyNotSendable(facts, now);
  return {
    type: row.type,
    now,
    refusal: reason && refuse(reason, facts),
    validFrom: facts.validFrom,
    validUntil: facts.validUntil,
    usesLeft: facts.reservedFor === null ? facts.allowedClaims - facts.claims : null,
  };
}

function personal({ type = defaultType, validFrom, validUntil }: NonNullable<Ask["personal"]>, now: string): Subject {
  const ends = validUntil ?? null;
  return { type, now, refusal: whyNotInvitable(ends, now), validFrom: validFrom ?? null, validUntil: ends, usesLeft: null };
}

/** Why a format has too little room for so many codes. They are counted only where it may be so, as what `format` says may be some minutes old. */
async function whyNoRoom(ctx: Context, { type, space, remaining }: FormatRecord, amount: number): Promise<ApiError | null> {
  if (amount === 0 || remaining - amount > space / 5) return null;
  const room = await roomIn(ctx, formats[type]);
  return room < amount ? tooLittleRoom(room) : null;
}

/** What is answered where more leads match than one send takes: who would get it is not looked into. */
const ofTooMany = (receivedLeads: number): PreviewReply => ({
  receivedLeads,
  notifiedLeads: 0,
  sample: [],
  skipped: [],
  refusal: { error: "invalid_input", message: `The filter ${tooMany}.` },
  warnings: [],
});

function grouped(skipped: readonly Skipped[]): PreviewReply["skipped"] {
  const byReason = Map.groupBy(skipped, ({ reason }): SkipReason => reason);
  return skipReasons.flatMap((reason) => {
    const those = byReason.get(reason) ?? [];
    return those.length === 0 ? [] : [{ reason, count: those.length, sample: those.slice(0, sampleSize).map(({ email }) => email) }];
  });
}
