import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { createLeadEndpoint, LeadRecord } from "@/contract/leads";
import { normalizeCode } from "@/contract/normalize";
import type { WelcomeJob } from "@/db/queue";
import { rows, violated } from "@/db/rows";
import { newId } from "@/lib/ids";
import { type SignUpSignals, signUpStatusQuery } from "../abuse-protection/hold-reason";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction, isPublicCaller } from "../context";
import { getConsentId } from "../projects/consent";
import { assertNotPaused, isNotPaused } from "../projects/pause";
import { actorSource } from "../source";
import { getLead } from "./get";
import { generateReferralCode } from "./referral-code";
import { insertWaitlistChanges } from "./waitlist";

type CreateLeadInput = z.output<NonNullable<typeof createLeadEndpoint.body>> & Pick<SignUpSignals, "isHasty">;

/**
 * Creates a lead. Refuses with `lead_exists` and `referral_code_not_found`, changing nothing.
 * To the public a known address answers as a new one does; one that asks for the waitlist is put on it. While sign-ups are paused the
 * public is refused with `sign_ups_paused`, whichever address it is.
 */
export async function createLead(ctx: Context, ask: CreateLeadInput): Promise<LeadRecord | { email: string }> {
  const referrer = ask.referralCode === undefined ? null : await findReferrer(ctx, ask.referralCode);
  const consent = ask.consent ? await getConsentId(ctx) : null;
  // In one transaction, which holds the new lead until its record is read.
  return inTransaction(ctx, async (inner) => {
    const { isNew, isHeld, referralCode } = await upsertLead(inner, ask, { referrer, consent });
    if (isPublicCaller(ctx)) {
      // Also where nothing comes of it, so that neither the answer nor its time tells a known address.
      await queueSignUpJob(inner, { lead: referralCode, mail: ask.waitlist === true && !isHeld });
      return { email: ask.email };
    }
    if (!isNew) throw new ApiError("lead_exists");
    if (referrer !== null) await queueSignUpJob(inner, { lead: referralCode, mail: false });
    return getLead(inner, ask.email);
  });
}

const queueSignUpJob = ({ db, jobs, projectId }: Context, job: Omit<WelcomeJob, "projectId">) => jobs.welcome(db, [{ projectId, ...job }]);

async function findReferrer(ctx: Context, referralCode: string): Promise<string> {
  const [row] = await rows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and referral_code = ${normalizeCode(referralCode)}`,
  );
  if (!row) throw new ApiError("referral_code_not_found");
  return row.email;
}

/** Who sent them, and which wording they agreed to. */
type ResolvedInput = { referrer: string | null; consent: string | null };

type UpsertResult = { isNew: boolean; isHeld: boolean; referralCode: string };

/** Inserts the lead, or for the public puts a known one on the waitlist. */
async function upsertLead(ctx: Context, ask: CreateLeadInput, found: ResolvedInput): Promise<UpsertResult> {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const [row] = await inSavepoint(ctx, (db) =>
        rows<{ is_new: boolean; is_held: boolean; referral_code: string }>(db, upsertQuery(ctx, ask, found)),
      );
      if (row) return { isNew: row.is_new, isHeld: row.is_held, referralCode: row.referral_code };
      // Only a pause keeps it from being written; where that has ended since, it is tried again.
      await assertNotPaused(ctx, "sign_ups");
    } catch (error) {
      // The referrer was deleted between the look-up and here.
      if (violated(error) === "leads_project_id_referred_by_fkey") throw new ApiError("referral_code_not_found");
      if (violated(error) !== "leads_project_id_referral_code_key") throw error;
    }
  }
  throw new Error("No free referral code was found in three tries");
}

/** A known lead and a new one are one statement and one write, so that neither shows in time. */
function upsertQuery({ projectId, actor, requestId }: Context, ask: CreateLeadInput, { referrer, consent }: ResolvedInput): SQL {
  const byPublic = isPublicCaller({ actor });
  const waits = ask.waitlist ?? false;
  const joins = byPublic && waits;
  // Who was held for what somebody else sent in their name goes on by a sign-up that nothing is against.
  const isFreed = sql`l.status = 'held' and excluded.status <> 'held'`;
  const comesOn = sql`${joins} and excluded.status <> 'held' and not l.on_waitlist
    and (l.status = 'active' or (l.status = 'held' and excluded.status = 'active' and not l.has_claimed))`;
  return sql`with ${signUpStatusQuery(ask.email, { projectId, signs: byPublic ? ask : null, joins })}, met as (
      insert into leads as l (project_id, email, firstname, lastname, notes, status, held_reason, on_waitlist, waitlist_changed_at, source, referral_code, referred_by,
        consent_id, consented_at)
      select project_id, ${ask.email}, ${ask.firstname || null}, ${ask.lastname || null}, ${ask.notes ?? ""}, status, held_reason,
        ${waits} and status = 'active', case when ${waits} and status <> 'unconfirmed' then now() end, ${actorSource(actor)},
        ${generateReferralCode()}, ${referrer}, ${consent}, case when ${consent}::text is not null then now() end
      from stands where ${byPublic ? isNotPaused("sign_ups", projectId) : sql`true`}
      on conflict on constraint leads_pkey do update set
        status = case when ${isFreed} then excluded.status else l.status end,
        held_reason = case when ${isFreed} then null else l.held_reason end,
        waitlist_sort_key = case when ${comesOn} then excluded.waitlist_sort_key else l.waitlist_sort_key end,
        waitlist_changed_at = case when ${comesOn} then now() else l.waitlist_changed_at end,
        updated_at = case when ${comesOn} then now() else l.updated_at end,
        on_waitlist = l.on_waitlist or (${comesOn})
      returning l.*, (xmax = 0) as is_new, l.on_waitlist and l.waitlist_changed_at = now() as came
    ), in_line as (
      ${insertWaitlistChanges(sql`met where came`, 1)}
    ), told as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
      select project_id, ${newId()}::uuid, case when is_new then 'lead.created' else 'lead.updated' end,
        ${actor.kind}, ${actor.id}, ${requestId}, email, case when is_new then '{}' else '{"fields": ["onWaitlist"], "onWaitlist": true}' end::jsonb
      from met where is_new or came
    )
    select is_new, referral_code, (select held_reason is not null from stands) as is_held from met`;
}
