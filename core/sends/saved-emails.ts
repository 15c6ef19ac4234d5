import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { SavedEmailSkipReason } from "@/contract/enums";
import { savedEmailKinds, savedEmailSkipReasons } from "@/contract/enums";
import type { listSavedEmailsEndpoint, SavedEmailRecord, SavedEmailsPreview, SendSavedEmailsReply } from "@/contract/messages";
import { queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { describeLocalEmailLinks } from "../email-delivery/local-links";
import { getTransportStatus } from "../email-delivery/transport";
import { insertLeadChanges } from "../events/record-changes";
import { recordEvent } from "../events/record-event";
import { type ListResult, paginate } from "../pagination";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, itemsIn, joinAnd } from "../sql";
import { idsAfter, requeueChunk, requeueDeliveries } from "./requeue";
import { savedSkipReason, suppressionReasons } from "./skip-reason";
import { listTransportWarnings } from "./warnings";

/** How many emails to list of each kind, and for each reason. */
const sampleSize = 20;

const isSaved = ({ projectId }: Context): SQL => sql`d.project_id = ${projectId} and d.status = 'saved_to_file'`;

/** The kind of an email `d` with its send `n`, as a `SavedEmailRecord` has it. */
const emailKind: SQL = sql`coalesce(n.kind, d.kind)`;
const withSends: SQL = sql`deliveries d left join sends n on n.project_id = d.project_id and n.id = d.send_id`;

type GroupRow = { kind: SavedEmailRecord["kind"]; reason: SavedEmailSkipReason | null; count: number; since: string; sample: string[] };

/** Returns which emails `sendSavedEmails` would send and to whom, and which it would skip and why. Changes nothing. */
export async function previewSavedEmails(ctx: Context): Promise<SavedEmailsPreview> {
  const transport = await getTransportStatus(ctx);
  const checked = sql`select d.email, d.created_at, ${emailKind} as kind, ${savedSkipReason} as reason from ${withSends} where ${isSaved(ctx)}`;
  const [result] = await queryRows<{ groups: GroupRow[] | null; leads: number }>(
    ctx.db,
    sql`with checked as materialized (${checked}), numbered as (
        select *, row_number() over (partition by kind, reason order by created_at, email) as number from checked
      ), groups as (
        select kind, reason, count(*)::int as count, min(created_at) as since,
          array_agg(email order by number) filter (where number <= ${sampleSize}) as sample
        from numbered group by kind, reason
      )
      select (select json_agg(groups) from groups) as groups, (select count(distinct email)::int from checked where reason is null) as leads`,
  );
  const groups = result?.groups ?? [];
  const sent = groups.filter(({ reason }) => reason === null);
  const error = transport === "connected" ? null : new ApiError("email_not_connected");
  return {
    savedEmails: sum(groups),
    emails: sum(sent),
    leads: result?.leads ?? 0,
    kinds: savedEmailKinds.flatMap((kind) =>
      sent.filter((group) => group.kind === kind).map(({ count, since, sample }) => ({ kind, count, since: isoTimestamp(since), sample })),
    ),
    skipped: groupByReason(groups),
    error: error && { error: "email_not_connected", message: error.message },
    warnings: error ? [] : listTransportWarnings(transport, describeLocalEmailLinks()),
  };
}

const sum = (groups: readonly { count: number }[]): number => groups.reduce((total, { count }) => total + count, 0);

/** Adds up skipped emails by reason, in the order of the contract. */
function groupByReason(groups: readonly Pick<GroupRow, "reason" | "count" | "sample">[]): SendSavedEmailsReply["skippedEmails"] {
  const byReason = Map.groupBy(groups, ({ reason }) => reason);
  return savedEmailSkipReasons.flatMap((reason) => {
    const same = byReason.get(reason);
    return same ? [{ reason, count: sum(same), sample: same.flatMap(({ sample }) => sample).slice(0, sampleSize) }] : [];
  });
}

/**
 * Sends the emails that were saved to files before a mail server was connected, each of them once: their rows are locked, and aren't saved to
 * a file anymore when another call gets them. Skips those that are no longer needed, which become `suppressed` or `canceled` with the reason.
 * Throws `email_not_connected`.
 */
