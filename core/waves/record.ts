import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { DeliveryStatus } from "@/contract/deliveries";
import type { QueueingProgress } from "@/contract/jobs";
import type { listWavesEndpoint, WaveRecord, WaveStats } from "@/contract/waves";
import { queryRows, type RowOf } from "@/db/query";
import type { waves } from "@/db/schema";
import { addDays, dayBoundaries, isoTimestamp, localDate } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { queueingProgress } from "../jobs/queueing-progress";
import { type ListResult, paginate } from "../pagination";
import { getProject } from "../projects/record";
import { deliveryCounts } from "../sends/record";
import { afterCursor, type ListOrder, orderBy } from "../sort-order";
import { countQuery, joinAnd } from "../sql";

type WaveRow = RowOf<typeof waves> & {
  inviting: QueueingProgress | null;
  batch: WaveRecord["batch"];
  counts: { opened: number; claimed: number; declined: number; expired: number; bounced: number; passed_on: number };
  delivery_counts: Partial<Record<DeliveryStatus, number>> | null;
};

/** The columns of `WaveRow`, of waves `w`. */
const waveColumns = sql`w.*, ${queueingProgress(sql`w.project_id`, sql`w.job_id`)} as inviting,
  (select json_build_object('id', b.id, 'name', b.name) from batches b where b.project_id = w.project_id and b.id = w.batch_id) as batch, (
    select json_build_object('opened', count(i.opened_at), 'claimed', count(k.email),
      'declined', count(*) filter (where i.outcome = 'declined'), 'expired', count(*) filter (where i.outcome = 'expired' and k.email is null),
      'bounced', count(*) filter (where i.outcome = 'bounced' and k.email is null),
      'passed_on', count(*) filter (where i.place_passed_on))
    from lead_invitations i left join claims k on k.project_id = i.project_id and k.code_key = i.code_key and k.email = i.email
    where i.project_id = w.project_id and i.wave_id = w.id) as counts, (
    select json_object_agg(status, total) from (
      select d.status, count(*) as total from lead_invitations i
        join deliveries d on d.project_id = i.project_id and d.code_key = i.code_key and d.email = i.email and d.kind = 'code'
        where i.project_id = w.project_id and i.wave_id = w.id group by d.status) as deliveries) as delivery_counts`;

const waveRecord = (row: WaveRow): WaveRecord => ({
  id: row.id,
  name: row.name,
  status: row.status,
  stopReason: row.stop_reason,
  size: row.size,
  // No value is undefined, because they were stored as JSON.
  filter: row.filter as WaveRecord["filter"],
  priority: (row.priority ?? {}) as WaveRecord["priority"],
  repeat: row.repeat && { ...row.repeat, remaining: row.remaining ?? 0 },
  type: row.code_type,
  batch: row.batch,
  validUntil: isoTimestamp(row.valid_until),
  expiresAfterDays: row.expires_after_days,
  reminderAfterDays: row.reminder_after_days,
  passOn: row.pass_on,
  inviteQuota: row.invite_quota,
  content: row.content && { subject: null, body: null, button: null, ...row.content },
  invited: row.invited,
  opened: row.counts.opened,
  claimed: row.counts.claimed,
  declined: row.counts.declined,
  expired: row.counts.expired,
  bounced: row.counts.bounced,
  deliveries: deliveryCounts(row.delivery_counts),
  passedOn: row.counts.passed_on,
  inviting: row.inviting,
  scheduledAt: isoTimestamp(row.scheduled_at),
  sentAt: isoTimestamp(row.sent_at),
  createdAt: isoTimestamp(row.created_at),
});

/** Returns a wave. Throws `wave_not_found`. */
export async function getWave({ db, projectId }: Context, id: string): Promise<WaveRecord> {
  const [row] = await queryRows<WaveRow>(db, sql`select ${waveColumns} from waves w where w.project_id = ${projectId} and w.id = ${id}`);
  if (!row) throw new ApiError("wave_not_found");
  return waveRecord(row);
}

/** By creation time: wave ids start with it. */
const newestFirst: ListOrder = { columns: [{ expression: sql`w.id`, type: "uuid" }], descending: true };

/** Lists waves, newest first. */
export function listWaves(ctx: Context, query: z.output<NonNullable<typeof listWavesEndpoint.query>>): Promise<ListResult<WaveRecord>> {
  const conditions: SQL[] = [sql`w.project_id = ${ctx.projectId}`];
  return paginate<WaveRow, WaveRecord>(ctx, query, {
    order: "waves",
    rows: (after, limit) =>
      sql`select ${waveColumns} from waves w where ${joinAnd([...conditions, ...afterCursor(newestFirst, after)])} order by ${orderBy(newestFirst)} limit ${limit}`,
    cursor: (row) => [row.id],
    toRecord: waveRecord,
    count: (maxCount) => countQuery(sql`waves w`, conditions, maxCount),
  });
}

/** How long after the last invitation or claim the stats of a wave end. */
const quietDays = 7;

/** Returns how many people a wave invited per day, and how many of them claimed their code. Throws `wave_not_found`. */
export async function getWaveStats(ctx: Context, id: string): Promise<WaveStats> {
  const { db, projectId } = ctx;
  await getWave(ctx, id);
  const { timeZone } = await getProject(ctx);
  const times = sql`(
    select i.created_at as at, 1 as invited, 0 as claimed from lead_invitations i where i.project_id = ${projectId} and i.wave_id = ${id}
    union all select k.claimed_at, 0, 1 from lead_invitations i
      join claims k on k.project_id = i.project_id and k.code_key = i.code_key and k.email = i.email
      where i.project_id = ${projectId} and i.wave_id = ${id}) as times`;
  const [range] = await queryRows<{ first: string | null; last: string | null; now: string }>(
    db,
    sql`select min(at) as first, max(at) as last, now() as now from ${times}`,
  );
  if (!range || range.first === null || range.last === null) return { days: [] };
  const [first, last, today] = [range.first, range.last, range.now].map((at) => localDate(timeZone, new Date(isoTimestamp(at))));
  if (first === undefined || last === undefined || today === undefined) return { days: [] };
  const lastDay = [addDays(last, quietDays), today].sort()[0] ?? today;
  const boundaries = dayBoundaries(first, lastDay, timeZone);
  const counts = await queryRows<{ day: number; invited: number; claimed: number }>(
    db,
    sql`select width_bucket(at, string_to_array(${boundaries.join(",")}, ',')::timestamptz[]) as day, sum(invited)::int as invited, sum(claimed)::int as claimed
      from ${times} group by day`,
  );
  return {
    days: boundaries.slice(0, -1).map((_, index) => {
      const { invited = 0, claimed = 0 } = counts.find(({ day }) => day === index + 1) ?? {};
      return { date: addDays(first, index), invited, claimed };
    }),
  };
}
