import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { LeadFilter } from "@/contract/lead-filters";
import type { previewWaveEndpoint, WavePreviewReply } from "@/contract/wave-preview";
import { queryRows } from "@/db/query";
import type { Context } from "../context";
import { getTransportStatus } from "../email-delivery/transport";
import { filterConditions, leadConditions } from "../leads/filter";
import { countAhead } from "../leads/waitlist";
import { listTransportWarnings } from "../sends/warnings";
import { countRows } from "../sql";
import { canBeInvited, inLine, inviteOrder, isPreferred } from "./next-in-line";

type PreviewInput = z.output<typeof previewWaveEndpoint.body>;
type SkipReason = WavePreviewReply["skipped"][number]["reason"];

/** How many people a preview names. */
const sampleSize = 20;

type ChosenRow = { email: string; ahead: string; place: string; line: string; total: string; preferred: string };

/** Returns whom a wave would invite now, and whom it would skip. */
export async function previewWave(ctx: Context, { size, filter = {}, priority = {} }: PreviewInput): Promise<WavePreviewReply> {
  const { db, projectId } = ctx;
  const [matching, transport, rows] = await Promise.all([
    countRows(db, sql`leads l`, [canBeInvited(projectId, filter)]),
    getTransportStatus(ctx),
    // The first and the last in line, and the first who are invited.
    queryRows<ChosenRow>(
      db,
      sql`with chosen as materialized (
          select l.email, l.waitlist_sort_key, ${isPreferred(projectId, priority)} as is_preferred, row_number() over (order by ${inviteOrder(projectId, priority)}) as place
          from leads l where ${canBeInvited(projectId, filter)} order by ${inviteOrder(projectId, priority)} limit ${size}
        ), ranked as (
          select l.*, row_number() over (order by ${inLine}) as line, count(*) over () as total, count(*) filter (where is_preferred) over () as preferred
          from chosen l
        )
        select l.email, l.place, l.line, l.total, l.preferred, ${countAhead(projectId)} as ahead
        from ranked l where l.place <= ${sampleSize} or l.line = 1 or l.line = l.total order by l.place`,
    ),
  ]);
  const toPlace = ({ email, ahead }: ChosenRow) => ({ email, position: Number(ahead) + 1 });
  const [first, last] = [rows.find(({ line }) => Number(line) === 1), rows.find(({ line, total }) => line === total)];
  const invited = Number(first?.total ?? 0);
  const skipped = await countSkipped(ctx, { filter, invited, last: last && toPlace(last), hasPriority: Object.keys(priority).length > 0 });
  return {
    matching,
    preferred: Number(first?.preferred ?? 0),
    invited,
    first: first ? toPlace(first) : null,
    last: last ? toPlace(last) : null,
    skipped: skipped.filter(({ count }) => count > 0),
    sample: rows.filter(({ place }) => Number(place) <= sampleSize).map(toPlace),
    warnings: listTransportWarnings(transport),
  };
}

type Choice = { filter: LeadFilter; invited: number; last: { email: string; position: number } | undefined; hasPriority: boolean };

/** Counts those who are skipped: in line ahead of the last one who is invited, or in the whole line if no one is, and those not in line. */
async function countSkipped(
  ctx: Context,
  { filter, invited, last, hasPriority }: Choice,
): Promise<{ reason: SkipReason; count: number }[]> {
  const { db, projectId } = ctx;
  const from = last ? sql`leads last join leads l on l.project_id = last.project_id` : sql`leads l`;
  const ahead = [
    sql`l.project_id = ${projectId} and l.on_waitlist`,
    ...(last
      ? [
          sql`last.project_id = ${projectId} and last.email = ${last.email} and (l.waitlist_sort_key, l.email) < (last.waitlist_sort_key, last.email)`,
        ]
      : []),
  ];
  const { confirmed, ...otherFilters } = filter;
  const countNotInLine = (status: "unconfirmed" | "held") =>
    countRows(db, sql`leads l`, [...leadConditions(ctx, { status }), ...filterConditions(ctx, otherFilters, { indexed: true })]);
  const withSuppression = (isReason: SQL) =>
    countRows(db, sql`${from} join suppressions s on s.project_id = l.project_id and s.email = l.email`, [
      ...ahead,
      ...filterConditions(ctx, filter, { indexed: true }),
      isReason,
    ]);
  const [waiting, suppressed, bounced, notConfirmed, eligible, unconfirmed, held] = await Promise.all([
    last ? last.position - 1 : countRows(db, from, ahead),
    withSuppression(sql`s.reason <> 'bounced'`),
    withSuppression(sql`s.reason = 'bounced'`),
    confirmed === true
      ? countRows(db, from, [...ahead, ...filterConditions(ctx, { ...otherFilters, confirmed: false }, { indexed: true })])
      : 0,
    hasPriority && last ? countRows(db, from, [...ahead, canBeInvited(projectId, filter)]) : Math.max(0, invited - 1),
    countNotInLine("unconfirmed"),
    countNotInLine("held"),
  ]);
  return [
    { reason: "suppressed", count: suppressed },
    { reason: "bounced", count: bounced },
    { reason: "unconfirmed", count: notConfirmed + unconfirmed },
    { reason: "held", count: held },
    { reason: "no_match", count: waiting - suppressed - bounced - notConfirmed - eligible },
    { reason: "later", count: eligible - Math.max(0, invited - 1) },
  ];
}