export async function sendSavedEmails(ctx: Context): Promise<SendSavedEmailsReply> {
  if ((await getTransportStatus(ctx)) !== "connected") throw new ApiError("email_not_connected");
  return inTransaction(ctx, async (inner) => {
    let requeued = 0;
    const skipped: Pick<GroupRow, "reason" | "count" | "sample">[] = [];
    for (let after: string | null = null; ; ) {
      const checked = await takeSavedEmails(inner, after);
      const needed = checked.filter(({ reason }) => reason === null);
      await requeueDeliveries(inner, needed);
      requeued += needed.length;
      for (const { reason, email } of checked) if (reason !== null) skipped.push({ reason, count: 1, sample: [email] });
      after = checked.at(-1)?.id ?? null;
      if (checked.length < requeueChunk) break;
    }
    const skippedEmails = groupByReason(skipped);
    if (requeued + skipped.length > 0) {
      const reasons = Object.fromEntries(skippedEmails.map(({ reason, count }) => [reason, count]));
      await recordEvent(inner, { kind: "saved_emails.sent", data: { requeued, skipped: skipped.length, reasons } });
    }
    return { requeued, skipped: skipped.length, skippedEmails };
  });
}

type SavedRow = RowOf<typeof deliveries, "id" | "attempts" | "email"> & { reason: SavedEmailSkipReason | null };

/** Locks the next saved emails, and ends those that aren't sent. */
const takeSavedEmails = (ctx: Context, after: string | null): Promise<SavedRow[]> =>
  queryRows<SavedRow>(
    ctx.db,
    sql`with due as (
        select d.* from deliveries d where ${joinAnd([isSaved(ctx), ...idsAfter(after)])} order by d.id limit ${requeueChunk} for update of d
      ), checked as materialized (
        select d.id, d.attempts, d.email, ${savedSkipReason} as reason from due d
      ), ended as (
        update deliveries d set
          status = case when checked.reason in ${itemsIn(suppressionReasons)} then 'suppressed' else 'canceled' end,
          skip_reason = checked.reason, error = null, canceled_at = null, updated_at = now()
        from checked where d.project_id = ${ctx.projectId} and d.id = checked.id and checked.reason is not null
      ), recorded as (${insertLeadChanges(ctx, sql`(select email from checked where reason is not null)`)})
      select id, attempts, email, reason from checked order by id`,
  );

type SavedEmailsQuery = z.output<NonNullable<typeof listSavedEmailsEndpoint.query>>;

const newestFirst: ListOrder = {
  columns: [
    { expression: sql`d.created_at`, type: "timestamptz" },
    { expression: sql`d.id`, type: "uuid" },
  ],
  descending: true,
};

/** The condition of an index that has all of them. */
const isSavedOrSkipped: SQL = sql`(d.status = 'saved_to_file' or d.skip_reason is not null)`;

function savedConditions({ projectId }: Context, { skipped, reason, email }: SavedEmailsQuery): SQL[] {
  const conditions = [sql`d.project_id = ${projectId}`, isSavedOrSkipped];
  if (skipped !== undefined) conditions.push(sql`(d.skip_reason is not null) = ${skipped}::boolean`);
  if (reason) conditions.push(sql`d.skip_reason = ${reason}`);
  if (email) conditions.push(sql`d.email = ${email}`);
  return conditions;
}

type SavedEmailRow = RowOf<typeof deliveries, "id" | "email" | "send_id" | "code_text" | "status" | "skip_reason"> &
  Record<"created_at" | "updated_at", string> &
  Pick<SavedEmailRecord, "kind">;

/** Lists emails that were saved to files, and those that were skipped when these were sent, newest first. */
export function listSavedEmails(ctx: Context, query: SavedEmailsQuery): Promise<ListResult<SavedEmailRecord>> {
  const conditions = savedConditions(ctx, query);
  return paginate<SavedEmailRow, SavedEmailRecord>(ctx, query, {
    order: "saved emails",
    rows: (after, limit) =>
      sql`select d.*, ${emailKind} as kind from ${withSends} where ${joinAnd([...conditions, ...afterCursor(newestFirst, after)])} order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.created_at, row.id],
    toRecord: (row) => ({
      id: row.id,
      email: row.email,
      kind: row.kind,
      send: row.send_id,
      code: row.code_text,
      status: row.status,
      skipReason: row.skip_reason,
      createdAt: isoTimestamp(row.created_at),
      updatedAt: isoTimestamp(row.updated_at),
    }),
    count: (maxCount) => countQuery(sql`deliveries d`, conditions, maxCount),
  });
}
