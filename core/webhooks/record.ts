import { type SQL, sql } from "drizzle-orm";
import { countCap, webhookLimits } from "@/contract/limits";
import { isChat } from "@/contract/webhook-targets";
import { typesOfWebhook, type WebhookRecord } from "@/contract/webhooks";
import { queryRows, type RowOf } from "@/db/query";
import type { webhooks } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { readEventPage } from "../events/feed";
import { countRows } from "../sql";

export type WebhookRow = RowOf<
  typeof webhooks,
  | "project_id"
  | "id"
  | "url"
  | "description"
  | "types"
  | "filter"
  | "format"
  | "chat_texts"
  | "daily_summary"
  | "status"
  | "stop_reason"
  | "secret_encrypted"
  | "previous_secret_encrypted"
  | "previous_secret_until"
  | "position"
  | "slow_until"
  | "failing_since"
  | "notices"
  | "last_success_at"
  | "last_failure"
  | "created_by"
  | "created_at"
  | "updated_at"
>;

type Hours = { delivered: number; failed: number };
type ListedRow = WebhookRow & { creator: string | null; waiting: number; day: Hours; week: Hours };

const results = (
  since: SQL,
): SQL => sql`(select jsonb_build_object('delivered', coalesce(sum(h.delivered), 0)::int, 'failed', coalesce(sum(h.failed), 0)::int)
  from webhook_hours h where h.project_id = w.project_id and h.webhook_id = w.id and h.hour > now() - ${since})`;

const columns: SQL = sql`w.*, (select s.name from staff s where s.project_id = w.project_id and s.id = w.created_by) as creator,
  (select count(*)::int from (select from webhook_deliveries d where d.project_id = w.project_id and d.webhook_id = w.id and d.status = 'pending' limit ${countCap}) as waiting) as waiting,
  ${results(sql`interval '24 hours'`)} as day, ${results(sql`interval '7 days'`)} as week`;

/** The condition on webhooks `w` that exist. */
export const ofProject = ({ projectId }: Pick<Context, "projectId">): SQL => sql`w.project_id = ${projectId} and w.deleted_at is null`;

/** The condition on active webhooks `w` that have been failing for as long as their owners are emailed after. */
export const isFailing: SQL = sql`w.status = 'active' and w.failing_since < now() - make_interval(hours => ${webhookLimits.noticeAfterHours})`;

/**
 * The condition on deliveries `d` that were answered with status 410, which stops the webhook. They are missed until it is resumed, and then they
 * are sent or canceled.
 */
export const isAnsweredGone: SQL = sql`not d.is_test and d.status = 'failed' and d.attempts -> -1 ->> 'status' = '410'`;

/** Counts the events that stopped a webhook, and those since then, in one search, which takes two seconds at most. */
async function countMissed(ctx: Context, { id, types, position }: ListedRow): Promise<number> {
  const gone = await countRows(ctx.db, sql`webhook_deliveries d`, [
    sql`d.project_id = ${ctx.projectId} and d.webhook_id = ${id}::uuid`,
    isAnsweredGone,
  ]);
  const { events } = await readEventPage(ctx, typesOfWebhook(types), position, countCap);
  return Math.min(gone + events.length, countCap);
}

/** How many characters a secret must have to show its last four, by which people tell two URLs apart. */
const minHiddenLength = 24;

const hide = (secret: string): string => `…${secret.length < minHiddenLength ? "" : secret.slice(-4)}`;

/** The URL without what can be a secret, except for its last characters: the path and the query of a chat's URL, and a query. */
export function shownUrl({ format, url }: Pick<WebhookRow, "format" | "url">): string {
  const { origin, pathname, search, href } = new URL(url);
  if (isChat(format)) return `${origin}/${hide(pathname + search)}`;
  return search === "" ? href : `${origin}${pathname}?${hide(search)}`;
}

async function webhookRecord(ctx: Context, row: ListedRow): Promise<WebhookRecord> {
  const previousSecretUntil = isoTimestamp(row.previous_secret_until);
  return {
    id: row.id,
    url: shownUrl(row),
    description: row.description,
    events: row.types,
    filter: row.filter,
    format: row.format,
    texts: row.chat_texts,
    dailySummary: row.daily_summary,
    status: row.status,
    stopReason: row.stop_reason,
    previousSecretUntil,
    waiting: row.waiting,
    missed: row.status === "active" ? null : await countMissed(ctx, row),
    failingSince: isoTimestamp(row.failing_since),
    slowUntil: isoTimestamp(row.slow_until),
    lastSuccessAt: isoTimestamp(row.last_success_at),
    lastFailure: row.last_failure,
    last24Hours: row.day,
    last7Days: row.week,
    createdBy: row.created_by === null ? null : { id: row.created_by, name: row.creator ?? "" },
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}

/** Lists webhooks, oldest first. */
export async function listWebhooks(ctx: Context): Promise<WebhookRecord[]> {
  const rows = await queryRows<ListedRow>(
    ctx.db,
    sql`select ${columns} from webhooks w where ${ofProject(ctx)} order by w.created_at, w.id`,
  );
  const records: WebhookRecord[] = [];
  for (const row of rows) records.push(await webhookRecord(ctx, row));
  return records;
}

/** Returns a webhook. Throws `webhook_not_found`. */
export async function getWebhook(ctx: Context, id: string): Promise<WebhookRecord> {
  const [row] = await queryRows<ListedRow>(ctx.db, sql`select ${columns} from webhooks w where ${ofProject(ctx)} and w.id = ${id}::uuid`);
  if (!row) throw new ApiError("webhook_not_found");
  return webhookRecord(ctx, row);
}

/** Returns a webhook's row, which `lock` locks until the transaction ends. Throws `webhook_not_found`. */
export async function getWebhookRow(ctx: Context, id: string, { lock = false } = {}): Promise<WebhookRow> {
  const [row] = await queryRows<WebhookRow>(
    ctx.db,
    sql`select w.* from webhooks w where ${ofProject(ctx)} and w.id = ${id}::uuid ${lock ? sql`for no key update of w` : sql``}`,
  );
  if (!row) throw new ApiError("webhook_not_found");
  return row;
}
