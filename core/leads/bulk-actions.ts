import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { actOnLeadsEndpoint, LeadAct } from "@/contract/lead-acts";
import type { TaskRecord } from "@/contract/tasks";
import type { Context } from "../context";
import { recordEvents } from "../events/record";
import { begin } from "../jobs/begin";
import { listMatching, listNamed } from "../jobs/select";
import type { Task, Work } from "../jobs/work";
import { totalOf } from "../sql";
import { acceptHeld } from "./accept";
import { lockForDeletion, removeLocked } from "./delete";
import { leadConditions } from "./filter";
import { setWaiting } from "./line";
import { lockLeads } from "./lock";

type Body = z.output<NonNullable<typeof actOnLeadsEndpoint.body>>;
type Ask = Omit<Body, "act">;

/**
 * Puts the leads that are named, once each, or all that match, on the waitlist, takes them off it, accepts or deletes them; or queues that where they
 * are many. Who is gone, or needs nothing done, is passed over. Answers how far it is.
 */
export function act(ctx: Context, { act: what, emails, ...rest }: Body): Promise<TaskRecord> {
  const ask = emails ? { emails: [...new Set(emails)] } : rest;
  return begin(ctx, leadWorks[`leads.${what}`], { kind: `leads.${what}`, ask });
}

/** Work that does `how` to leads; it locks them, and answers how many it changed. */
function workOn(how: (ctx: Context, emails: readonly string[], conditions: SQL[]) => Promise<number>): Work<Ask> {
  const matching = (ctx: Context, task: Task<Ask>) => ({
    ...{ from: sql`leads l`, id: sql`l.email`, project: sql`l.project_id` },
    conditions: conditionsOf(ctx, task),
  });
  return {
    total: async (ctx, task) => task.ask.emails?.length ?? totalOf(ctx.db, sql`leads l`, conditionsOf(ctx, task)),
    list: async (ctx, task, from) => (task.ask.emails ? listNamed(task.ask.emails, from) : listMatching(ctx, matching(ctx, task), from)),
    change: async (ctx, task, ids) => ({ changed: await how(ctx, ids, conditionsOf(ctx, task)) }),
  };
}

export const leadWorks: Record<`leads.${LeadAct}`, Work<Ask>> = {
  "leads.join_waitlist": workOn((ctx, emails, conditions) => putOnWaitlist(ctx, emails, conditions, true)),
  "leads.leave_waitlist": workOn((ctx, emails, conditions) => putOnWaitlist(ctx, emails, conditions, false)),
  "leads.accept": workOn(async (ctx, emails, conditions) => {
    const locked = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.standing = 'held'`] });
    await acceptHeld(ctx, locked);
    return locked.length;
  }),
  "leads.delete": workOn(async (ctx, emails, conditions) => {
    const locked = await lockForDeletion(ctx, emails, conditions);
    await removeLocked(ctx, locked);
    return locked.length;
  }),
};

async function putOnWaitlist(ctx: Context, emails: readonly string[], conditions: SQL[], onWaitlist: boolean): Promise<number> {
  const locked = await lockLeads(ctx, emails, { conditions: [...conditions, sql`l.on_waitlist <> ${onWaitlist}::boolean`] });
  await setWaiting(ctx, locked, onWaitlist);
  await recordEvents(
    ctx,
    locked.map((email) => ({ kind: "lead.changed", email, data: { fields: ["onWaitlist"], onWaitlist } })),
  );
  return locked.length;
}

/**
 * What leads `l` must meet, also after they were waited for; those that are named need only exist. Their moment is enough to tell which were
 * there at the call: unlike a batch of codes a lead is written in a transaction of few statements, which takes no longer than a claim may wait
 * for its code. Whoever comes within those seconds had asked before the call.
 */
const conditionsOf = (ctx: Context, { ask, createdAt }: Task<Ask>): SQL[] =>
  ask.filter ? [...leadConditions(ctx, ask.filter), sql`l.created_at <= ${createdAt}::timestamptz`] : [];
