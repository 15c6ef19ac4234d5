import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { actOnCodesEndpoint, CodeAct } from "@/contract/code-acts";
import type { TaskRecord } from "@/contract/tasks";
import type { Context } from "../context";
import { recordEvents } from "../events/record";
import { begin } from "../jobs/begin";
import { batchWasSeen } from "../jobs/seen";
import { listMatching, listNamed } from "../jobs/select";
import { type Done, problemWith, type Task, type Work } from "../jobs/work";
import { totalOf } from "../sql";
import { removeLocked } from "./delete";
import { extendEach, problemOfExtending } from "./extend";
import { codeConditions } from "./filter";
import { lockCodes, type locks } from "./lock";
import { pauseLocked, resumeLocked } from "./pause";
import type { Extension } from "./rules";
import type { CodeRow } from "./wire";

type Body = z.output<NonNullable<typeof actOnCodesEndpoint.body>>;
type Ask = Omit<Body, "act">;

/**
 * Pauses, resumes, extends or deletes the codes that are named, once each, or all that match; or queues that where they are many. Codes that
 * are gone, or need nothing done, are passed over. Answers how far it is.
 */
export function act(ctx: Context, { act: what, codes, ...rest }: Body): Promise<TaskRecord> {
  const ask = codes ? { ...rest, codes: [...new Set(codes)] } : rest;
  return begin(ctx, codeWorks[`codes.${what}`], { kind: `codes.${what}`, ask });
}

/** Work that does `how` to codes, which it locks so. */
function workOn(strength: keyof typeof locks, how: (ctx: Context, codes: CodeRow[], extension: Extension) => Promise<Done>): Work<Ask> {
  const matching = (ctx: Context, task: Task<Ask>) => ({
    ...{ from: sql`codes c`, id: sql`c.key`, project: sql`c.project_id` },
    conditions: conditionsOf(ctx, task),
  });
  return {
    total: async (ctx, task) => task.ask.codes?.length ?? totalOf(ctx.db, sql`codes c`, conditionsOf(ctx, task)),
    list: async (ctx, task, from) => (task.ask.codes ? listNamed(task.ask.codes, from) : listMatching(ctx, matching(ctx, task), from)),
    async change(ctx, task, ids) {
      const { validUntil, allowedClaims } = task.ask;
      return how(ctx, await lockCodes(ctx, ids, strength, conditionsOf(ctx, task)), { validUntil, allowedClaims });
    },
    problem: ({ ofPausedBatches = 0, ...kept }) =>
      problemWith("batch_paused", [[ofPausedBatches, "stayed paused, because the whole batch is: resume the batch instead"]]) ??
      problemOfExtending(kept),
  };
}

export const codeWorks: Record<`codes.${CodeAct}`, Work<Ask>> = {
  "codes.pause": workOn("change", async (ctx, codes) => ({ changed: await pauseLocked(ctx, codes) })),
  "codes.resume": workOn("change", async (ctx, codes) => {
    const { resumed, ofPausedBatches } = await resumeLocked(ctx, codes);
    return { changed: resumed, tally: { ofPausedBatches } };
  }),
  "codes.extend": workOn("change", async (ctx, codes, extension) => {
    const { events, ...done } = await extendEach(ctx, codes, extension);
    await recordEvents(ctx, events);
    return done;
  }),
  "codes.delete": workOn("deletion", async (ctx, codes) => {
    await removeLocked(ctx, codes);
    return { changed: codes.length };
  }),
};

/** What codes `c` must meet, also after they were waited for; those that are named need only exist. */
function conditionsOf(ctx: Context, task: Task<Ask>): SQL[] {
  const { filter } = task.ask;
  if (!filter) return [];
  const wasThere = batchWasSeen(task, { id: sql`c.batch_id`, project: sql`${ctx.projectId}` });
  return [...codeConditions(ctx, filter), sql`c.created_at <= ${task.createdAt}::timestamptz`, wasThere];
}
