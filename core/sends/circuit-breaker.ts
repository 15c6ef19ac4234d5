import { type SQL, sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries, emailCircuitBreakers } from "@/db/schema";
import { log } from "@/lib/log";
import { isRefusal, quotableResponse, refusalReason } from "@/lib/refusal-reason";
import type { Context } from "../context";
import { recordEvent } from "../events/record-event";
import { uuidsIn } from "../sql";
import { isPausedSql } from "./refusal-pause";
import { requeueNeeded } from "./requeue";
import { isSentOtherwise } from "./undelivered";

/** How many of the latest deliveries count. */
const windowSize = 50;

/** Email is paused if more than a tenth of them are refused for the same reason, or more than half for any. */
const maxForOneReason = windowSize / 10;
const maxForAnyReason = windowSize / 2;

/** For how many hours staff accept a reason that they resumed email in spite of: it pauses email only if it is that of most deliveries. */
const acceptanceHours = 24;

/** How many emails that were refused before the pause are sent again. */
const maxRequeued = 10_000;

/** The result of an attempt, as far as it matters here. */
type Outcome = { id: string; status: string; error?: string };

type BreakerRow = RowOf<typeof emailCircuitBreakers, "recent" | "reason"> & { is_paused: boolean; is_reason_accepted: boolean };

/** The latest items of an array. */
const latest = (items: SQL): SQL => sql`(${items})[greatest(1, cardinality(${items}) - ${windowSize - 1}::int):]`;

export type BreakerState = {
  isPaused: boolean;
  /** The refused emails that wait for another attempt: all while email is paused, and those of attempts from before it was resumed. */
  waiting: ReadonlySet<string>;
  /** Sends the emails again that were refused for the same reason before. Only if these outcomes paused email. */
  requeueRefused?: () => Promise<void>;
};

/**
 * Counts the outcomes of deliveries in the caller's transaction, and pauses email if the server refuses too many. Returns whether email is
 * paused because of refusals. Locks the project's row until the transaction ends, so that all workers count the same.
 */
export async function countRefusals(ctx: Context, outcomes: readonly Outcome[]): Promise<BreakerState> {
  const refused = outcomes.filter(({ error = "" }) => isRefusal(error)).map(({ id }) => id);
  if (refused.length === 0) return { isPaused: false, waiting: new Set() };
  // Locked before, because email can be resumed while this waits for the lock.
  await ctx.db.execute(
    sql`insert into email_circuit_breakers as b (project_id, recent) values (${ctx.projectId}, '{}') on conflict (project_id) do update set recent = b.recent`,
  );
  const waiting = new Set(await listTakenBeforeResume(ctx, refused));
  const state = await countReasons(
    ctx,
    outcomes.filter(({ id }) => !waiting.has(id)),
  );
  return { ...state, waiting: state.isPaused ? new Set(refused) : waiting };
}

/** Returns the emails whose attempt started before email was last resumed. What the server answered to them is no longer news. */
async function listTakenBeforeResume({ db, projectId }: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`select d.id from email_circuit_breakers b join deliveries d on d.project_id = b.project_id and d.id in ${uuidsIn(ids)} and d.updated_at < b.resumed_at
      where b.project_id = ${projectId}`,
  );
  return rows.map(({ id }) => id);
}

