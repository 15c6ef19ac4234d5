import { sql } from "drizzle-orm";
import type { z } from "zod";
import { resolveAttribution } from "@/contract/attribution";
import {
  type createLeadsEndpoint,
  type LeadOutcome,
  type LeadResult,
  leadOutcomes,
  type NewLead,
  type SentLead,
} from "@/contract/bulk-leads";
import type { ConflictMode } from "@/contract/leads";
import type { Question } from "@/contract/questions";
import { queryRows } from "@/db/query";
import { findSuspiciousEmails } from "../abuse-protection/hold-reason";
import { ApiError } from "../api-error";
import { actorSource, type Context, getDatabaseTime, inTransaction } from "../context";
import { recordEvents } from "../events/record-event";
import { allowLongWaits } from "../locks";
import { assertAgreed, getConsentText } from "../projects/consent";
import { getQuestions } from "../projects/record";
import { itemsIn } from "../sql";
import { insertSuppressions } from "../suppressions/insert";
import { importNotePrefix } from "../suppressions/record";
import { recordSuppressionChanges } from "../suppressions/record-changes";
import { addReferrers } from "./add-referrers";
import { type AddedLead, isInFuture, joinsWaitlist, type NumberedLead, suppress } from "./added-lead";
import { readAnswers } from "./answers";
import { createMissingLeads } from "./insert-leads";
import { listLeadIds } from "./record";
import { toReferralCode } from "./referral-alias";
import { confirmedFromApi, resolveConflicts } from "./resolve-conflicts";

type CreateLeadsInput = z.output<NonNullable<typeof createLeadsEndpoint.body>>;

/** What became of a lead, apart from its email and warnings. */
type Result = Pick<LeadResult, "outcome"> & Partial<LeadResult>;

/**
 * Creates many leads as an import does, and does what `onConflict` says with those that exist. A lead that isn't valid fails. All others are
 * written in one transaction. Returns a result for each lead, in the given order.
 */
export async function createLeads(
  ctx: Context,
  { leads: sent, onConflict = "skip" }: CreateLeadsInput,
): Promise<z.input<typeof createLeadsEndpoint.reply>> {
  const { leads, results } = await checkLeads(ctx, sent);
  const suspicious = await findSuspiciousEmails(
    ctx,
    leads.map(({ email }) => email),
  );
  const written = await inTransaction(ctx, (inner) => writeLeads(inner, leads, onConflict));
  const complete = sent.map(({ email }, row): LeadResult => {
    const lead = written.get(email ?? "");
    const result = results.get(row) ?? lead?.result;
    if (!result) throw new Error("A lead has no result");
    const suspicion = results.has(row) ? undefined : suspicious.get(email ?? "");
    return {
      email,
      ...(lead && result.outcome !== "failed" && { id: lead.id }),
      joinedWaitlist: false,
      ...result,
      ...(suspicion && { warnings: [warnings[suspicion]] }),
    };
  });
  const count = (outcome: LeadOutcome) => complete.filter((result) => result.outcome === outcome).length;
  const counts = Object.fromEntries(leadOutcomes.map((outcome) => [outcome, count(outcome)])) as Record<LeadOutcome, number>;
  return { counts, leads: complete };
}

const warnings = {
  blocked: { name: "email_blocked", message: "This email is on the block list. A sign-up with it would be held for review." },
  disposable: {
    name: "email_disposable",
    message: "This email belongs to a disposable email provider. A sign-up with it would be held for review.",
  },
} as const;

type References = { questions: readonly Question[]; consentText: string | null; referrers: ReadonlyMap<string, string> };

