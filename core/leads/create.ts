import { setTimeout as sleep, setImmediate as yieldToOthers } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { resolveAttribution } from "@/contract/attribution";
import type { HeldReason } from "@/contract/enums";
import type { Source } from "@/contract/lead-filters";
import type { LeadRecord, PublicSignUp } from "@/contract/leads";
import { prepareStatement, queryRows, type RowOf, violatedConstraint } from "@/db/query";
import type { leads, projects } from "@/db/schema";
import { pageUrl } from "@/lib/env";
import { createReferralLink, routes } from "@/lib/routes";
import { blockListLines, getHeldReason, signUpStatusQuery } from "../abuse-protection/hold-reason";
import { hasTooManyReferrals } from "../abuse-protection/public-rate-limits";
import { ApiError, nullOnError } from "../api-error";
import { actorSource, type Context, inSavepoint, inTransaction, isPublicCaller } from "../context";
import { newEventId } from "../events/record-event";
import { savingExternalIds, toStoredMetadata } from "../metadata";
import { getAgreedConsentId } from "../projects/consent";
import { getQuestions } from "../projects/record";
import { restoreSuppressions } from "../suppressions/erased";
import type { CreateLeadInput, LeadReferences } from "./added-lead";
import { assertRequiredAnswers, parseAnswers } from "./answers";
import { isConfirmed } from "./confirmation";
import { assertPublicNames } from "./public-names";
import { generateReferralCode, type LeadRow, leadColumnsWithoutReferrals, leadRecord, leftJoinReferrer } from "./record";
import { createReferralAlias, toReferralCode } from "./referral-alias";
import { describeExistingLead, resolveConflict } from "./resolve-conflicts";
import { acceptsSignUps, assertAcceptsSignUps, reserveWaitlistPlace } from "./sign-ups";
import { canJoinWaitlist, insertWaitlistChanges } from "./waitlist";

/**
 * Creates a lead. Throws `lead_exists`, `external_id_exists` or `referral_code_not_found`, changing nothing, and `invalid_input` if a public caller didn't agree to
 * the consent text that the project asks for. With `onConflict`, a lead that exists is returned, and changed as that says.
 * Public callers get the same response for new and existing leads, with a new alias of the referral code; an existing lead who asks for the waitlist is added to it. While
 * sign-ups are paused or closed, or the waitlist is full, public callers always get `sign_ups_paused`, `sign_ups_closed` or `waitlist_full`.
 */
export async function createLead(ctx: Context, input: CreateLeadInput): Promise<LeadRecord | PublicSignUp> {
  if (isPublicCaller(ctx)) {
    assertPublicNames(input);
    for (const field of ["tags", "metadata", "externalId", "onConflict"] as const)
      if (input[field] !== undefined) throw new ApiError("invalid_input", { fields: { [field]: ["can't be set with the public key"] } });
    // Before anything that depends on whether the lead exists.
    assertRequiredAnswers(await getQuestions(ctx), input.fields);
  }
  const consentId = await getAgreedConsentId(ctx, input.consent);
  const referrer = input.referralCode === undefined ? null : await findReferrer(ctx, input.referralCode);
  const answers = await parseAnswers(ctx, input.fields);
  const isOverReferralLimit = referrer !== null && (await hasTooManyReferrals(ctx));
  const references = { referrer, consentId, answers, isOverReferralLimit };
  if (!isPublicCaller(ctx)) return createTrustedLead(ctx, input, references);
  const startedAt = performance.now();
  const reply = await inTransaction(ctx, async (inner) => {
    if (input.waitlist) await reserveWaitlistPlace(inner);
    const lead = await insertLead(inner, input, references);
    // Public callers queue a job in every case, so that the response time doesn't reveal existing leads.
    await queueSignUp(inner, lead, input.waitlist === true && !lead.is_held_sign_up);
    return toPublicReply(ctx, lead);
  });
  await waitForNextStep(startedAt);
  return reply;
}

const queueSignUp = ({ db, projectId, queue }: Context, { referral_code: referralCode }: InsertedLead, sendEmail: boolean) =>
  queue.addSignUps(db, [{ projectId, referralCode, sendEmail }]);

/** Creates a lead for a secret key or a staff member, or does what `onConflict` says with one that exists. */
async function createTrustedLead(ctx: Context, input: CreateLeadInput, references: LeadReferences): Promise<LeadRecord> {
  const created = await nullOnError(insertTrustedLead(ctx, input, references), ({ errorName }) => errorName === "lead_exists");
  if (created) return created;
  const { email, onConflict } = input;
  if (onConflict === undefined) throw new ApiError("lead_exists", { existingLead: await describeExistingLead(ctx, input, references) });
  const { firstname, lastname, notes, waitlist, tags, metadata, externalId } = input;
  const { answers, referrer } = references;
  const sent = { firstname, lastname, notes, onWaitlist: waitlist, answers, tags, metadata, externalId, referrer: referrer ?? undefined };
  const lead = await resolveConflict(ctx, { email, lead: sent }, onConflict);
  // If it was deleted since, it is created after all.
  return lead ?? createTrustedLead(ctx, input, references);
}

