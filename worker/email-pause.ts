import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "@/core/context";
import { pauseOf } from "@/core/projects/pauses";
import type { Halt } from "./post";

/** How often it is looked whether mail is paused, in milliseconds. */
const look = 2_000;

/** How long a job waits at most, in milliseconds: less than the queue gives it. It comes round again at once, and waits on. */
const longest = 30 * 60_000;

/**
 * Does a job's work while mail is not paused: it waits until it is resumed, and is told by its `stopping` to leave off where mail is
 * paused meanwhile, as where the worker stops. Throws where the job is to come round again.
 */
export async function whileMailGoes(ctx: Context, halt: Halt, work: (halt: Halt) => Promise<void>): Promise<void> {
  await resumed(ctx, AbortSignal.any([halt.stopping, halt.lost]));
  const over = new AbortController();
  const paused = new AbortController();
  const watching = watch(ctx, over.signal, paused);
  try {
    await work({ ...halt, stopping: AbortSignal.any([halt.stopping, paused.signal]) });
  } finally {
    over.abort();
    await watching;
  }
}

/** Holds once mail is not paused. Nothing has been taken yet: a worker that dies here leaves the job as it was. */
async function resumed(ctx: Context, halt: AbortSignal): Promise<void> {
  for (const end = Date.now() + longest; (await pauseOf(ctx, "mail")) !== null; await wait(look, undefined, { signal: halt }))
    if (Date.now() > end) throw new Error("Mail is still paused");
}

async function watch(ctx: Context, over: AbortSignal, paused: AbortController): Promise<void> {
  while (await wait(look, true, { signal: over, ref: false }).catch(() => false)) {
    // Where that cannot be known what is under way goes on: it finds for itself that the database is away.
    const found = await pauseOf(ctx, "mail").catch(() => null);
    if (found !== null) return paused.abort(new Error("Mail was paused"));
  }
}
