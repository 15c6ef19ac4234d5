import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { createLead, LeadRecord } from "@/contract/leads";
import { codeIdentity } from "@/contract/text";
import { rows, violated } from "@/db/rows";
import { newId } from "@/lib/ids";
import { type Context, inSavepoint, inTransaction, isPublic } from "../context";
import { goesOn, refuseWhilePaused } from "../projects/pauses";
import { Refusal } from "../refusal";
import { sourceOf } from "../source";
import { get } from "./find";
import { newReferralCode } from "./referral-code";

type Ask = z.output<NonNullable<typeof createLead.body>>;

/**
 * Creates a lead. Refuses with `lead_exists` and `referral_code_not_found`, changing nothing.
 * To the public a known address answers as a new one does; one that asks for the waitlist is put on it. While sign-ups are paused the
 * public is refused with `sign_ups_paused`, whichever address it is.
 */
export async function create(ctx: Context, ask: Ask): Promise<LeadRecord | { email: string }> {
  const referrer = ask.referralCode === undefined ? null : await referrerOf(ctx, ask.referralCode);
  if (isPublic(ctx)) {
    await upsert(ctx, ask, referrer);
    return { email: ask.email };
  }
  // In one transaction, which holds the new lead until its record is read.
  return inTransaction(ctx, async (inner) => {
    if (!(await upsert(inner, ask, referrer))) throw new Refusal("lead_exists");
    return get(inner, ask.email);
  });
}

async function referrerOf(ctx: Context, referralCode: string): Promise<string> {
  const [row] = await rows<{ email: string }>(
    ctx.db,
    sql`select email from leads where project_id = ${ctx.projectId} and referral_code = ${codeIdentity(referralCode)}`,
  );
  if (!row) throw new Refusal("referral_code_not_found");
  return row.email;
}

/** Inserts the lead, or for the public puts a known one on the waitlist; both are one statement and one write, so that neither shows in time. */
async function upsert(ctx: Context, ask: Ask, referrer: string | null): Promise<boolean> {
  const joins = isPublic(ctx) && ask.waitlist === true;
  for (let tries = 0; tries < 3; tries++) {
    try {
      const [row] = await inSavepoint(ctx, (db) =>
        rows<{ is_new: boolean }>(
          db,
          sql`with before as (
              select on_waitlist from leads where project_id = ${ctx.projectId} and email = ${ask.email}
            ), met as (
              insert into leads as l (project_id, email, firstname, lastname, notes, on_waitlist, source, referral_code, referred_by)
              select ${ctx.projectId}, ${ask.email}, ${ask.firstname || null}, ${ask.lastname || null}, ${ask.notes ?? ""},
                ${ask.waitlist ?? false}, ${sourceOf(ctx.actor)}, ${newReferralCode()}, ${referrer}
              where ${isPublic(ctx) ? goesOn("sign_ups", ctx.projectId) : sql`true`}
              on conflict on constraint one_lead_per_address do update
                set on_waitlist = l.on_waitlist or ${joins}, updated_at = case when ${joins} and not l.on_waitlist then now() else l.updated_at end
              returning l.*, (xmax = 0) as is_new
            ), told as (
              insert into events (project_id, id, kind, actor_kind, actor_id, request_id, email, data)
              select project_id, ${newId()}::uuid, case when is_new then 'lead.created' else 'lead.changed' end,
                ${ctx.actor.kind}, ${ctx.actor.id}, ${ctx.requestId}, email, case when is_new then '{}' else '{"fields": ["onWaitlist"]}' end::jsonb
              from met where is_new or (${joins} and not (select on_waitlist from before))
            )
            select is_new from met`,
        ),
      );
      if (row) return row.is_new;
      // Only a pause keeps it from being written; where that has ended since, it is tried again.
      await refuseWhilePaused(ctx, "sign_ups");
    } catch (error) {
      // The referrer was deleted between the look-up and here.
      if (violated(error) === "referred_by_a_lead") throw new Refusal("referral_code_not_found");
      if (violated(error) !== "one_lead_per_referral_code") throw error;
    }
  }
  throw new Error("No free referral code was found in three tries");
}
