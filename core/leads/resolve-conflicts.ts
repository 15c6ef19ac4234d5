import { isDeepStrictEqual } from "node:util";
import { resolveAttribution } from "@/contract/attribution";
import type { ErrorDetails } from "@/contract/error-body";
import type { ConflictMode, LeadRecord } from "@/contract/leads";
import { type ApiError, ifExists } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import { createConsentId } from "../projects/consent";
import { tagEventData } from "../tags";
import { addReferrers } from "./add-referrers";
import { type AddedLead, type CreateLeadInput, joinsWaitlist, type LeadReferences } from "./added-lead";
import { type MergedChanges, mergeLeads } from "./merge-leads";
import { getLead, lockLeads } from "./record";

/** Where confirmations are from that a request says. */
export const confirmedFromApi = "the API";

type SentLead = { email: string; lead: AddedLead };

/** What became of leads that exist, by email. The others didn't change. */
type Resolved = { changes: ReadonlyMap<string, MergedChanges>; referred: ReadonlySet<string>; refused: ReadonlyMap<string, ApiError> };

/**
 * Does with leads what `onConflict` says. They exist, and the caller has locked them. Records an event for each that changes. Those who would have
 * too many tags or keys of metadata are refused and don't change. Throws `external_id_exists`.
 */
export async function resolveConflicts(ctx: Context, leads: readonly SentLead[], onConflict: ConflictMode): Promise<Resolved> {
  if (onConflict === "skip") return { changes: new Map(), referred: new Set(), refused: new Map() };
  const { changes, refused } = await mergeLeads(
    ctx,
    leads.map(({ email, lead }) => ({ email, lead, joinsWaitlist: joinsWaitlist(lead, { waitlist: "column" }) })),
    { mode: onConflict === "update" ? "overwrite" : "waitlist", confirmedFrom: confirmedFromApi, refusesTooManyTags: true },
  );
  const referrals = leads.flatMap(({ email, lead: { referrer } }) =>
    onConflict === "update" && referrer !== undefined && !refused.has(email) ? [{ email, referrer }] : [],
  );
  const referred = new Set((await addReferrers(ctx, referrals)).flatMap(({ email, saved }) => (saved === null ? [] : [email])));
  await recordEvents(
    ctx,
    [...new Set([...changes.keys(), ...referred])].map((email) => ({
      kind: "lead.updated",
      email,
      data: toEventData(changes.get(email), referred.has(email)),
    })),
  );
  return { changes, referred, refused };
}

/** What the event about a changed lead says, as that of an update does. */
function toEventData(changes: MergedChanges | undefined, isReferred: boolean): Record<string, unknown> {
  const { fields = {}, answers = {}, addedTags = [], metadata = {}, joinedWaitlist = false } = changes ?? {};
  const names = [
    ...(["firstname", "lastname", "notes"] as const).filter((name) => name in fields),
    ...("confirmed_at" in fields ? ["confirmedAt"] : []),
    ...(Object.keys(answers).length > 0 ? ["fields"] : []),
    ...(addedTags.length > 0 ? ["tags"] : []),
    ...Object.keys(metadata),
    ...(isReferred ? ["referredBy"] : []),
    ...(joinedWaitlist ? ["onWaitlist"] : []),
  ];
  return {
    fields: names,
    ...tagEventData({ tags: [], added: addedTags, removed: [] }),
    ...(joinedWaitlist ? { onWaitlist: true } : {}),
  };
}

/**
 * Does with a lead what `onConflict` says, and returns it, or null if it doesn't exist. Throws `invalid_input` for too many tags or keys of
 * metadata, and `external_id_exists`.
 */
export function resolveConflict(ctx: Context, sent: SentLead, onConflict: ConflictMode): Promise<LeadRecord | null> {
  return inTransaction(ctx, async (inner) => {
    const locked = await lockLeads(inner, [sent.email]);
    if (locked.length === 0) return null;
    const { refused } = await resolveConflicts(inner, [sent], onConflict);
    const refusal = refused.get(sent.email);
    if (refusal) throw refusal;
    return getLead(inner, sent.email);
  });
}

/** Returns which of the sent fields have another value in the lead that exists. Returns nothing if it was deleted since. */
export async function describeExistingLead(
  ctx: Context,
  input: CreateLeadInput,
  { referrer, consentId, answers }: LeadReferences,
): Promise<Pick<ErrorDetails, "differences" | "onWaitlist"> | undefined> {
  const lead = await ifExists(getLead(ctx, input.email));
  if (lead === null) return undefined;
  const { sourceTag, utm, referrerUrl } = resolveAttribution(input);
  const { firstname, lastname, notes, waitlist, tags, metadata = {}, externalId } = input;
  const values = {
    firstname: [firstname || null, lead.firstname],
    lastname: [lastname || null, lead.lastname],
    notes: [notes, lead.notes],
    waitlist: [waitlist, lead.onWaitlist],
    referralCode: [referrer, lead.referredBy?.email ?? null],
    consent: [consentId, lead.consent && createConsentId(lead.consent.wording)],
    tags: [tags, lead.tags],
    externalId: [externalId, lead.externalId],
    sourceTag: [sourceTag, lead.sourceTag],
    utm: [utm, lead.utm],
    referrerUrl: [referrerUrl, lead.referrerUrl],
  };
  const fields = (Object.keys(values) as (keyof typeof values)[]).filter((field) => {
    const [sent, saved] = values[field];
    return input[field] !== undefined && !isDeepStrictEqual(sent, saved);
  });
  const questions = Object.keys(answers).filter((key) => answers[key] !== lead.fields[key]);
  const keys = Object.keys(metadata).filter((key) => metadata[key] !== lead.metadata[key]);
  const differences = [...fields, ...questions.map((key) => `fields.${key}`), ...keys.map((key) => `metadata.${key}`)];
  return { differences, onWaitlist: lead.onWaitlist };
}
