import { type SQL, sql } from "drizzle-orm";
import { type RecipientGroup, type SkippableGroup, skippableGroups } from "@/contract/enums";
import type { LeadFilter } from "@/contract/lead-filters";
import { type SendReply, type SkipReason, skippedByDefault } from "@/contract/sends";
import { queryRows } from "@/db/query";
import { restrictionReason } from "../codes/batch-restrictions";
import { isReservedForOtherSql } from "../codes/rules";
import type { Context } from "../context";
import { leadConditions } from "../leads/filter";
import { waitlistStatus } from "../leads/record";
import { joinAnd } from "../sql";

export type SkippedRecipient = SendReply["skipped"][number] & { reason: SkipReason };

/** A recipient, with their code if each recipient has a personal code already. */
export type RequestedRecipient = { email: string; codeKey?: string };

/** The groups of leads that a send leaves out. */
export type SkippedGroups = { skip?: readonly SkippableGroup[] | undefined };

type ChosenRecipients = SkippedGroups & { filter?: LeadFilter | undefined };

/** The groups that a send of codes leaves out: those that the sender chose, or leads who are already invited. */
export const getSkippedGroups = ({ skip, filter }: ChosenRecipients): readonly SkippableGroup[] =>
  skip ?? skippedByDefault(["invited"], filter);

/** The groups that an announcement leaves out: those that the sender chose, and leads who haven't confirmed their email. */
export const announcementSkips = ({ skip = [] }: SkippedGroups): SkippableGroup[] => [...new Set<SkippableGroup>(["unconfirmed", ...skip])];

type RecipientOptions = {
  /** The code that all recipients get. */
  code?: string | undefined;
  /** The ID of the batch whose codes they get. */
  batch?: string | undefined;
  /** Whether to lock the leads until the transaction ends. Required to queue emails for them. */
  lock?: boolean;
};

/** A requested recipient with why they can't get the email, if so, and the groups they are in. */
export type CheckedRecipient = { email: string; reason: SkipReason | null; groups: RecipientGroup[] };

/** What recipients get: a code, one of the codes of a batch, or an email without either. */
type Content = "code" | "batch" | "text";

/** Why a lead `l` with suppression `s` can't get an email, or null. With a code `c`, which they may have claimed as `k`, or of a batch `b`. */
const leadSkipReason = (email: SQL, content: Content): SQL => sql`coalesce(
    ${content === "code" ? sql`case when ${isReservedForOtherSql(email)} then 'reserved_for_another' when k.email is not null then 'already_claimed' end,` : sql``}
    ${content === "text" ? sql`` : sql`${restrictionReason(email, content === "code" ? sql`c.key` : sql`null`)},`}
    case when l.status = 'held' then 'held' when s.email is not null then 'suppressed' end
  )`;

const isInvitedColumn = sql`coalesce(${waitlistStatus} = 'invited', false)`;

/** Whether an invited lead `l` has another code than the one that they would get. */
const hasOtherCode = (code: SQL): SQL => sql`l.invitation_code is distinct from ${code}`;

/** The groups of a lead `l` with suppression `s` who is skipped for `checked.reason`, or isn't. */
const groupsOf = (isInvited: SQL): SQL => sql`case
    when checked.reason is null then array_remove(array[case when l.status = 'unconfirmed' then 'unconfirmed' end,
      case when ${isInvited} then 'invited' end, case when l.has_claimed then 'claimed_another_code' end], null)
    when checked.reason = 'suppressed' then array[case when s.reason = 'bounced' then 'bounced' else 'suppressed' end]
    else '{}'
  end`;

/** The groups of a lead of `checkedLeads`, if they got `code`. */
export const leadGroups = ({ code }: Pick<LeadRecipients, "code">): SQL =>
  groupsOf(code === undefined ? isInvitedColumn : sql`(${isInvitedColumn} and ${hasOtherCode(sql`${code}`)})`);

