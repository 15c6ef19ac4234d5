import { sql } from "drizzle-orm";
import type { SkipReason } from "@/contract/sends";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import type { SkippedRecipient } from "./queue";

type PartitionedRecipients = { recipients: string[]; skipped: SkippedRecipient[] };

/** An address that a send names, and the code that goes to it where each gets one of their own that exists already. */
export type NamedRecipient = { email: string; codeKey?: string };

type PartitionOptions = {
  /** The one code that all of them get. */
  code?: string;
  /** Whether the leads are held until the transaction ends, as they must be where mail is queued for them. */
  hold?: boolean;
};

/** Splits the addresses a send names into who gets mail and who is skipped and why, in the order given. */
export async function partitionRecipients(ctx: Context, named: readonly NamedRecipient[], { code, hold = true }: PartitionOptions = {}): Promise<PartitionedRecipients> {
  const { db, projectId } = ctx;
  const found = await rows<{ email: string; reason: SkipReason | null }>(
    db,
    // Deleting one of the leads waits for the lock, and then takes along what is queued for them; who is not locked is no lead here.
    // Joined as rows: a list would be compared one by one where the statistics do not know the project yet.
    sql`with given as (
        select item ->> 'email' as email, coalesce(item ->> 'codeKey', ${code ?? null}::text) as code_key, position,
          row_number() over (partition by item ->> 'email' order by position) as repeat
        from jsonb_array_elements(${JSON.stringify(named)}::jsonb) with ordinality as each (item, position)
      ), known as (
        select email, status from leads where project_id = ${projectId} and email in (select email from given) order by email ${hold ? sql`for key share` : sql``}
      )
      select given.email, case
          when given.repeat > 1 then 'duplicate'
          when l.email is null then 'not_a_lead'
          when c.reserved_for <> given.email then 'reserved_for_another'
          when k.email is not null then 'already_claimed'
          when l.status = 'held' then 'held'
          when s.email is not null then 'suppressed'
        end as reason
      from given
      left join known l on l.email = given.email
      left join codes c on c.project_id = ${projectId} and c.key = given.code_key
      left join claims k on k.project_id = ${projectId} and k.code_key = given.code_key and k.email = given.email
      left join suppressions s on s.project_id = ${projectId} and s.email = given.email
      order by given.position`,
  );
  const recipients: string[] = [];
  const skipped: SkippedRecipient[] = [];
  for (const { email, reason } of found) {
    if (reason === null) recipients.push(email);
    else skipped.push({ email, reason });
  }
  return { recipients, skipped };
}
