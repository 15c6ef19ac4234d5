import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { createLeadEndpoint, LeadRecord } from "@/contract/leads";
import { codeIdentity } from "@/contract/text";
import type { WelcomeJob } from "@/db/queue";
import { rows, violated } from "@/db/rows";
import { newId } from "@/lib/ids";
import { type Signs, standingOf } from "../abuse-protection/hold";
import { ApiError } from "../api-error";
import { type Context, inSavepoint, inTransaction, isPublic } from "../context";
import { presentConsent } from "../projects/consent";
import { goesOn, refuseWhilePaused } from "../projects/pauses";
import { sourceOf } from "../source";
import { get } from "./find";
import { lineChanged } from "./line";
import { newReferralCode } from "./referral-code";

type Ask = z.output<NonNullable<typeof createLeadEndpoint.body>> & Pick<Signs, "isHasty">;

/**
 * Creates a lead. Refuses with `lead_exists` and `referral_code_not_found`, changing nothing.
 * To the public a known address answers as a new one does; one that asks for the waitlist is put on it. While sign-ups are paused the
 * public is refused with `sign_ups_paused`, whichever address it is.
 */
export async function create(ctx: Context, ask: Ask): Promise<LeadRecord | { email: string }> {
  const referrer = ask.referralCode === undefined ? null : await referrerOf(ctx, ask.referralCode);
  const consent = ask.consent ? await presentConsent(ctx) : null;
  // In one transaction, which holds the new lead until its record is read.
  return inTransaction(ctx, async (inner) => {
    const { isNew, isHeld, referralCode } = await upsert(inner, ask, { referrer, consent });
    if (isPublic(ctx)) {
      // Also where nothing comes of it, so that neither the answer nor its time tells a known address.
      await welcome(inner, { lead: referralCode, mail: ask.waitlist === true && !isHeld });
      return { email: ask.email };
    }
    if (!isNew) throw new ApiError("lead_exists");
    if (referrer !== null) await welcome(inner, { lead: referralCode, mail: false });
    return get(inner, ask.email);
  });
}

const welcome = ({ db, jobs, projectId }: Context, job: Omit<WelcomeJob, "projectId">) => jobs.welcome(db, [{ projectId, ...job }]);

async function referrerOf(ctx: Context, referralCode: string): Promise<string> {
  const [row] = await rows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and referral_code = ${codeIdentity(referralCode)}`,
  );
  if (!row) throw new ApiError("referral_code_not_found");
  return row.email;
}

/** Who sent them, and which wording they agreed to. */
type Found = { referrer: string | null; consent: string | null };

type Met = { isNew: boolean; isHeld: boolean; referralCode: string };

/** Inserts the lead, or for the public puts a known one on the waitlist. */
async function upsert(ctx: Context, ask: Ask, found: Found): Promise<Met> {
  for (let tries = 0; tries < 3; tries++) {
    try {
      const [row] = await inSavepoint(ctx, (db) =>
        rows<{ is_new: boolean; is_held: boolean; referral_code: string }>(db, upsertion(ctx, ask, found)),
      );
      if (row) return { isNew: row.is_new, isHeld: row.is_held, referralCode: row.referral_code };
      // Only a pause keeps it from being written; where that has ended since, it is tried again.
      await refuseWhilePaused(ctx, "sign_ups");
    } catch (error) {
      // The referrer was deleted between the look-up and here.
      if (violated(error) === "referred_by_a_lead") throw new ApiError("referral_code_not_found");
      if (violated(error) !== "one_lead_per_referral_code") throw error;
    }
  }
  throw new Error("No free referral code was found in three tries");
}

/** A known lead and a new one are one statement and one write, so that neither shows in time. */
function upsertion({ projectId, actor, requestId }: Context, ask: Ask, { referrer, consent }: Found): SQL {
  const byPublic = isPublic({ actor });
  const waits = ask.waitlist ?? false;
  const joins = byPublic && waits;
  // Who was held for what somebody else sent in their name goes on by a sign-up that nothing is against.
  const isFreed = sql`l.standing = 'held' and excluded.standing <> 'held'`;
  const comesOn = sql`${joins} and excluded.standing <> 'held' and not l.on_waitlist
    and (l.standing = 'accepted' or (l.standing = 'held' and excluded.standing = 'accepted' and not l.has_claimed))`;
  return sql`with ${standingOf(ask.email, { projectId, signs: byPublic ? ask : null, joins })}, met as (
      insert into leads as l (project_id, email, firstname, lastname, notes, standing, held_for, on_waitlist, line_at, source, referral_code, referred_by,
        consent_id, consented_at)
      select project_id, ${ask.email}, ${ask.firstname || null}, ${ask.lastname || null}, ${ask.notes ?? ""}, standing, held_for,
        ${waits} and standing = 'accepted', case when ${waits} and standing <> 'unconfirmed' then now() end, ${sourceOf(actor)},
        ${newReferralCode()}, ${referrer}, ${consent}, case when ${consent}::text is not null then now() end
      from stands where ${byPublic ? goesOn("sign_ups", projectId) : sql`true`}
      on conflict on constraint one_lead_per_address do update set
        standing = case when ${isFreed} then excluded.standing else l.standing end,
        held_for = case when ${isFreed} then null else l.held_for end,
        line_key = case when ${comesOn} then excluded.line_key else l.line_key end,
        line_at = case when ${comesOn} then now() else l.line_at end,
        updated_at = case when ${comesOn} then now() else l.updated_at end,
        on_waitlist = l.on_waitlist or (${comesOn})
      returning l.*, (xmax = 0) as is_new, l.on_waitlist and l.line_at = now() as came
    ), in_line as (
      ${lineChanged(sql`met where came`, 1)}
    ), told as (
      insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
      select project_id, ${newId()}::uuid, case when is_new then 'lead.created' else 'lead.changed' end,
        ${actor.kind}, ${actor.id}, ${requestId}, email, case when is_new then '{}' else '{"fields": ["onWaitlist"], "onWaitlist": true}' end::jsonb
      from met where is_new or came
    )
    select is_new, referral_code, (select held_for is not null from stands) as is_held from met`;
}