async function insertTrustedLead(ctx: Context, input: CreateLeadInput, references: LeadReferences): Promise<LeadRecord> {
  if (references.referrer === null) return toLeadRecord(await insertLead(ctx, input, references));
  return inTransaction(ctx, async (inner) => {
    const lead = await insertLead(inner, input, references);
    await queueSignUp(inner, lead, false);
    return toLeadRecord(lead);
  });
}

/** Public sign-ups take a multiple of this time, because an existing lead takes less work than a new one: it writes a quarter as much. */
const stepMs = 10;

async function waitForNextStep(startedAt: number): Promise<void> {
  const endsAt = startedAt + Math.ceil((performance.now() - startedAt) / stepMs) * stepMs;
  // Timers are only exact to the millisecond. The rest would reveal the difference.
  await sleep(Math.max(0, endsAt - performance.now() - 1));
  while (performance.now() < endsAt) await yieldToOthers();
}

function toPublicReply({ projectId }: Context, { lead_email: email, referral_code, referral_page_url }: InsertedLead): PublicSignUp {
  const code = createReferralAlias(projectId, referral_code);
  return { email, referral: { code, url: createReferralLink(referral_page_url ?? pageUrl(routes.join), code) } };
}

// A new lead has referred no one.
const toLeadRecord = (row: InsertedLead): LeadRecord => leadRecord({ ...row, referred: null });

async function findReferrer(ctx: Context, referralCode: string): Promise<string> {
  const [lead] = await queryRows<RowOf<typeof leads, "email">>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and referral_code = ${toReferralCode(ctx.projectId, referralCode)}`,
  );
  if (!lead) throw new ApiError("referral_code_not_found");
  return lead.email;
}

/** `is_held_sign_up`: this sign-up was held, which an existing lead needn't be. */
type InsertedLead = Omit<LeadRow, "referred"> & RowOf<typeof projects, "referral_page_url"> & { is_held_sign_up: boolean };

const maxAttempts = 3;

/** Inserts the lead. For public callers, adds an existing lead to the waitlist instead. */
async function insertLead(
  ctx: Context,
  input: CreateLeadInput,
  { referrer, consentId, answers, isOverReferralLimit }: LeadReferences,
): Promise<InsertedLead> {
  const { projectId, actor, requestId } = ctx;
  const isPublic = isPublicCaller(ctx);
  // Sign-ups of trusted callers are only held if their visitor makes too many.
  const heldReasonOfTrusted = isOverReferralLimit ? "same_client" : null;
  const metadata = toStoredMetadata(input.metadata);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { sourceTag, utm, referrerUrl } = resolveAttribution(input);
    const values: LeadValues = {
      projectId,
      email: input.email,
      notes: input.notes ?? "",
      waitlist: input.waitlist ?? false,
      referrer,
      consentId,
      firstname: input.firstname || null,
      lastname: input.lastname || null,
      referralCode: generateReferralCode(),
      sourceTag,
      utm: utm && JSON.stringify(utm),
      referrerUrl,
      answers: JSON.stringify(answers),
      tags: (input.tags ?? []).join(","),
      metadata: metadata && JSON.stringify(metadata),
      externalId: input.externalId ?? null,
      source: actorSource(actor),
      actorKind: actor.kind,
      actorId: actor.id,
      requestId,
      heldReason: isPublic ? getHeldReason(input.email, { ...input, hasTooManyReferrals: isOverReferralLimit }) : heldReasonOfTrusted,
      blockListEntries: isPublic ? blockListLines(input.email) : "",
    };
    try {
      const [row] = await savingExternalIds(inSavepoint(ctx, (db) => insertStatements[isPublic ? "public" : "trusted"](db, values)));
      if (row) return row;
    } catch (error) {
      // The referrer was deleted after it was looked up.
      if (violatedConstraint(error) === "leads_project_id_referred_by_fkey") throw new ApiError("referral_code_not_found");
      if (violatedConstraint(error) !== "leads_project_id_referral_code_key") throw error;
      continue;
    }
    if (!isPublic) throw new ApiError("lead_exists");
    // Only a pause and the times of sign-ups prevent the write. If they have ended since, try again.
    await assertAcceptsSignUps(ctx);
  }
  throw new Error(`Couldn't find an unused referral code in ${maxAttempts} attempts`);
}

type LeadValues = {
  projectId: number;
  email: string;
  firstname: string | null;
  lastname: string | null;
  notes: string;
  waitlist: boolean;
  heldReason: HeldReason | null;
  blockListEntries: string;
  referralCode: string;
  referrer: string | null;
  consentId: string | null;
  source: Source;
  sourceTag: string | null;
  /** JSON. */
  utm: string | null;
  referrerUrl: string | null;
  /** JSON. */
  answers: string;
  /** Separated by commas. */
  tags: string;
  /** JSON. */
  metadata: string | null;
  externalId: string | null;
  actorKind: string;
  actorId: string | null;
  requestId: string | null;
};