/** Returns the leads to write, and by their numbers the results of those that fail or repeat an email. */
async function checkLeads(ctx: Context, sent: readonly SentLead[]): Promise<{ leads: NumberedLead[]; results: Map<number, Result> }> {
  const references = {
    questions: await getQuestions(ctx),
    consentText: await getConsentText(ctx),
    referrers: await findReferrers(
      ctx,
      sent.flatMap(({ lead }) => lead?.referralCode ?? []),
    ),
  };
  const leads = new Map<string, NumberedLead>();
  const results = new Map<number, Result>();
  for (const [row, each] of sent.entries()) {
    const checked = checkLead(each, references);
    if ("outcome" in checked) results.set(row, checked);
    else {
      const earlier = leads.get(checked.email);
      if (!earlier) leads.set(checked.email, { row, ...checked });
      else {
        if (checked.lead.suppression) suppress(earlier.lead, checked.lead.suppression);
        results.set(row, { outcome: "skipped", reason: "duplicate" });
      }
    }
  }
  for (const { row, email } of await listWithTakenIds(ctx, [...leads.values()])) {
    leads.delete(email);
    results.set(row, failed(new ApiError("external_id_exists")));
  }
  return { leads: [...leads.values()], results };
}

/** Lists the leads whose external ID is that of another lead, also of an earlier one of the request. */
async function listWithTakenIds({ db, projectId }: Context, leads: readonly NumberedLead[]): Promise<NumberedLead[]> {
  const ids = leads.flatMap(({ lead: { externalId } }) => externalId ?? []);
  if (ids.length === 0) return [];
  const rows = await queryRows<{ email: string; external_id: string }>(
    db,
    sql`select email, external_id from leads where project_id = ${projectId} and external_id in ${itemsIn(ids)}`,
  );
  const owners = new Map(rows.map(({ email, external_id }) => [external_id, email]));
  return leads.filter(({ email, lead: { externalId } }) => {
    if (externalId === undefined) return false;
    const owner = owners.get(externalId) ?? email;
    owners.set(externalId, owner);
    return owner !== email;
  });
}

function checkLead(sent: SentLead, references: References): Omit<NumberedLead, "row"> | Result {
  if (!sent.lead) return failed(new ApiError("invalid_input", { fields: sent.fields ?? {} }));
  try {
    return { email: sent.email, lead: toAddedLead(sent.lead, references) };
  } catch (error) {
    if (error instanceof ApiError) return failed(error);
    throw error;
  }
}

const failed = ({ errorName, message, fields }: ApiError): Result => ({
  outcome: "failed",
  error: { name: errorName as NonNullable<LeadResult["error"]>["name"], message, ...(fields && { fields }) },
});

/** Throws `invalid_input` or `referral_code_not_found`. */
function toAddedLead(lead: NewLead, { questions, consentText, referrers }: References): AddedLead {
  const { firstname, lastname, notes, waitlist, tags, metadata, externalId, fields, referralCode, createdAt, confirmedAt } = lead;
  const consent = typeof lead.consent === "object" ? lead.consent : null;
  const { unsubscribed, bounced, complained } = lead;
  assertPast({ createdAt, confirmedAt, unsubscribed, bounced, complained, "consent.at": consent?.at });
  const { sourceTag, utm, referrerUrl } = resolveAttribution(lead);
  const added: AddedLead = {
    firstname: firstname || undefined,
    lastname: lastname || undefined,
    notes,
    onWaitlist: waitlist,
    tags,
    metadata,
    externalId,
    answers: readAnswers(questions, fields ?? {}),
    // People who agreed had signed up by then.
    createdAt: createdAt ?? consent?.at,
    consent: consent?.wording ?? agreedText(consentText, lead.consent),
    consentedAt: consent?.at,
    isConfirmed: confirmedAt !== undefined,
    confirmedAt,
    sourceTag: sourceTag ?? undefined,
    utm: utm ?? undefined,
    referrerUrl: referrerUrl ?? undefined,
  };
  if (referralCode !== undefined) {
    added.referrer = referrers.get(referralCode);
    if (added.referrer === undefined) throw new ApiError("referral_code_not_found");
  }
  for (const [reason, since] of Object.entries({ unsubscribed, bounced, complained }))
    if (since) suppress(added, { reason: reason as "bounced", at: since === true ? undefined : since });
  return added;
}

