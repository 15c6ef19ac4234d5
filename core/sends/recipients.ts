import { sql } from "drizzle-orm";
import type { SkipReason } from "@/contract/sends";
import { rows } from "@/db/rows";
import type { Context } from "../context";
import { each } from "../sql";
import type { Skipped } from "./queue";

type Sorted = { recipients: string[]; skipped: Skipped[] };

/** Splits the addresses a send names into who gets mail and who is skipped and why, in the order given. `code`: the one code that is sent. */
export async function sortOut(
  ctx: Context,
  emails: readonly string[],
  code: { key: string; reservedFor: string | null } | null,
): Promise<Sorted> {
  const { db, projectId } = ctx;
  const reserved = code?.reservedFor ?? null;
  const given = each(emails);
  const found = await rows<{ email: string; reason: SkipReason | null }>(
    db,
    // Deleting one of the leads waits for the lock, and then takes along what is queued for them; who is not locked is no lead here.
    sql`with known as (
        select email from leads where project_id = ${projectId} and email in (select item from ${given}) order by email for key share
      )
      select given.item as email, case
          when given.repeat > 1 then 'duplicate'
          when l.email is null then 'not_a_lead'
          when given.item <> ${reserved}::text then 'reserved_for_another'
          when k.email is not null then 'already_claimed'
          when s.email is not null then 'suppressed'
        end as reason
      from (select item, position, row_number() over (partition by item order by position) as repeat from ${given}) as given
      left join known l on l.email = given.item
      left join claims k on k.project_id = ${projectId} and k.code_key = ${code?.key ?? null}::text and k.email = given.item
      left join suppressions s on s.project_id = ${projectId} and s.email = given.item
      order by given.position`,
  );
  const recipients: string[] = [];
  const skipped: Skipped[] = [];
  for (const { email, reason } of found) {
    if (reason === null) recipients.push(email);
    else skipped.push({ email, reason });
  }
  return { recipients, skipped };
}
