import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { log } from "@/lib/log";
import { type Context, inTransaction, isTransaction } from "../context";
import { asKept, type Figure, forget, isDear, isDue, type Kept, keep, timed } from "./kept";
import { bePatient, tryLock } from "./lock";

/** How long after a failure a figure is left alone by this process, in milliseconds. */
const rest = 30_000;

/**
 * Counts a figure again and keeps it, or forgets it where that has become cheap. Answers false, with nothing done, where another process
 * is counting it, or has counted it since `seen`: when the caller saw it counted last, null where it was not kept.
 */
export function renew(ctx: Context, figure: Figure, subject: string, seen: string | null): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await bePatient(inner);
    if (!(await tryLock(inner, figure, subject))) return false;
    const { now, kept } = await asKept(inner, figure, subject);
    if ((kept?.counted_at ?? null) !== seen) return false;
    const { value, tookMs } = await timed(() => figure.count(inner, subject));
    if (isDear(figure, tookMs)) await keep(inner, figure, subject, { value, countedAt: now, tookMs, asked: false });
    else await forget(inner, figure, subject);
    return true;
  });
}

/** What a process counts in the background, one after another, so that it never takes more than one connection of its pool. */
type Line = { waiting: Set<string>; resting: Map<string, number>; last: Promise<void> };
const lines = new WeakMap<Database, Line>();

function lineOf(db: Database): Line {
  const line = lines.get(db) ?? { waiting: new Set(), resting: new Map(), last: Promise.resolve() };
  lines.set(db, line);
  return line;
}

/** Has a figure counted in the background where that is due or it is not kept yet, and notes that it was asked for. */
export function renewIfDue(ctx: Context, figure: Figure, subject: string, kept: Kept | null): void {
  const due = kept === null || isDue(kept);
  const unnoted = kept?.asked_long_ago ?? false;
  // A transaction's connection is another's by then; the next who asks will see to it.
  if (!(due || unnoted) || isTransaction(ctx.db)) return;
  const line = lineOf(ctx.db);
  const id = `${ctx.projectId} ${figure.name} ${subject}`;
  if (line.waiting.has(id) || Date.now() < (line.resting.get(id) ?? 0)) return;
  line.waiting.add(id);
  line.last = line.last
    .then(async () => {
      if (unnoted) await noteAsked(ctx, figure, subject);
      if (due) await renew(ctx, figure, subject, kept?.counted_at ?? null);
      line.resting.delete(id);
    })
    .catch((err: unknown) => {
      log.error({ err, figure: figure.name }, "a figure could not be counted again");
      line.resting.set(id, Date.now() + rest);
    })
    .then(() => void line.waiting.delete(id));
}

/** Holds when everything is counted that was due. */
export const renewed = (db: Database): Promise<void> => lineOf(db).last;

async function noteAsked({ db, projectId }: Context, { name }: Figure, subject: string): Promise<void> {
  await db.execute(sql`update figures set asked_at = now() where project_id = ${projectId} and name = ${name} and subject = ${subject}`);
}
