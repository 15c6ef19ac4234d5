import { type SQL, sql } from "drizzle-orm";
import { pendingStatuses, type SavedEmailSkipReason } from "@/contract/enums";
import { codesWithBatches } from "../codes/record";
import { codeStatusSql, unsendableStatuses } from "../codes/rules";
import { isObsolete } from "./obsolete";
import { statusList } from "./record";

/** The reasons because of which an email becomes `suppressed`: its lead gets no email. */
export const suppressionReasons: readonly SavedEmailSkipReason[] = ["unsubscribed", "bounced", "complained", "suppressed"];

/** The kinds of emails that ask to claim their code. */
const asksToClaim: SQL = sql`d.kind in ('code', 'confirm_claim', 'reminder')`;

const hasClaimed: SQL = sql`exists (select from claims k where k.project_id = d.project_id and k.code_key = d.code_key and k.email = d.email)`;

/** Why an email `d` isn't sent again, as a `SavedEmailSkipReason`. Null if it should be sent. */
export const skipReason: SQL = sql`(
  select case
    when s.email is not null then case s.reason when 'staff' then 'suppressed' else s.reason end
    when l.status = 'held' then 'held'
    when d.code_key is not null and c.key is null then 'code_deleted'
    when ${asksToClaim} and (${hasClaimed} or (d.kind = 'reminder' and l.has_claimed)) then 'already_claimed'
    when ${isObsolete} then case d.kind when 'joined' then 'not_on_waitlist' when 'confirm' then 'already_confirmed' when 'announcement' then 'unconfirmed' else 'invitation_ended' end
    when ${asksToClaim} and c.status in (${statusList(unsendableStatuses)}) then 'code_' || c.status
  end
  from leads l left join suppressions s on s.project_id = l.project_id and s.email = l.email
  left join lateral (
    select c.key, ${codeStatusSql} as status from ${codesWithBatches} where c.project_id = d.project_id and c.key = d.code_key
  ) as c on true
  where l.project_id = d.project_id and l.email = d.email)`;

/** Whether a later email `o` with the same text and code goes or went to the lead of `d`. Announcements have texts of their own. */
const hasNewerEmail: SQL = sql`(d.kind <> 'announcement' and exists (
  select from deliveries o where o.project_id = d.project_id and o.email = d.email and (o.created_at, o.id) > (d.created_at, d.id)
    and o.kind = d.kind and o.code_key is not distinct from d.code_key
    and o.status in (${statusList(["saved_to_file", "sent", ...pendingStatuses])})))`;

/** Why an email `d` that was saved to a file isn't sent, as a `SavedEmailSkipReason`. Null if it should be sent. */
export const savedSkipReason: SQL = sql`coalesce(${skipReason}, case when ${hasNewerEmail} then 'newer_email' end)`;
