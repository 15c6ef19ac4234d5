import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { bulkUpdateLeadsEndpoint, LeadAction } from "@/contract/bulk-leads";
import type { JobRecord } from "@/contract/jobs";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { keepsDeleted } from "../bin/entries";
import type { Context } from "../context";
import { recordEvents } from "../events/record-event";
import { type ChunkResult, type Job, type JobHandler, listMatchingRows, sliceIds } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { countRows, itemsIn } from "../sql";
import { changeLeadTags, tagsError } from "../tags";
import { isConfirmed } from "./confirmation";
import { deleteLockedLeads, lockLeadsForDeletion } from "./delete";
import { leadConditions } from "./filter";
import { lockLeads } from "./record";
import { reissueError, reissueInvitations, returnToWaitlist } from "./repair";
import { insertWaitlistChanges, setOnWaitlist } from "./waitlist";

type BulkUpdateLeadsInput = z.output<NonNullable<typeof bulkUpdateLeadsEndpoint.body>>;
type LeadJobParams = Omit<BulkUpdateLeadsInput, "action">;

/**
 * Runs an action on the given leads, or on all leads that match a filter, as a job: right away for a few leads, in the background for
 * many. Skips leads that no longer exist or need no change.
 */
export function bulkUpdateLeads(ctx: Context, { action, emails, ...rest }: BulkUpdateLeadsInput): Promise<JobRecord> {
  const params = emails ? { ...rest, emails: [...new Set(emails)] } : rest;
  return startJob(ctx, leadJobHandlers[`leads.${action}`], { kind: `leads.${action}`, params });
}

/** Changes the given leads if they meet the conditions. */
type UpdateLeads = (ctx: Context, emails: readonly string[], conditions: SQL[], job: Job<LeadJobParams>) => Promise<ChunkResult>;

function createHandler(update: UpdateLeads): JobHandler<LeadJobParams> {
  const matchingLeads = (ctx: Context, job: Job<LeadJobParams>) => ({
    from: sql`leads l`,
    id: sql`l.email`,
    project: sql`l.project_id`,
    conditions: jobConditions(ctx, job),
  });
  return {
    total: async (ctx, job) => job.params.emails?.length ?? countRows(ctx.db, sql`leads l`, jobConditions(ctx, job)),
    list: async (ctx, job, range) =>
      job.params.emails ? sliceIds(job.params.emails, range) : listMatchingRows(ctx, matchingLeads(ctx, job), range),
    process: (ctx, job, emails) => update(ctx, emails, jobConditions(ctx, job), job),
    error: (tally) => tagsError("lead")(tally) ?? reissueError(tally),
  };
}

export const leadJobHandlers: Record<`leads.${LeadAction}`, JobHandler<LeadJobParams>> = {
  "leads.join_waitlist": createHandler((ctx, emails, conditions) => updateWaitlist(ctx, emails, conditions, true)),
  "leads.leave_waitlist": createHandler((ctx, emails, conditions) => updateWaitlist(ctx, emails, conditions, false)),
  "leads.return_to_waitlist": createHandler(returnToWaitlist),
  "leads.reissue_invitation": createHandler((ctx, emails, conditions, { params: { validUntil, type } }) =>
    reissueInvitations(ctx, emails, { conditions, validUntil, type }),
  ),
  "leads.approve": createHandler(async (ctx, emails, conditions) => {
    const lockedEmails = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.status = 'held'`] });
    await approveHeldLeads(ctx, lockedEmails);
    return { changed: lockedEmails.length };
  }),
  "leads.add_tags": createHandler(async (ctx, emails, conditions, { params }) =>
    changeLeadTags(ctx, await lockLeads(ctx, emails, { conditions }), { addTags: params.tags }),
  ),
  "leads.remove_tags": createHandler(async (ctx, emails, conditions, { params }) =>
    changeLeadTags(ctx, await lockLeads(ctx, emails, { conditions }), { removeTags: params.tags }),
  ),
  "leads.delete": createHandler(async (ctx, emails, conditions, { id, params }) => {
    const lockedEmails = await lockLeadsForDeletion(ctx, emails, conditions);
    await deleteLockedLeads(ctx, lockedEmails, params.bin && (await keepsDeleted(ctx)) ? { deletionId: id } : null);
    return { changed: lockedEmails.length };
  }),
};

async function updateWaitlist(ctx: Context, emails: readonly string[], conditions: SQL[], onWaitlist: boolean): Promise<ChunkResult> {
  const lockedEmails = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.on_waitlist <> ${onWaitlist}::boolean`] });
  await setOnWaitlist(ctx, lockedEmails, onWaitlist);
  await recordEvents(
    ctx,
    lockedEmails.map((email) => ({ kind: "lead.updated", email, data: { fields: ["onWaitlist"], onWaitlist } })),
  );
  return { changed: lockedEmails.length };
}

/**
 * The conditions on leads `l` that a job changes, checked again once they are locked. Leads that were given by email only have to exist.
 * `created_at` is enough to leave out leads created after the call: unlike a batch of codes, a lead is created in a short transaction.
 */
const jobConditions = (ctx: Context, { params, createdAt }: Job<LeadJobParams>): SQL[] =>
  params.filter ? [...leadConditions(ctx, params.filter), sql`l.created_at <= ${createdAt}::timestamptz`] : [];

/** Whether a held lead asked for the waitlist and hasn't claimed a code. */
const wantsWaitlist = sql`(l.waitlist_changed_at is not null and not l.has_claimed)`;

/** Whether a lead `l` of project `p` must confirm their email before they join the waitlist. */
const mustConfirm = sql`p.double_opt_in and ${wantsWaitlist} and not (${isConfirmed})`;

/**
 * Approves held sign-ups of leads that the caller's transaction has locked. Leads who asked for the waitlist get the position of when they
 * asked, or must confirm their email first if the project requires it.
 */
async function approveHeldLeads(ctx: Context, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  const { db, projectId, queue } = ctx;
  const approved = await queryRows<RowOf<typeof leads, "email" | "referral_code"> & { wants_waitlist: boolean }>(
    db,
    sql`with approved as (
        update leads l set status = case when ${mustConfirm} then 'unconfirmed' else 'active' end,
          on_waitlist = not (${mustConfirm}) and ${wantsWaitlist}, held_reason = null, updated_at = now()
        from projects p where p.id = l.project_id and l.project_id = ${projectId} and l.status = 'held' and l.email in ${itemsIn(emails)}
        returning l.*
      ), waitlist_change as (
        ${insertWaitlistChanges(sql`approved where on_waitlist`, 1)}
      )
      select l.email, l.referral_code, ${wantsWaitlist} as wants_waitlist from approved l order by l.email`,
  );
  await recordEvents(
    ctx,
    approved.map(({ email }) => ({ kind: "lead.approved", email })),
  );
  await queue.addSignUps(
    db,
    approved.map((lead) => ({ projectId, referralCode: lead.referral_code, sendEmail: lead.wants_waitlist })),
  );
}
