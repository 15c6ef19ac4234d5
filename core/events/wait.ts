import { sql } from "drizzle-orm";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { firstOpenEventId } from "./list";

/** How often the database is asked for the newest event while someone waits for one, in milliseconds. */
const pollMs = 200;

type Waiter = { after: string; resolve(isThere: boolean): void };

/** Who waits for events of a project. They share the question to the database. */
const waiters = new Map<number, Set<Waiter>>();
let hasStopped = false;

/** Returns the newest event before which no other can appear. */
async function newestEventId({ db, projectId }: Context): Promise<string | null> {
  const end = await firstOpenEventId(db);
  const [row] = await queryRows<{ id: string }>(
    db,
    sql`select e.id from events e where e.project_id = ${projectId} and e.id < ${end}::uuid order by e.id desc limit 1`,
  );
  return row?.id ?? null;
}

/** Asks for the newest event until no one waits. If the database doesn't answer, all stop waiting, and their next request says so. */
async function poll(ctx: Context, waiting: Set<Waiter>): Promise<void> {
  while (waiting.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    const newest = await newestEventId(ctx).catch(() => undefined);
    for (const { after, resolve } of [...waiting])
      if (newest === undefined || (newest !== null && newest > after)) resolve(newest !== undefined);
  }
  waiters.delete(ctx.projectId);
}

/** Waits up to so many milliseconds for an event after a position, or until `signal` aborts. Returns whether there is one. */
export function waitForEvent(ctx: Context, after: string, milliseconds: number, signal?: AbortSignal): Promise<boolean> {
  if (milliseconds <= 0 || hasStopped || signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const known = waiters.get(ctx.projectId);
    const waiting = known ?? new Set<Waiter>();
    const leave = () => end(false);
    const end = (isThere: boolean) => {
      signal?.removeEventListener("abort", leave);
      clearTimeout(timer);
      waiting.delete(waiter);
      resolve(isThere);
    };
    const waiter = { after, resolve: end };
    const timer = setTimeout(end, milliseconds, false);
    waiting.add(waiter);
    signal?.addEventListener("abort", leave);
    if (known) return;
    waiters.set(ctx.projectId, waiting);
    void poll(ctx, waiting);
  });
}

/** Ends all waits, and lets no one wait any more. Call it when the process is about to stop. */
export function stopWaiting(): void {
  hasStopped = true;
  for (const waiting of waiters.values()) for (const { resolve } of [...waiting]) resolve(false);
}

/** Whether the process is about to stop. */
export const isStopping = (): boolean => hasStopped;
