import { type SQL, sql } from "drizzle-orm";
import { leadStatuses, sources, utmParameters } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import { leadFilterFlags } from "@/db/schema";
import type { Context } from "../context";
import { hasMetadata } from "../metadata";
import { containsText, joinAnd, mayContainText } from "../sql";
import { hasAnyTag, hasTag } from "../tags";
import { hasAnswer } from "./answers";
import { confirmations, isConfirmed } from "./confirmation";
import { lastEmailRow, sentToLead, waitlistStatus as waitlistStatusColumn } from "./record";
import { activeReferrals, listReferrers } from "./waitlist";

const allFlags = Array.from({ length: leadFilterFlags.source * sources.length }, (_, flags) => flags);
const sourceFromFlags = (flags: number) => sources[Math.floor(flags / leadFilterFlags.source)];
const statusFromFlags = (flags: number) => leadStatuses[Math.floor((flags % leadFilterFlags.source) / leadFilterFlags.status)];

/** The values of the flags that all leads with a waitlist status have. */
const flagsOfWaitlistStatus = ({ waitlistStatus }: LeadFilter): { onWaitlist?: boolean; claimed?: boolean } => {
  if (waitlistStatus === undefined) return {};
  return waitlistStatus === "waiting" ? { onWaitlist: true } : { onWaitlist: false, claimed: waitlistStatus === "claimed" };
};

/**
 * The values of `filter_flags` that match a filter, as an array. Returns `null` if all of them do, unless an index that starts with the
 * flags is needed for the rest of the filter.
 */
export function matchingFilterFlags(filter: LeadFilter): SQL | null {
  const { waitlist, claimed, invited, referred, source, status, confirmed } = filter;
  const implied = flagsOfWaitlistStatus(filter);
  const flagFilters = [
    [leadFilterFlags.onWaitlist, waitlist],
    [leadFilterFlags.onWaitlist, implied.onWaitlist],
    [leadFilterFlags.claimed, claimed],
    [leadFilterFlags.claimed, implied.claimed],
    [leadFilterFlags.invited, invited],
    [leadFilterFlags.referred, referred],
  ] as const;
  const matching = allFlags.filter(
    (flags) =>
      (source === undefined || sourceFromFlags(flags) === source) &&
      (status === undefined || statusFromFlags(flags) === status) &&
      flagFilters.every(([bit, expected]) => expected === undefined || (flags & bit) > 0 === expected),
  );
  return matching.length === allFlags.length && confirmed === undefined ? null : sql.raw(`'{${matching.join(",")}}'::smallint[]`);
}

/** The conditions of a filter on leads `l` that PostgreSQL checks while it reads an index in list order. */
export function createdConditions({ since, until, referredBy, referralCode, sourceTag, externalId, confirmed }: LeadFilter): SQL[] {
  const conditions: SQL[] = referredBy ? [sql`l.referred_by = ${referredBy}`] : [];
  if (referralCode) conditions.push(sql`l.referral_code = ${referralCode}`);
  if (sourceTag) conditions.push(sql`l.source_tag = ${sourceTag}`);
  if (externalId) conditions.push(sql`l.external_id = ${externalId}`);
  if (confirmed !== undefined) conditions.push(confirmed ? isConfirmed : sql`not (${isConfirmed})`);
  if (since) conditions.push(sql`l.created_at >= ${since}::timestamptz`);
  if (until) conditions.push(sql`l.created_at < ${until}::timestamptz`);
  return conditions;
}

const utmConditions = (filter: LeadFilter): SQL[] => {
  const utm = utmParameters.flatMap((name) => (filter[`utm_${name}`] ? [[name, filter[`utm_${name}`]]] : []));
  return utm.length === 0 ? [] : [sql`l.utm @> ${JSON.stringify(Object.fromEntries(utm))}::jsonb`];
};

