import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { EventType } from "@/contract/event-types";
import type { JobRecord } from "@/contract/jobs";
import { countCap } from "@/contract/limits";
import { type recoverWebhookEndpoint, typesOfWebhook } from "@/contract/webhooks";
import { changeRows } from "@/db/query";
import { currentTime } from "@/lib/clock";
import { minIdAt } from "@/lib/ids";
import type { Context } from "../context";
import type { TypedEvent } from "../events/event-records";
import { countEventsBetween, idBefore, readEventPage } from "../events/feed";
import { type JobHandler, type JobItem, type ListRange, listMatchingRows } from "../jobs/handler";
import { startJob } from "../jobs/start";
import { lockShared } from "../locks";
import { countRows, uuidsIn } from "../sql";
import { queueAgain, recordRecovery } from "./deliveries";
import { insertDeliveries, newDeliveries } from "./due-deliveries";
import { getWebhookRow } from "./record";

type RecoverInput = z.output<typeof recoverWebhookEndpoint.body>;

/** `from` and `to` are positions in the feed. */
type RecoverParams = {
  webhook: string;
  types: readonly EventType[];
  from: string;
  to: string;
  status: NonNullable<RecoverInput["status"]>;
};

/** Starts a job that queues the events of a period again. Throws `webhook_not_found`. */
export async function recoverWebhook(ctx: Context, id: string, { since, until, status = "failed" }: RecoverInput): Promise<JobRecord> {
  const types = typesOfWebhook((await getWebhookRow(ctx, id)).types);
  const [from, to] = [minIdAt(Date.parse(since)), minIdAt(until === undefined ? currentTime() : Date.parse(until))];
  return startJob(ctx, recoverHandler, { kind: "webhook.recover", params: { webhook: id, types, from, to, status } });
}

const failedConditions = ({ projectId }: Context, { webhook, from, to }: RecoverParams) => [
  sql`d.project_id = ${projectId} and d.webhook_id = ${webhook}::uuid and d.event_id >= ${from}::uuid and d.event_id < ${to}::uuid`,
  sql`d.status in ('failed', 'canceled')`,
];

/** Lists the events of the feed in the period. */
async function listEvents(ctx: Context, { types, from, to }: RecoverParams, { after, limit }: ListRange): Promise<JobItem[]> {
  const items: JobItem[] = [];
  for (let cursor = after ?? idBefore(from); ; ) {
    const page = await readEventPage(ctx, types, cursor, Math.min(limit - items.length, 1000));
    const inPeriod = page.events.filter(({ id }) => id < to);
    items.push(...inPeriod.map(({ id }) => ({ id, position: id })));
    if (items.length === limit || inPeriod.length < page.events.length || !page.hasMore || page.cursor >= to) return items;
    cursor = page.cursor;
  }
}

/** Returns these events of the feed. They are in its order, and the list had none between them. */
async function readEvents(ctx: Context, { types }: RecoverParams, ids: readonly string[]): Promise<TypedEvent[]> {
  const wanted = new Set(ids);
  const { events } = await readEventPage(ctx, types, idBefore(ids[0] ?? ""), ids.length);
  return events.filter(({ id }) => wanted.has(id));
}

/** Queues deliveries again, and events that were never queued. Its items are events, in their order. */
export const recoverHandler: JobHandler<RecoverParams> = {
  async total(ctx, { params }) {
    if (params.status === "failed") return countRows(ctx.db, sql`webhook_deliveries d`, failedConditions(ctx, params));
    return countEventsBetween(ctx, params.types, { from: idBefore(params.from), to: params.to, max: countCap });
  },
  list: (ctx, { params }, range) =>
    params.status === "failed"
      ? listMatchingRows(
          ctx,
          { from: sql`webhook_deliveries d`, id: sql`d.event_id`, project: sql`d.project_id`, conditions: failedConditions(ctx, params) },
          range,
        )
      : listEvents(ctx, params, range),
  async process(ctx, { params }, ids) {
    const { webhook: id, status } = params;
    const { db, projectId } = ctx;
    // Before the records are read: a deletion waits, and then finds the deliveries.
    await lockShared(db, "webhook deliveries", projectId);
    const webhook = await getWebhookRow(ctx, id, { lock: true });
    const statuses = status === "all" ? sql`d.status <> 'pending'` : sql`d.status in ('failed', 'canceled')`;
    const requeued = await changeRows(
      db,
      sql`update webhook_deliveries d set ${queueAgain} where d.project_id = ${projectId} and d.webhook_id = ${id}::uuid and d.event_id in ${uuidsIn(ids)} and ${statuses}`,
    );
    if (status === "failed") return { changed: requeued };
    // Those after the position are still read in their turn.
    const events = (await readEvents(ctx, params, ids)).filter(({ id: event }) => event <= webhook.position);
    const deliveries = await newDeliveries(ctx, webhook, events);
    await insertDeliveries(ctx, id, deliveries);
    return { changed: requeued + deliveries.length };
  },
  async finish(ctx, { params }, { changed }) {
    if (changed > 0) await recordRecovery(ctx, await getWebhookRow(ctx, params.webhook), changed);
  },
};