/** Checks who can get the email, in the order given. */
export async function checkRecipients(
  { db, projectId }: Context,
  requested: readonly RequestedRecipient[],
  { code, batch, lock = true }: RecipientOptions = {},
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
        select l.email, l.status, l.has_claimed, ${isInvitedColumn} as is_invited, l.invitation_code from leads l
        where l.project_id = ${projectId} and l.email in (select email from requested) order by l.email ${lock ? sql`for key share` : sql``}
      )
      select r.email, checked.reason, ${groupsOf(sql`(l.is_invited and ${hasOtherCode(sql`r.code_key`)})`)} as groups
      from requested r
      left join existing l on l.email = r.email
      left join codes c on c.project_id = ${projectId} and c.key = r.code_key
      left join batches b on b.project_id = ${projectId} and b.id = coalesce(c.batch_id, ${batch ?? null}::uuid)
      left join claims k on k.project_id = ${projectId} and k.code_key = r.code_key and k.email = r.email
      left join suppressions s on s.project_id = ${projectId} and s.email = r.email
      cross join lateral (
        select case when r.occurrence > 1 then 'duplicate' when l.email is null then 'not_a_lead' else ${leadSkipReason(sql`r.email`, "code")} end as reason
      ) as checked
      order by r.position`,
  );
}

/** How many recipients are alike. */
type RecipientCount = Omit<CheckedRecipient, "email"> & { count: number };

/** All leads that match a filter, as the recipients of a code or of an email without an existing code. */
export type LeadRecipients = { filter: LeadFilter } & Pick<RecipientOptions, "code" | "batch">;

/** The leads `l` of a filter with what decides whether they can get the email, for `from`: `checked.reason` is why they can't. */
export function checkedLeads(ctx: Context, { filter, code, batch }: LeadRecipients): SQL {
  const content = code !== undefined ? "code" : batch !== undefined ? "batch" : "text";
  const project = sql`(select ${ctx.projectId}::int)`;
  const joins = {
    code: sql`left join codes c on c.project_id = ${project} and c.key = ${code}
      left join claims k on k.project_id = l.project_id and k.code_key = ${code} and k.email = l.email
      left join batches b on b.project_id = ${project} and b.id = c.batch_id`,
    batch: sql`left join batches b on b.project_id = ${project} and b.id = ${batch}::uuid`,
    text: sql``,
  }[content];
  return sql`leads l
    left join suppressions s on s.project_id = l.project_id and s.email = l.email
    ${joins}
    cross join lateral (select ${leadSkipReason(sql`l.email`, content)} as reason) as checked
    where ${joinAnd(leadConditions(ctx, filter))}`;
}

/** Counts the leads that match a filter by whether they can get the email, without listing them. */
async function countLeads(ctx: Context, source: LeadRecipients): Promise<RecipientCount[]> {
  const rows = await queryRows<Omit<RecipientCount, "count"> & { count: string }>(
    ctx.db,
    sql`select checked.reason, ${leadGroups(source)} as groups, count(*) as count
      from ${checkedLeads(ctx, source)} group by 1, 2`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** How many recipients get an email, how many are skipped and why, and how many are in each group. */
export type RecipientSummary = {
  received: number;
  notified: number;
  skipped: ReadonlyMap<SkipReason, number>;
  groups: ReadonlyMap<RecipientGroup, number>;
};

/** Summarizes recipients that were checked. */
export const summarizeChecked = (checked: readonly CheckedRecipient[], skip: SkippedGroups["skip"]): RecipientSummary =>
  summarizeCounts(
    checked.map((recipient) => ({ ...recipient, count: 1 })),
    skip,
  );

function summarizeCounts(counts: readonly RecipientCount[], skip: SkippedGroups["skip"] = []): RecipientSummary {
  const [skipped, groups] = [new Map<SkipReason, number>(), new Map<RecipientGroup, number>()];
  const summary = { received: 0, notified: 0, skipped, groups };
  for (const item of counts) {
    const reason = getSkipReason(item, skip);
    summary.received += item.count;
    if (reason === null) summary.notified += item.count;
    else skipped.set(reason, (skipped.get(reason) ?? 0) + item.count);
    for (const group of item.groups) groups.set(group, (groups.get(group) ?? 0) + item.count);
  }
  return summary;
}

/** Summarizes the leads that match a filter, without listing them. */
export const summarizeLeads = async (ctx: Context, source: LeadRecipients, { skip }: SkippedGroups): Promise<RecipientSummary> =>
  summarizeCounts(await countLeads(ctx, source), skip);

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
  for (const recipient of checked) {
    const { email } = recipient;
    const reason = getSkipReason(recipient, skip);
    if (reason === null) recipients.push(email);
    else skipped.push({ email, reason });
  }
  return { recipients, skipped };
}

const getSkipReason = ({ reason, groups }: Omit<CheckedRecipient, "email">, skip: NonNullable<SkippedGroups["skip"]>): SkipReason | null =>
  reason ?? skippableGroups.find((group) => skip.includes(group) && groups.includes(group)) ?? null;