/**
 * One statement with the event. For public callers, it takes one write for new and existing leads, so that the response time doesn't reveal
 * existing leads.
 */
const insertStatement = (isPublic: boolean) =>
  prepareStatement<LeadValues, InsertedLead>((value) => {
    const waitlist = sql`${value("waitlist")}::boolean`;
    // A lead that was held because of someone else's sign-up in their name is released by a clean sign-up. Made-up referrals are not.
    const isReleasable = sql`l.status = 'held' and l.held_reason is distinct from 'same_client'`;
    const isReleased = sql`${isReleasable} and excluded.status <> 'held'`;
    const newStatus = sql`case when ${isConfirmed} and excluded.status = 'unconfirmed' then 'active' else excluded.status end`;
    const isAdded = sql`${waitlist} and excluded.status <> 'held' and ${canJoinWaitlist}
      and (l.status = 'active' or (${isReleasable} and (${newStatus}) = 'active' and not l.has_claimed))`;
    // Their invitation ended because its code was deleted or changed.
    const isReturning = sql`(l.invitation_outcome is not distinct from 'expired' and l.keeps_position)`;
    const ifExists = isPublic
      ? sql`update set
          status = case when ${isReleased} then ${newStatus} else l.status end,
          held_reason = case when ${isReleased} then null else l.held_reason end,
          waitlist_sort_key = case when ${isAdded} and not ${isReturning} then excluded.waitlist_sort_key else l.waitlist_sort_key end,
          waitlist_changed_at = case when ${isAdded} then now() else l.waitlist_changed_at end,
          updated_at = case when (${isAdded}) or (${isReleased}) then now() else l.updated_at end,
          on_waitlist = l.on_waitlist or (${isAdded})`
      : sql`nothing`;
    return sql`with ${signUpStatusQuery({ projectId: value("projectId"), heldReason: value("heldReason"), blockListEntries: value("blockListEntries"), joinsWaitlist: isPublic ? waitlist : sql`false` })}, inserted as (
      insert into leads as l (project_id, email, firstname, lastname, notes, status, held_reason, on_waitlist, waitlist_changed_at, source, source_tag, utm, referrer_url, answers, tags, metadata, external_id, referral_code, referred_by,
        consent_id, consented_at)
      select project_id, ${value("email")}, ${value("firstname")}, ${value("lastname")}, ${value("notes")}, status, held_reason,
        ${waitlist} and status = 'active', case when ${waitlist} and status <> 'unconfirmed' then now() end, ${value("source")}, ${value("sourceTag")}, ${value("utm")}::jsonb, ${value("referrerUrl")}, ${value("answers")}::jsonb, string_to_array(${value("tags")}, ','), ${value("metadata")}::jsonb, ${value("externalId")},
        ${value("referralCode")}, ${value("referrer")}, ${value("consentId")}, case when ${value("consentId")}::text is not null then now() end
      from sign_up_status where ${isPublic ? acceptsSignUps(value("projectId")) : sql`true`}
      on conflict on constraint leads_pkey do ${ifExists}
      returning l.*, (xmax = 0) as is_new, l.on_waitlist and l.waitlist_changed_at = now() as joined_waitlist, l.updated_at = now()::timestamptz(3) as is_changed
    ), waitlist_change as (
      ${insertWaitlistChanges(sql`inserted where joined_waitlist`, 1)}
    ), ${restoreSuppressions(sql`select project_id, email from inserted where is_new`)}, event as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
      select project_id, ${newEventId()}, case when is_new then 'lead.created' else 'lead.updated' end,
        ${value("actorKind")}, ${value("actorId")}, ${value("requestId")}, email, case when is_new then jsonb_strip_nulls(jsonb_build_object('heldReason', held_reason)) when joined_waitlist then '{"fields": ["onWaitlist"], "onWaitlist": true}' else '{"fields": ["status"]}' end
      from inserted where is_new or is_changed
    )
    select ${leadColumnsWithoutReferrals}, (select held_reason is not null from sign_up_status) as is_held_sign_up,
      (select referral_page_url from projects where id = ${value("projectId")}) as referral_page_url
    from inserted l ${leftJoinReferrer}`;
  });

const insertStatements = { public: insertStatement(true), trusted: insertStatement(false) };

type JoinWaitlistInput = Omit<CreateLeadInput, "waitlist" | "consent" | "notes" | "metadata" | "externalId"> & {
  /** The id of the consent text the person agreed to. */
  consent?: string | undefined;
};

/** Adds a person to the waitlist like `createLead`, as a new lead if necessary. Ignores an unknown referral code. Returns what public callers get. */
export async function joinWaitlist(ctx: Context, { referralCode, ...input }: JoinWaitlistInput): Promise<LeadRecord | PublicSignUp> {
  const leadInput = { ...input, waitlist: true };
  try {
    return await createLead(ctx, { ...leadInput, referralCode });
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "referral_code_not_found") throw error;
    return createLead(ctx, leadInput);
  }
}