async function countReasons(ctx: Context, outcomes: readonly Outcome[]): Promise<Omit<BreakerState, "waiting">> {
  const reasons = outcomes.flatMap(({ status, error = "" }) => (status === "sent" ? "" : isRefusal(error) ? refusalReason(error) : []));
  if (!reasons.some((reason) => reason !== "")) return { isPaused: false };
  const [row] = await queryRows<BreakerRow>(
    ctx.db,
    sql`insert into email_circuit_breakers as b (project_id, recent) values (${ctx.projectId}, array(select jsonb_array_elements_text(${JSON.stringify(reasons.slice(-windowSize))}::jsonb)))
      on conflict (project_id) do update set recent = case when ${isPausedSql} then b.recent else ${latest(sql`b.recent || excluded.recent`)} end
      returning b.recent, b.reason, ${isPausedSql} as is_paused,
        coalesce(b.resumed_at > now() - make_interval(hours => ${acceptanceHours}), false) as is_reason_accepted`,
  );
  if (!row || row.is_paused) return { isPaused: row?.is_paused ?? false };
  const cause = findCause(row);
  if (cause === null) return { isPaused: false };
  const response = outcomes.findLast(({ error = "" }) => isRefusal(error) && matchesReason(error, cause.reason))?.error ?? "";
  await pauseEmail(ctx, { ...cause, response, total: row.recent.length });
  return { isPaused: true, requeueRefused: () => requeueRefused(ctx, cause.reason) };
}

type Cause = { reason: string | null; refused: number };

/** Returns why email must be paused. Null if it needn't. */
function findCause({ recent, reason: lastReason, is_reason_accepted: isAccepted }: BreakerRow): Cause | null {
  const refusals = recent.filter((reason) => reason !== "");
  const [reason, same = []] = [...Map.groupBy(refusals, (each) => each)].reduce<[string, string[]]>(
    (most, entry) => (entry[1].length > most[1].length ? entry : most),
    ["", []],
  );
  const isTolerated = isAccepted && reason === lastReason && same.length <= recent.length / 2;
  if (same.length > maxForOneReason && !isTolerated) return { reason, refused: same.length };
  return refusals.length > maxForAnyReason ? { reason: null, refused: refusals.length } : null;
}

/** Whether an error is a refusal for a reason, or for any if it is null. */
export const matchesReason = (error: string, reason: string | null): boolean =>
  isRefusal(error) && (reason === null || refusalReason(error) === reason);

async function pauseEmail(ctx: Context, { reason, refused, total, response }: Cause & { total: number; response: string }): Promise<void> {
  const { db, projectId } = ctx;
  await db.execute(
    sql`update email_circuit_breakers set paused_at = now(), resumed_at = null, reason = ${reason}, response = ${quotableResponse(response)}, refused = ${refused}, total = ${total}
      where project_id = ${projectId}`,
  );
  await db.execute(sql`update projects set paused = array_append(array_remove(paused, 'email'), 'email') where id = ${projectId}`);
  await recordEvent(ctx, { kind: "project.paused", data: { features: ["email"], refused, total } });
  log.warn({ refused, total }, "email was paused because the mail server refuses it");
}

/** Queues the failed emails of the last hour again that were refused for this reason. */
async function requeueRefused(ctx: Context, reason: string | null): Promise<void> {
  const failed = await queryRows<RowOf<typeof deliveries, "id" | "error">>(
    ctx.db,
    sql`select d.id, d.error from deliveries d where d.project_id = ${ctx.projectId} and d.status = 'failed' and d.updated_at > now() - interval '1 hour'
      order by d.updated_at desc limit ${maxRequeued}`,
  );
  const ids = failed.filter(({ error }) => error !== null && matchesReason(error, reason)).map(({ id }) => id);
  if (ids.length === 0) return;
  await requeueNeeded(ctx, [
    sql`d.project_id = ${ctx.projectId} and d.id in ${uuidsIn(ids)} and d.status = 'failed' and not coalesce(${isSentOtherwise}, false)`,
  ]);
}

/**
 * Counts emails that the server accepted, if it refused some of the latest. Not in a transaction that has locked deliveries, because
 * `countRefusals` locks the project's row before them.
 */
export async function countAccepted({ db, projectId }: Context, amount: number): Promise<void> {
  if (amount === 0) return;
  const accepted = sql`array_fill(''::text, array[${Math.min(amount, windowSize)}::int])`;
  await db.execute(
    sql`update email_circuit_breakers b set recent = ${latest(sql`b.recent || ${accepted}`)}
      where b.project_id = ${projectId} and exists (select from unnest(b.recent) as reason where reason <> '')`,
  );
}
