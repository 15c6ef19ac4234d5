import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { actOnCodes, CodeAct } from "@/contract/codes";
import type { TaskRecord } from "@/contract/tasks";
import type { Context } from "../context";
import { totalOf } from "../sql";
import { begin } from "../tasks/begin";
import { listMatching, listNamed } from "../tasks/select";
import { type Done, problemWith, type Task, type Work } from "../tasks/work";
import { removeLocked } from "./delete";
import { extendLocked, recordExtended } from "./extend";
import { codeConditions } from "./filter";
import { lockCodes, type locks } from "./lock";
import { pauseLocked, resumeLocked } from "./pause";
import { type Extension, whyNotExtendable } from "./rules";
import { type CodeRow, codeFacts } from "./wire";

type Body = z.output<NonNullable<typeof actOnCodes.body>>;
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
    problem: ({ ofPausedBatches = 0, validUntil = 0, allowedClaims = 0 }) =>
      problemWith("batch_paused", [[ofPausedBatches, "stayed paused, because the whole batch is: resume the batch instead"]]) ??
      problemWith("invalid_input", [
        [validUntil, "stayed as before: the new end is not after the start"],
        [allowedClaims, "stayed as before: more have claimed than the new number allows"],
      ]),
  };
}

export const codeWorks: Record<`codes.${CodeAct}`, Work<Ask>> = {
  "codes.pause": workOn("change", async (ctx, codes) => ({ changed: await pauseLocked(ctx, codes) })),
  "codes.resume": workOn("change", async (ctx, codes) => {
    const { resumed, ofPausedBatches } = await resumeLocked(ctx, codes);
    return { changed: resumed, tally: { ofPausedBatches } };
  }),
  "codes.extend": workOn("change", extendEach),
  "codes.delete": workOn("deletion", async (ctx, codes) => {
    await removeLocked(ctx, codes);
    return { changed: codes.length };
  }),
};

async function extendEach(ctx: Context, codes: CodeRow[], extension: Extension): Promise<Done> {
  const tally = { validUntil: 0, allowedClaims: 0 };
  const able: CodeRow[] = [];
  for (const code of codes) {
    const wrong = whyNotExtendable(codeFacts(code), extension);
    if (wrong) tally[wrong.field]++;
    else able.push(code);
  }
  const changed = await extendLocked(ctx, able, extension);
  await recordExtended(ctx, changed, extension);
  return { changed: changed.length, tally };
}

/** What codes `c` must meet, also after they were waited for; those that are named need only exist. */
const conditionsOf = (ctx: Context, { ask, createdAt }: Task<Ask>): SQL[] =>
  ask.filter ? [...codeConditions(ctx, ask.filter), sql`c.created_at <= ${createdAt}::timestamptz`] : [];
