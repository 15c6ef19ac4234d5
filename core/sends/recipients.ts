import { sql } from "drizzle-orm";
import { type RecipientGroup, recipientGroups, type SkippableGroup, skippableGroups } from "@/contract/enums";
import type { SendPreviewReply } from "@/contract/send-preview";
import type { SendReply, SkipReason } from "@/contract/sends";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { isReservedForOtherSql } from "../codes/rules";
import type { Context } from "../context";
import { waitlistStatus } from "../leads/record";
import { itemsIn } from "../sql";

export type SkippedRecipient = SendReply["skipped"][number] & { reason: SkipReason };

/** A recipient, with their code if each recipient has a personal code already. */
export type RequestedRecipient = { email: string; codeKey?: string };

/** The groups of leads that a send leaves out. */
export type SkippedGroups = { skip?: readonly SkippableGroup[] | undefined };

/** The groups that an announcement leaves out: those that the sender chose, and leads who haven't confirmed their email. */
export const announcementSkips = ({ skip = [] }: SkippedGroups): SkippableGroup[] => [...new Set<SkippableGroup>(["unconfirmed", ...skip])];

type RecipientOptions = {
  /** The code that all recipients get. */
  code?: string | undefined;
  /** Whether to lock the leads until the transaction ends. Required to queue emails for them. */
  lock?: boolean;
};

/** A requested recipient with why they can't get the email, if so, and the groups they are in. */
type CheckedRecipient = { email: string; reason: SkipReason | null; groups: RecipientGroup[] };

/** Checks who can get the email, in the order given. */
export async function checkRecipients(
  { db, projectId }: Context,
  requested: readonly RequestedRecipient[],
  { code, lock = true }: RecipientOptions = {},
): Promise<CheckedRecipient[]> {
  return queryRows<CheckedRecipient>(
    db,
    // The lock makes a deletion of these leads wait, so that it deletes their new deliveries too.
    // A join, because PostgreSQL would search a list linearly if its statistics don't include the project yet.
    sql`with requested as (
        select item ->> 'email' as email, coalesce(item ->> 'codeKey', ${code ?? null}::text) as code_key, position,
          row_number() over (partition by item ->> 'email' order by position) as occurrence
        from jsonb_array_elements(${JSON.stringify(requested)}::jsonb) with ordinality as items (item, position)
      ), existing as (
        select l.email, l.status, l.has_claimed, coalesce(${waitlistStatus} = 'invited', false) as is_invited from leads l
        where l.project_id = ${projectId} and l.email in (select email from requested) order by l.email ${lock ? sql`for key share` : sql``}
      ), checked as (
        select requested.email, requested.position, l.status, l.has_claimed, l.is_invited, s.reason as suppression, case
            when requested.occurrence > 1 then 'duplicate'
            when l.email is null then 'not_a_lead'
            when ${isReservedForOtherSql(sql`requested.email`)} then 'reserved_for_another'
            when k.email is not null then 'already_claimed'
            when l.status = 'held' then 'held'
            when s.email is not null then 'suppressed'
          end as reason
        from requested
        left join existing l on l.email = requested.email
        left join codes c on c.project_id = ${projectId} and c.key = requested.code_key
        left join claims k on k.project_id = ${projectId} and k.code_key = requested.code_key and k.email = requested.email
        left join suppressions s on s.project_id = ${projectId} and s.email = requested.email
      )
      select email, reason, case
          when reason is null then array_remove(array[case when status = 'unconfirmed' then 'unconfirmed' end,
            case when is_invited then 'invited' end, case when has_claimed then 'claimed_another_code' end], null)
          when reason = 'suppressed' then array[case when suppression = 'bounced' then 'bounced' else 'suppressed' end]
          else '{}'
        end as groups
      from checked order by position`,
  );
}

type PartitionedRecipients = { recipients: string[]; skipped: SkippedRecipient[] };

/** Splits recipients into those who get an email and those who are skipped and why, in the order given. */
export const partitionRecipients = async (
  ctx: Context,
  requested: readonly RequestedRecipient[],
  { skip, ...options }: RecipientOptions & SkippedGroups = {},
): Promise<PartitionedRecipients> => partitionChecked(await checkRecipients(ctx, requested, options), skip);

/** Like `partitionRecipients`, for recipients that were checked. */
export function partitionChecked(checked: readonly CheckedRecipient[], skip: SkippedGroups["skip"] = []): PartitionedRecipients {
  const recipients: string[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const { email, reason, groups } of checked) {
    const skipReason = reason ?? skippableGroups.find((group) => skip.includes(group) && groups.includes(group)) ?? null;
    if (skipReason === null) recipients.push(email);
    else skipped.push({ email, reason: skipReason });
  }
  return { recipients, skipped };
}

/** Names the groups of checked recipients, with some of their emails and since when each is in the group. */
export async function describeGroups(
  ctx: Context,
  checked: readonly CheckedRecipient[],
  { skip = [], sampleSize }: SkippedGroups & { sampleSize: number },
): Promise<SendPreviewReply["groups"]> {
  const groups = await Promise.all(
    recipientGroups.map(async (group) => {
      const emails = checked.filter((each) => each.groups.includes(group)).map(({ email }) => email);
      const sample = emails.length === 0 ? [] : await listTimes(ctx, group, emails, sampleSize);
      const isSkipped = group === "suppressed" || group === "bounced" || skip.includes(group);
      return sample[0] ? [{ group, count: emails.length, skipped: isSkipped, since: sample[0].since, sample }] : [];
    }),
  );
  return groups.flat();
}

/** Returns since when the first leads of a group are in it, earliest first. */
async function listTimes(
  { db, projectId }: Context,
  group: RecipientGroup,
  emails: readonly string[],
  limit: number,
): Promise<{ email: string; since: string }[]> {
  const suppressedAt = sql`(select s.created_at from suppressions s where s.project_id = l.project_id and s.email = l.email)`;
  const since = {
    unconfirmed: sql`l.created_at`,
    invited: sql`l.invited_at`,
    claimed_another_code: sql`(select min(k.claimed_at) from claims k where k.project_id = l.project_id and k.email = l.email)`,
    suppressed: suppressedAt,
    bounced: suppressedAt,
  }[group];
  const rows = await queryRows<Pick<RowOf<typeof leads>, "email"> & { since: string }>(
    db,
    sql`select email, since from (
        select l.email, ${since} as since from leads l where l.project_id = ${projectId} and l.email in ${itemsIn(emails)}
      ) as times where since is not null order by since, email limit ${limit}`,
  );
  return rows.map((row) => ({ email: row.email, since: isoTimestamp(row.since) }));
}
