import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { bulkUpdateLeadsEndpoint, LeadAction } from "@/contract/bulk-lead-actions";
import type { JobRecord } from "@/contract/jobs";
import type { Context } from "../context";
import { recordEvents } from "../events/record";
import type { Job, JobHandler } from "../jobs/handler";
import { listMatchingRows, sliceIds } from "../jobs/list-items";
import { startJob } from "../jobs/start";
import { countRows } from "../sql";
import { approveHeldLeads } from "./approve";
import { deleteLockedLeads, lockLeadsForDeletion } from "./delete";
import { leadConditions } from "./filter";
import { lockLeads } from "./lock";
import { setOnWaitlist } from "./waitlist";

type BulkUpdateLeadsInput = z.output<NonNullable<typeof bulkUpdateLeadsEndpoint.body>>;
type LeadJobParams = Omit<BulkUpdateLeadsInput, "act">;

/**
 * Puts the leads that are named, once each, or all that match, on the waitlist, takes them off it, accepts or deletes them; or queues that where they
 * are many. Who is gone, or needs nothing done, is passed over. Answers how far it is.
 */
export function bulkUpdateLeads(ctx: Context, { act: what, emails, ...rest }: BulkUpdateLeadsInput): Promise<JobRecord> {
  const ask = emails ? { emails: [...new Set(emails)] } : rest;
  return startJob(ctx, leadJobHandlers[`leads.${what}`], { kind: `leads.${what}`, params: ask });
}

/** Work that does `how` to leads; it locks them, and answers how many it changed. */
function createHandler(how: (ctx: Context, emails: readonly string[], conditions: SQL[]) => Promise<number>): JobHandler<LeadJobParams> {
  const matching = (ctx: Context, task: Job<LeadJobParams>) => ({
    ...{ from: sql`leads l`, id: sql`l.email`, project: sql`l.project_id` },
    conditions: jobConditions(ctx, task),
  });
  return {
    total: async (ctx, task) => task.params.emails?.length ?? countRows(ctx.db, sql`leads l`, jobConditions(ctx, task)),
    list: async (ctx, task, from) =>
      task.params.emails ? sliceIds(task.params.emails, from) : listMatchingRows(ctx, matching(ctx, task), from),
    process: async (ctx, task, ids) => ({ changed: await how(ctx, ids, jobConditions(ctx, task)) }),
  };
}

export const leadJobHandlers: Record<`leads.${LeadAction}`, JobHandler<LeadJobParams>> = {
  "leads.join_waitlist": createHandler((ctx, emails, conditions) => setOnWaitlistInBulk(ctx, emails, conditions, true)),
  "leads.leave_waitlist": createHandler((ctx, emails, conditions) => setOnWaitlistInBulk(ctx, emails, conditions, false)),
  "leads.approve": createHandler(async (ctx, emails, conditions) => {
    const locked = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.status = 'held'`] });
    await approveHeldLeads(ctx, locked);
    return locked.length;
  }),
  "leads.delete": createHandler(async (ctx, emails, conditions) => {
    const locked = await lockLeadsForDeletion(ctx, emails, conditions);
    await deleteLockedLeads(ctx, locked);
    return locked.length;
  }),
};

async function setOnWaitlistInBulk(ctx: Context, emails: readonly string[], conditions: SQL[], onWaitlist: boolean): Promise<number> {
  const locked = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.on_waitlist <> ${onWaitlist}::boolean`] });
  await setOnWaitlist(ctx, locked, onWaitlist);
  await recordEvents(
    ctx,
    locked.map((email) => ({ kind: "lead.updated", email, data: { fields: ["onWaitlist"], onWaitlist } })),
  );
  return locked.length;
}

/**
 * What leads `l` must meet, also after they were waited for; those that are named need only exist. Their moment is enough to tell which were
 * there at the call: unlike a batch of codes a lead is written in a transaction of few statements, which takes no longer than a claim may wait
 * for its code. Whoever comes within those seconds had asked before the call.
 */
const jobConditions = (ctx: Context, { params: ask, createdAt }: Job<LeadJobParams>): SQL[] =>
  ask.filter ? [...leadConditions(ctx, ask.filter), sql`l.created_at <= ${createdAt}::timestamptz`] : [];