/** Throws `invalid_input` for what can't have happened yet. */
function assertPast(times: Record<string, string | boolean | undefined>): void {
  const problems = Object.entries(times).filter(([, time]) => typeof time === "string" && isInFuture(time));
  if (problems.length > 0)
    throw new ApiError("invalid_input", { fields: Object.fromEntries(problems.map(([field]) => [field, ["must not be in the future"]])) });
}

/** The project's consent text if the person agreed to it, or an empty text. Throws `invalid_input` if it was another one. */
function agreedText(text: string | null, consent: NewLead["consent"] = false): string {
  if (text === null || consent === false || typeof consent === "object") return "";
  assertAgreed(text, consent);
  return text;
}

/** Returns the emails of referrers, by the codes as they were sent. */
async function findReferrers({ db, projectId }: Context, sent: readonly string[]): Promise<Map<string, string>> {
  if (sent.length === 0) return new Map();
  const codes = new Map(sent.map((text) => [text, toReferralCode(projectId, text)]));
  const rows = await queryRows<{ email: string; referral_code: string }>(
    db,
    sql`select email, referral_code from leads where project_id = ${projectId} and referral_code in ${itemsIn([...new Set(codes.values())])}`,
  );
  const emails = new Map(rows.map(({ email, referral_code }) => [referral_code, email]));
  return new Map([...codes].flatMap(([text, code]) => (emails.has(code) ? [[text, emails.get(code) ?? ""] as const] : [])));
}

const noted = importNotePrefix + confirmedFromApi;

type WrittenLead = { id: string; result: Result };

/** Writes leads with different emails, and returns their IDs and results by email. */
async function writeLeads(ctx: Context, leads: readonly NumberedLead[], onConflict: ConflictMode): Promise<Map<string, WrittenLead>> {
  await allowLongWaits(ctx.db);
  const settings = { waitlist: "column", waitlistOrder: "date", consent: "" } as const;
  const { created, existing } = await createMissingLeads(ctx, leads, {
    settings,
    startedAt: await getDatabaseTime(ctx),
    source: actorSource(ctx.actor),
    confirmedFrom: confirmedFromApi,
  });
  await recordEvents(
    ctx,
    leads.flatMap(({ email }) => (created.has(email) ? [{ kind: "lead.created", email }] : [])),
  );
  await addReferrers(
    ctx,
    leads.flatMap(({ email, lead: { referrer } }) => (created.has(email) && referrer !== undefined ? [{ email, referrer }] : [])),
  );
  const { changes, referred, refused } = await resolveConflicts(ctx, existing, onConflict);
  const suppressed = await suppressLeads(
    ctx,
    leads.filter(({ email }) => !refused.has(email)),
  );
  const toResult = ({ email, lead }: NumberedLead): Result => {
    if (created.has(email)) return { outcome: "created", joinedWaitlist: joinsWaitlist(lead, settings) };
    const refusal = refused.get(email);
    if (refusal) return failed(refusal);
    const isUpdated = changes.has(email) || referred.has(email) || suppressed.has(email);
    if (isUpdated) return { outcome: "updated", joinedWaitlist: changes.get(email)?.joinedWaitlist ?? false };
    return onConflict === "skip" ? { outcome: "skipped", reason: "lead_exists" } : { outcome: "unchanged" };
  };
  const ids = await listLeadIds(
    ctx,
    leads.map(({ email }) => email),
  );
  return new Map(leads.map((lead) => [lead.email, { id: ids.get(lead.email) ?? "", result: toResult(lead) }]));
}

/** Adds the suppressions of leads, and returns the emails of those that weren't suppressed before. */
async function suppressLeads(ctx: Context, leads: readonly NumberedLead[]): Promise<Set<string>> {
  const values = leads.flatMap(({ email, lead: { suppression } }) => (suppression ? [{ email, note: noted, ...suppression }] : []));
  const added = await insertSuppressions(ctx, values);
  await recordSuppressionChanges(
    ctx,
    added.map(({ email, reason }) => ({ kind: "suppression.added", email, data: { reason } })),
  );
  return new Set(added.map(({ email }) => email));
}