/** The conditions on leads `l` by what was emailed to them. With `indexed`, with one for all deliveries first, so that few leads are compared. */
function emailConditions({ projectId }: Pick<Context, "projectId">, filter: LeadFilter, indexed: boolean): SQL[] {
  const { sentCode, lastEmailKind, lastEmailStatus, emailedSince, emailedUntil } = filter;
  const conditions: SQL[] = [];
  const inDeliveries = (condition: SQL) =>
    indexed ? [sql`l.email in (select d.email from deliveries d where d.project_id = ${projectId} and ${condition})`] : [];
  if (sentCode !== undefined) conditions.push(sql`${sentCode ? sql`` : sql`not`} exists (select from ${sentToLead} and d.kind = 'code')`);
  if (lastEmailKind ?? lastEmailStatus) {
    const matching = [
      ...(lastEmailKind ? [sql`d.kind = ${lastEmailKind}`] : []),
      ...(lastEmailStatus ? [sql`d.status = ${lastEmailStatus}`] : []),
    ];
    conditions.push(...inDeliveries(joinAnd(matching)), sql`exists (select from ${lastEmailRow} where ${joinAnd(matching)})`);
  }
  const lastSentAt = sql`(select max(d.updated_at) from ${sentToLead})`;
  if (emailedSince)
    conditions.push(...inDeliveries(sql`d.updated_at >= ${emailedSince}::timestamptz`), sql`${lastSentAt} >= ${emailedSince}::timestamptz`);
  if (emailedUntil) conditions.push(sql`${lastSentAt} < ${emailedUntil}::timestamptz`);
  return conditions;
}

/**
 * The conditions of a filter on leads `l` that have an inverted index or another table: PostgreSQL finds all matching leads with it, but in no
 * order. With `indexed`, in the form in which it finds them fast.
 */
export function searchConditions({ projectId }: Pick<Context, "projectId">, filter: LeadFilter, { indexed = false } = {}): SQL[] {
  const { q, field, tag, metadata, suppression, import: importId, waitlistStatus, wave, minReferrals } = filter;
  const conditions = q ? [...(indexed ? [mayContainText(sql`l.search`, q)] : []), containsText(sql`l.search`, q)] : [];
  if (field) conditions.push(...(indexed ? [sql`l.answers <> '{}'`] : []), hasAnswer(field));
  if (tag) conditions.push(...(indexed ? [hasAnyTag(sql`l.tags`)] : []), hasTag(sql`l.tags`, tag));
  if (metadata) conditions.push(hasMetadata(sql`l.metadata`, metadata));
  conditions.push(...utmConditions(filter), ...emailConditions({ projectId }, filter, indexed));
  // The flags tell who is waiting. The others have an index.
  if (waitlistStatus !== undefined && waitlistStatus !== "waiting") conditions.push(hasWaitlistStatus(waitlistStatus));
  if (minReferrals)
    conditions.push(indexed ? sql`l.email in ${listReferrers(projectId, minReferrals)}` : sql`${activeReferrals} >= ${minReferrals}::int`);
  if (suppression)
    conditions.push(
      sql`exists (select from suppressions s where s.project_id = l.project_id and s.email = l.email and s.reason = ${suppression})`,
    );
  if (wave)
    conditions.push(
      sql`exists (select from lead_invitations i where i.project_id = l.project_id and i.email = l.email and i.wave_id = ${wave}::uuid)`,
    );
  if (importId)
    conditions.push(
      sql`exists (select from import_rows r where r.project_id = l.project_id and r.email = l.email and r.import_id = ${importId}::uuid and r.result in ('created', 'updated')
        and (r.referral_code is null or r.referral_code = l.referral_code))`,
    );
  return conditions;
}

/** The condition that a lead `l` has a waitlist status. Each has an index in the order of the line. */
export const hasWaitlistStatus = (status: NonNullable<LeadFilter["waitlistStatus"]>): SQL =>
  status === "waiting"
    ? sql`l.on_waitlist`
    : sql`not l.on_waitlist and (l.waitlist_changed_at is not null or l.invited_at is not null) and ${waitlistStatusColumn} = ${status}`;

/** The conditions of a filter on leads `l`, without those of a search. */
export function conditionsWithoutSearch(filter: LeadFilter): SQL[] {
  const flags = matchingFilterFlags(filter);
  const hasFlags = sql`l.filter_flags = any(${flags})`;
  // In a form for which PostgreSQL can use both indexes.
  const inBothIndexes = sql`(${sql.join(
    confirmations.map((condition) => sql`(${hasFlags} and ${condition})`),
    sql` or `,
  )})`;
  return [...(flags === null ? [] : [filter.confirmed === undefined ? inBothIndexes : hasFlags]), ...createdConditions(filter)];
}

/** The conditions of a filter on leads `l` of the project. Empty without filters. */
export const filterConditions = (ctx: Pick<Context, "projectId">, filter: LeadFilter, options?: { indexed?: boolean }): SQL[] => [
  ...conditionsWithoutSearch(filter),
  ...searchConditions(ctx, filter, options),
];

/** The conditions of a filter on leads `l`, with that on the project. */
export const leadConditions = (ctx: Pick<Context, "projectId">, filter: LeadFilter, options?: { indexed?: boolean }): SQL[] => [
  sql`l.project_id = ${ctx.projectId}`,
  ...filterConditions(ctx, filter, options),
];
