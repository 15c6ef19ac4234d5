import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { type Context, isTransaction } from "../context";
import { countOnce } from "./count-once";
import { type Counted, type Figure, few, isDear, type Kept, keep, keptColumns, timed } from "./kept";
import { renewIfDue } from "./renew";

export type { Counted };

/** A figure and when it was counted: now, or, where that takes long, a while ago. What is out of date is counted again in the background, and nobody waits for that. */
export async function figure<Value>(ctx: Context, of: Figure<Value>, subject = ""): Promise<Counted<Value>> {
  const [found] = await rows<{ now: string; many: boolean } & (Kept | { counted_at: null })>(
    ctx.db,
    sql`select date_trunc('milliseconds', now()) as now, size.many, kept.*
      from (select exists (${of.rows(ctx, subject)} offset ${few} limit 1) as many offset 0) as size left join lateral (
        select ${keptColumns} from figures f
          where f.project_id = ${ctx.projectId} and f.name = ${of.name} and f.subject = ${subject} and size.many) as kept on true`,
  );
  if (!found) throw new Error("The database answered nothing");
  if (found.counted_at !== null && found.young) {
    renewIfDue(ctx, of, subject, found);
    return { value: found.value as Value, asOf: iso(found.counted_at) };
  }
  // What a transaction sees is its own, and its connection another's by the time others have waited.
  if (found.many && !isTransaction(ctx.db)) return countOnce(ctx, of, subject);
  const { value, tookMs } = await timed(() => of.count(ctx, subject));
  if (isDear(of, tookMs)) await keep(ctx, of, subject, { value, countedAt: found.now, tookMs, asked: true });
  return { value, asOf: iso(found.now) };
}
