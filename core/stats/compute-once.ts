import type { Database } from "@/db/client";
import { iso } from "@/lib/time";
import { type Context, inTransaction } from "../context";
import { asKept, type Counted, type Figure, isDear, keep, timed } from "./kept";
import { bePatient, lock } from "./lock";

type Told = Counted<unknown> & { dear: boolean };

/** What a process counts for somebody who waits, by the figure. */
const underWay = new WeakMap<Database, Map<string, Promise<Told>>>();

/**
 * Counts a figure that is not kept, once however many ask for it at once: others of this process are told the same, those of another process
 * wait for it and find it kept. Without that, everybody who comes after a crash, which empties what is kept, would count the same at once.
 */
export async function countOnce<Value>(ctx: Context, figure: Figure<Value>, subject: string): Promise<Counted<Value>> {
  const counts = underWay.get(ctx.db) ?? new Map<string, Promise<Told>>();
  underWay.set(ctx.db, counts);
  const id = `${ctx.projectId} ${figure.name} ${subject}`;
  const others = await counts.get(id);
  // One that is not dear is told as it is now, which others' count, having begun before, may not be.
  const told = others?.dear ? others : await begin();
  return { value: told.value as Value, asOf: told.asOf };

  function begin(): Promise<Told> {
    const counting = counts.get(id) ?? countLocked(ctx, figure, subject).finally(() => counts.delete(id));
    counts.set(id, counting);
    return counting;
  }
}

function countLocked(ctx: Context, figure: Figure, subject: string): Promise<Told> {
  return inTransaction(ctx, async (inner) => {
    await bePatient(inner);
    await lock(inner, figure, subject);
    const { now, kept } = await asKept(inner, figure, subject);
    if (kept?.young) return { value: kept.value, asOf: iso(kept.counted_at), dear: true };
    const { value, tookMs } = await timed(() => figure.count(inner, subject));
    const dear = isDear(figure, tookMs);
    if (dear) await keep(inner, figure, subject, { value, countedAt: now, tookMs, asked: true });
    return { value, asOf: iso(now), dear };
  });
}
