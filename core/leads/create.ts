import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { createLeadEndpoint, LeadRecord } from "@/contract/leads";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, violatedConstraint } from "@/db/query";
import type { SignUpPayload } from "@/db/queue";
import { newId } from "@/lib/ids";
import { type SignUpSignals, signUpStatusQuery } from "../abuse-protection/hold-reason";
import { actorSource } from "../actor-source";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction, isPublicCaller } from "../context";
import { getConsentId } from "../projects/consent";
import { assertNotPaused, isNotPaused } from "../projects/pause";
import { getLead } from "./get";
import { generateReferralCode } from "./referral-code";
import { insertWaitlistChanges } from "./waitlist";

type CreateLeadInput = z.output<NonNullable<typeof createLeadEndpoint.body>> & Pick<SignUpSignals, "isTooFast">;

/**
 * Creates a lead. Throws `lead_exists` or `referral_code_not_found`, changing nothing.
 * Public callers get the same response for new and existing leads; an existing lead who asks for the waitlist is added to it. While
 * sign-ups are paused, public callers always get `sign_ups_paused`.
 */
export async function createLead(ctx: Context, input: CreateLeadInput): Promise<LeadRecord | { email: string }> {
  const referrer = input.referralCode === undefined ? null : await findReferrer(ctx, input.referralCode);
  const consentId = input.consent ? await getConsentId(ctx) : null;
  // The transaction keeps the new lead locked until its record is read.
  return inTransaction(ctx, async (inner) => {
    const { isNew, isHeld, referralCode } = await upsertLead(inner, input, { referrer, consentId });
    if (isPublicCaller(ctx)) {
      // Queued in every case, so that the response time doesn't reveal existing leads.
      await queueSignUp(inner, { referralCode, sendEmail: input.waitlist === true && !isHeld });
      return { email: input.email };
    }
    if (!isNew) throw new ApiError("lead_exists");
    if (referrer !== null) await queueSignUp(inner, { referralCode, sendEmail: false });
    return getLead(inner, input.email);
  });
}

const queueSignUp = ({ db, queue, projectId }: Context, job: Omit<SignUpPayload, "projectId">) =>
  queue.addSignUps(db, [{ projectId, ...job }]);

async function findReferrer(ctx: Context, referralCode: string): Promise<string> {
  const [lead] = await queryRows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and referral_code = ${normalizeCode(referralCode)}`,
  );
  if (!lead) throw new ApiError("referral_code_not_found");
  return lead.email;
}

type LeadReferences = { referrer: string | null; consentId: string | null };

type UpsertResult = { isNew: boolean; isHeld: boolean; referralCode: string };

const maxAttempts = 3;

/** Inserts the lead. For public callers, adds an existing lead to the waitlist. */
async function upsertLead(ctx: Context, input: CreateLeadInput, references: LeadReferences): Promise<UpsertResult> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const [row] = await inSavepoint(ctx, (db) =>
        queryRows<{ is_new: boolean; is_held: boolean; referral_code: string }>(db, upsertQuery(ctx, input, references)),
      );
      if (row) return { isNew: row.is_new, isHeld: row.is_held, referralCode: row.referral_code };
      // Only a pause prevents the write. If it has ended since, try again.
      await assertNotPaused(ctx, "sign_ups");
    } catch (error) {
      // The referrer was deleted after it was looked up.
      if (violatedConstraint(error) === "leads_project_id_referred_by_fkey") throw new ApiError("referral_code_not_found");
      if (violatedConstraint(error) !== "leads_project_id_referral_code_key") throw error;
    }
  }
  throw new Error(`Couldn't find an unused referral code in ${maxAttempts} attempts`);
}

/** New and existing leads take one statement and one write, so that the response time doesn't reveal existing leads. */
function upsertQuery({ projectId, actor, requestId }: Context, input: CreateLeadInput, { referrer, consentId }: LeadReferences): SQL {
  const isPublic = isPublicCaller({ actor });
  const waitlist = input.waitlist ?? false;
  const joinsWaitlist = isPublic && waitlist;
  // A lead that was held because of someone else's sign-up in their name is released by a clean sign-up.
  const isReleased = sql`l.status = 'held' and excluded.status <> 'held'`;
  const isAdded = sql`${joinsWaitlist} and excluded.status <> 'held' and not l.on_waitlist
    and (l.status = 'active' or (l.status = 'held' and excluded.status = 'active' and not l.has_claimed))`;
  return sql`with ${signUpStatusQuery(input.email, { projectId, signals: isPublic ? input : null, joinsWaitlist })}, upserted as (
      insert into leads as l (project_id, email, firstname, lastname, notes, status, held_reason, on_waitlist, waitlist_changed_at, source, referral_code, referred_by,
        consent_id, consented_at)
      select project_id, ${input.email}, ${input.firstname || null}, ${input.lastname || null}, ${input.notes ?? ""}, status, held_reason,
        ${waitlist} and status = 'active', case when ${waitlist} and status <> 'unconfirmed' then now() end, ${actorSource(actor)},
        ${generateReferralCode()}, ${referrer}, ${consentId}, case when ${consentId}::text is not null then now() end
      from sign_up_status where ${isPublic ? isNotPaused("sign_ups", projectId) : sql`true`}
      on conflict on constraint leads_pkey do update set
        status = case when ${isReleased} then excluded.status else l.status end,
        held_reason = case when ${isReleased} then null else l.held_reason end,
        waitlist_sort_key = case when ${isAdded} then excluded.waitlist_sort_key else l.waitlist_sort_key end,
        waitlist_changed_at = case when ${isAdded} then now() else l.waitlist_changed_at end,
        updated_at = case when ${isAdded} then now() else l.updated_at end,
        on_waitlist = l.on_waitlist or (${isAdded})
      returning l.*, (xmax = 0) as is_new, l.on_waitlist and l.waitlist_changed_at = now() as joined_waitlist
    ), waitlist_change as (
      ${insertWaitlistChanges(sql`upserted where joined_waitlist`, 1)}
    ), event as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
      select project_id, ${newId()}::uuid, case when is_new then 'lead.created' else 'lead.updated' end,
        ${actor.kind}, ${actor.id}, ${requestId}, email, case when is_new then '{}' else '{"fields": ["onWaitlist"], "onWaitlist": true}' end::jsonb
      from upserted where is_new or joined_waitlist
    )
    select is_new, referral_code, (select held_reason is not null from sign_up_status) as is_held from upserted`;
}
