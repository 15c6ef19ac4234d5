import { sql } from "drizzle-orm";
import { type emailReportSources, suppressionReasons } from "@/contract/enums";
import { normalizeEmail } from "@/contract/normalize";
import type { SuppressionRecord } from "@/contract/suppressions";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import { sanitizeText } from "@/lib/sanitize-text";
import { type Context, inTransaction } from "../context";
import { recordLeadChanges } from "../events/record-changes";
import { lockLeadsWithCodes } from "../leads/record";
import { insertEmailEvents } from "../sends/email-events";
import { jsonItems, uuidsIn } from "../sql";
import { suppressLeads } from "../suppressions/bounces";

/** A recipient whose email bounced permanently, who reported it as spam, or who unsubscribed or was suppressed by staff at the provider. */
export type ReportedRecipient = {
  reason: SuppressionRecord["reason"];
  /** Finds the recipient if no Message-ID is known. */
  email: string | null;
  /** The Message-ID of the email, if the report has it. */
  messageId: string | null;
  /** Others that it may have if that one isn't one of ours, most likely first. */
  otherMessageIds?: readonly string[];
  /** The server's response or the provider's description. */
  detail: string;
  /** The emails of which the same report says something else: it may be a copy to someone else that failed. */
  notAbout?: readonly string[];
  /** The emails that the report names as the recipient. If the email was sent to none of them, someone has forwarded it. */
  addresses?: readonly string[];
};

/** A verified report. Reports with the same ID are the same. `problem` is why it can't be read, without its content. */
export type EmailReport = { id: string; recipients: readonly ReportedRecipient[]; problem?: string };

/** The numbers of leads whose email bounced, and of those who reported one as spam. */
export type ReportResult = { bounced: number; complained: number };

type ReportSource = (typeof emailReportSources)[number];

/**
 * Records a verified report: the emails that bounced, and suppressions of their leads. A repeated report changes nothing, unless it couldn't
 * be read before. Recipients who aren't leads are ignored: they may be recipients of another application, or leads who were deleted.
 */
export function recordReport(ctx: Context, source: ReportSource, { id, recipients, problem }: EmailReport): Promise<ReportResult> {
  return inTransaction(ctx, async (inner) => {
    const result: ReportResult = { bounced: 0, complained: 0 };
    const isNew = await changeRows(
      inner.db,
      sql`insert into email_reports as r (project_id, source, id, problem) values (${inner.projectId}, ${source}, ${id}, ${problem ?? null})
        on conflict (project_id, source, id) do update set problem = null where r.problem is not null and excluded.problem is null`,
    );
    if (isNew === 0) return result;
    for (const reason of suppressionReasons) {
      const named = await findDeliveries(
        inner,
        recipients.filter((recipient) => recipient.reason === reason),
      );
      const found = named.filter((each) => !each.is_about_other);
      if (found.length < named.length) await recordProblem(inner, source, id, otherRecipientProblem);
      // A report about the old email of a lead says nothing about their new one.
      const emails = [...new Set(found.filter((each) => !each.has_changed).map(({ email }) => email))].sort();
      if (found.length === 0) continue;
      await lockLeadsWithCodes(inner, emails);
      if (reason === "bounced") await markBounced(inner, found);
      if (reason === "complained") await recordComplaints(inner, found);
      await suppressLeads(inner, emails, reason);
      if (reason === "bounced" || reason === "complained") result[reason] = emails.length;
    }
    return result;
  });
}

const otherRecipientProblem = "It is about another email address than the one that the email was sent to.";

async function recordProblem({ db, projectId }: Context, source: ReportSource, id: string, problem: string): Promise<void> {
  await db.execute(
    sql`update email_reports set problem = ${problem} where project_id = ${projectId} and source = ${source} and id = ${id}`,
  );
}

/** The lead of a reported recipient, and the email that was sent to them, if it is known. */
type FoundRecipient = { email: string; id: string | null; detail: string; has_changed: boolean; is_about_other: boolean };

/** Our Message-IDs start with the ID of the delivery (emails/transport.ts). */
const deliveryIdPattern = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

async function findDeliveries({ db, projectId }: Context, recipients: readonly ReportedRecipient[]): Promise<FoundRecipient[]> {
  const items = recipients.map(({ email, messageId, otherMessageIds = [], detail, notAbout = [], addresses = [] }) => ({
    ids: [messageId ?? "", ...otherMessageIds].flatMap((each) => deliveryIdPattern.exec(each)?.[1] ?? []),
    email: normalizeEmail(email ?? ""),
    detail: sanitizeText(detail, 1000),
    not_about: notAbout,
    addresses,
  }));
  return queryRows<FoundRecipient>(
    db,
    sql`select l.email, coalesce(d.id, (
        select last.id from deliveries last where last.project_id = l.project_id and last.email = l.email and last.status = 'sent' and last.recipient is null
        order by last.created_at desc, last.id desc limit 1)) as id, r.detail, d.recipient is not null as has_changed,
        r.addresses <> '[]' and not r.addresses ? coalesce(d.recipient, l.email) as is_about_other
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (ids jsonb, email text, detail text, not_about jsonb, addresses jsonb)
      left join lateral (
        select d.id, d.email, d.recipient from jsonb_array_elements_text(r.ids) with ordinality as x (id, n)
        join deliveries d on d.project_id = ${projectId} and d.id = x.id::uuid order by x.n limit 1) as d on true
      join leads l on l.project_id = ${projectId} and l.email = coalesce(d.email, r.email)
      where not r.not_about ? coalesce(d.recipient, l.email)`,
  );
}

async function markBounced(ctx: Context, found: readonly FoundRecipient[]): Promise<void> {
  const { db, projectId } = ctx;
  const details = new Map(found.map(({ id, detail }) => [id, detail]));
  const rows = await queryRows<RowOf<typeof deliveries, "id" | "email">>(
    db,
    sql`select d.id, d.email from ${jsonItems(found.flatMap(({ id }) => id ?? []))} join deliveries d on d.project_id = ${projectId} and d.id = items.item::uuid
      where d.status in ('sending', 'retrying', 'sent', 'failed') order by d.id for update of d`,
  );
  for (const { id } of rows)
    await db.execute(
      sql`update deliveries set status = 'bounced', error = ${details.get(id) ?? null}, next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id = ${id}`,
    );
  await recordLeadChanges(
    ctx,
    rows.map(({ email }) => email),
  );
  const ids = rows.map(({ id }) => id);
  await db.execute(
    insertEmailEvents(
      ctx,
      sql`select d.*, d.status as result from deliveries d where d.project_id = ${projectId} and d.id in ${uuidsIn(ids)}`,
    ),
  );
}

/** Records which emails people reported as spam. Of a report that names none of ours, only the lead is known. */
async function recordComplaints(ctx: Context, found: readonly FoundRecipient[]): Promise<void> {
  const items = JSON.stringify(found.map(({ id, email }) => ({ id, email })));
  await ctx.db.execute(
    insertEmailEvents(
      ctx,
      sql`select distinct on (r.email, d.id) r.email, d.id, d.send_id, d.kind, null as error, 'complained' as result
        from jsonb_to_recordset(${items}::jsonb) as r (id uuid, email text) left join deliveries d on d.project_id = ${ctx.projectId} and d.id = r.id`,
    ),
  );
}
