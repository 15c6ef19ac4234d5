import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { emailReportSources } from "@/contract/enums";
import { normalizeEmail } from "@/contract/normalize";
import { changeRows, queryRows, type RowOf } from "@/db/query";
import type { deliveries } from "@/db/schema";
import { sanitizeText } from "@/lib/sanitize-text";
import { type Context, inTransaction } from "../context";
import { jsonItems } from "../sql";
import { type FeedbackReason, lockForSuppression, suppressLeads } from "../suppressions/bounces";

/**
 * A recipient whose email bounced permanently or who reported it as spam. `messageId` is the Message-ID of the email, if the report has it;
 * otherwise the recipient is found by their email. `detail` is the server's response or the provider's description.
 */
export type ReportedRecipient = { reason: FeedbackReason; email: string | null; messageId: string | null; detail: string };

/** A verified report. Reports with the same ID are the same. */
export type EmailReport = { id: string; recipients: readonly ReportedRecipient[] };

/** The numbers of leads whose email bounced, and of those who reported one as spam. */
export type ReportResult = { bounced: number; complained: number };

/** Parses JSON that must match a schema. Null if it doesn't. */
export function parseJson<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type ReportSource = (typeof emailReportSources)[number];

/**
 * Records a verified report: the emails that bounced, and suppressions of their leads. A repeated report changes nothing. Recipients who
 * aren't leads are ignored: they may be recipients of another application, or leads who were deleted.
 */
export function recordReport(ctx: Context, source: ReportSource, { id, recipients }: EmailReport): Promise<ReportResult> {
  return inTransaction(ctx, async (inner) => {
    const result: ReportResult = { bounced: 0, complained: 0 };
    const isNew = await changeRows(
      inner.db,
      sql`insert into email_reports (project_id, source, id) values (${inner.projectId}, ${source}, ${id}) on conflict do nothing`,
    );
    if (isNew === 0) return result;
    for (const reason of ["bounced", "complained"] as const) {
      const found = await findDeliveries(
        inner,
        recipients.filter((recipient) => recipient.reason === reason),
      );
      // A report about the old email of a lead says nothing about their new one.
      const emails = [...new Set(found.filter((each) => !each.has_changed).map(({ email }) => email))].sort();
      if (found.length === 0) continue;
      await lockForSuppression(inner, emails);
      if (reason === "bounced") await markBounced(inner, found);
      await suppressLeads(inner, emails, reason);
      result[reason] = emails.length;
    }
    return result;
  });
}

/** The lead of a reported recipient, and the email that was sent to them, if it is known. */
type FoundRecipient = { email: string; id: string | null; detail: string; has_changed: boolean };

/** Our Message-IDs start with the ID of the delivery (emails/transport.ts). */
const deliveryIdPattern = /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i;

async function findDeliveries({ db, projectId }: Context, recipients: readonly ReportedRecipient[]): Promise<FoundRecipient[]> {
  const items = recipients.map(({ email, messageId, detail }) => ({
    id: deliveryIdPattern.exec(messageId ?? "")?.[1] ?? null,
    email: normalizeEmail(email ?? ""),
    detail: sanitizeText(detail, 1000),
  }));
  return queryRows<FoundRecipient>(
    db,
    sql`select l.email, coalesce(d.id, (
        select last.id from deliveries last where last.project_id = l.project_id and last.email = l.email and last.status = 'sent' and last.recipient is null
        order by last.created_at desc, last.id desc limit 1)) as id, r.detail, d.recipient is not null as has_changed
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r (id uuid, email text, detail text)
      left join deliveries d on d.project_id = ${projectId} and d.id = r.id
      join leads l on l.project_id = ${projectId} and l.email = coalesce(d.email, r.email)`,
  );
}

async function markBounced({ db, projectId }: Context, found: readonly FoundRecipient[]): Promise<void> {
  const details = new Map(found.map(({ id, detail }) => [id, detail]));
  const rows = await queryRows<RowOf<typeof deliveries, "id">>(
    db,
    sql`select d.id from ${jsonItems(found.flatMap(({ id }) => id ?? []))} join deliveries d on d.project_id = ${projectId} and d.id = items.item::uuid
      where d.status in ('sending', 'retrying', 'sent', 'failed') order by d.id for update of d`,
  );
  for (const { id } of rows)
    await db.execute(
      sql`update deliveries set status = 'bounced', error = ${details.get(id) ?? null}, next_attempt_at = null, updated_at = now()
        where project_id = ${projectId} and id = ${id}`,
    );
}
