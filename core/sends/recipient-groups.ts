import { type SQL, sql } from "drizzle-orm";
import { type RecipientGroup, recipientGroups } from "@/contract/enums";
import type { SendPreviewReply } from "@/contract/send-preview";
import { queryRows, type RowOf } from "@/db/query";
import type { leads } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import type { Context } from "../context";
import { filterConditions, hasWaitlistStatus } from "../leads/filter";
import { itemsIn, joinAnd } from "../sql";
import {
  type CheckedRecipient,
  checkedLeads,
  type LeadRecipients,
  leadGroups,
  type RecipientSummary,
  type SkippedGroups,
} from "./recipients";

type GroupOptions = SkippedGroups & { sampleSize: number; counts: RecipientSummary["groups"] };

/** Names the groups of recipients, with some of their emails and since when each is in the group. */
export async function describeGroups(
  ctx: Context,
  recipients: CheckedRecipient[] | LeadRecipients,
  { skip = [], sampleSize, counts }: GroupOptions,
): Promise<SendPreviewReply["groups"]> {
  const groups = await Promise.all(
    recipientGroups.map(async (group) => {
      const count = counts.get(group) ?? 0;
      const sample = count === 0 ? [] : await listTimes(ctx, group, membersOf(ctx, group, recipients), sampleSize);
      const isSkipped = group === "suppressed" || group === "bounced" || skip.includes(group);
      return sample[0] ? [{ group, count, skipped: isSkipped, since: sample[0].since, sample }] : [];
    }),
  );
  return groups.flat();
}

/** A condition that all leads `l` of a group with suppression `s` meet, by which PostgreSQL finds them in an index. */
const indexedCondition = (ctx: Context, group: RecipientGroup): SQL =>
  ({
    unconfirmed: joinAnd(filterConditions(ctx, { status: "unconfirmed" })),
    invited: hasWaitlistStatus("invited"),
    claimed_another_code: joinAnd(filterConditions(ctx, { claimed: true })),
    suppressed: sql`s.reason <> 'bounced'`,
    bounced: sql`s.reason = 'bounced'`,
  })[group];

/** The leads `l` of a group, for `from`. */
function membersOf(ctx: Context, group: RecipientGroup, recipients: CheckedRecipient[] | LeadRecipients): SQL {
  if (!Array.isArray(recipients))
    return sql`${checkedLeads(ctx, recipients)} and ${indexedCondition(ctx, group)} and ${group} = any(${leadGroups(recipients)})`;
  const emails = recipients.filter(({ groups }) => groups.includes(group)).map(({ email }) => email);
  return sql`leads l where l.project_id = ${ctx.projectId} and l.email in ${itemsIn(emails)}`;
}

/** Returns since when the first leads of a group are in it, earliest first. */
async function listTimes({ db }: Context, group: RecipientGroup, members: SQL, limit: number): Promise<{ email: string; since: string }[]> {
  const suppressedAt = sql`(select s.created_at from suppressions s where s.project_id = l.project_id and s.email = l.email)`;
  const since = {
    unconfirmed: sql`l.created_at`,
    invited: sql`l.invited_at`,
    claimed_another_code: sql`(select min(k.claimed_at) from claims k where k.project_id = l.project_id and k.email = l.email)`,
    suppressed: suppressedAt,
    bounced: suppressedAt,
  }[group];
  const rows = await queryRows<Pick<RowOf<typeof leads, "email"> & { since: string }, "email" | "since">>(
    db,
    sql`select email, since from (select l.email, ${since} as since from ${members}) as times
      where since is not null order by since, email limit ${limit}`,
  );
  return rows.map((row) => ({ email: row.email, since: isoTimestamp(row.since) }));
}
