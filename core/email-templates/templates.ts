import { sql } from "drizzle-orm";
import type { EmailTemplateRecord } from "@/contract/email-template-api";
import { findTemplateProblems } from "@/contract/email-template-rules";
import { type EmailTemplateKind, type EmailTemplateContent, emailTemplateFields, emailTemplateKinds, defaultEmailTemplates } from "@/contract/email-templates";
import { rows } from "@/db/rows";
import { closestName } from "@/lib/closest-name";
import { isoTimestamp } from "@/lib/iso-timestamp";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";

type EmailTemplateRow = EmailTemplateContent & { kind: EmailTemplateKind; updated_at: string };

const emailTemplateRecord = (kind: EmailTemplateKind, row: EmailTemplateRow | undefined): EmailTemplateRecord => ({
  kind,
  text: row ? { subject: row.subject, body: row.body, button: row.button } : defaultEmailTemplates[kind],
  defaultContent: defaultEmailTemplates[kind],
  isCustomized: row !== undefined,
  updatedAt: row ? isoTimestamp(row.updated_at) : null,
});

/** Lists the words of every kind of mail to leads: the project's own where staff have changed them, else the default ones. */
export async function listEmailTemplates({ db, projectId }: Context): Promise<EmailTemplateRecord[]> {
  const own = await rows<EmailTemplateRow>(db, sql`select kind, subject, body, button, updated_at from email_templates where project_id = ${projectId}`);
  return emailTemplateKinds.map((kind) =>
    emailTemplateRecord(
      kind,
      own.find((row) => row.kind === kind),
    ),
  );
}

/** Refuses with `invalid_input` words that a mail of a kind cannot be sent in, at their fields. */
export function assertValidTemplate(kind: EmailTemplateKind, text: EmailTemplateContent): void {
  const wrong = findTemplateProblems(kind, text, closestName).filter(({ isError: refuses }) => refuses);
  if (wrong.length === 0) return;
  const named = Object.groupBy(wrong, ({ field }) => field);
  throw new ApiError("invalid_input", {
    fields: Object.fromEntries(Object.entries(named).map(([field, problems]) => [field, problems.map(({ message }) => message)])),
  });
}

/** Gives a kind of mail words of the project's own; the default ones are none. The event names the fields, not what they say. */
export async function updateEmailTemplate(ctx: Context, kind: EmailTemplateKind, text: EmailTemplateContent): Promise<EmailTemplateRecord> {
  assertValidTemplate(kind, text);
  return inTransaction(ctx, async (inner) => {
    const before = await getLockedTemplate(inner, kind);
    const changed = emailTemplateFields.filter((field) => text[field] !== before.text[field]);
    if (changed.length === 0) return before;
    if (emailTemplateFields.every((field) => text[field] === defaultEmailTemplates[kind][field])) return deleteTemplate(inner, kind);
    const { subject, body, button } = text;
    const [row] = await rows<EmailTemplateRow>(
      inner.db,
      sql`insert into email_templates (project_id, kind, subject, body, button) values (${inner.projectId}, ${kind}, ${subject}, ${body}, ${button})
        on conflict (project_id, kind) do update
          set subject = excluded.subject, body = excluded.body, button = excluded.button, updated_at = now()
        returning kind, subject, body, button, updated_at`,
    );
    await recordEvent(inner, { kind: "email_template.updated", data: { mail: kind, fields: changed } });
    return emailTemplateRecord(kind, row);
  });
}

/** Takes a kind of mail back to its default words; the project's own are gone. */
export function resetEmailTemplate(ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateRecord> {
  return inTransaction(ctx, async (inner) => {
    const before = await getLockedTemplate(inner, kind);
    return before.isCustomized ? deleteTemplate(inner, kind) : before;
  });
}

/** The words as they are, locked until the end, so that the event names what this change changed. */
async function getLockedTemplate(ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateRecord> {
  await lockProject(ctx.db, ctx.projectId);
  return (await listEmailTemplates(ctx)).find((each) => each.kind === kind) ?? emailTemplateRecord(kind, undefined);
}

async function deleteTemplate(ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateRecord> {
  await ctx.db.execute(sql`delete from email_templates where project_id = ${ctx.projectId} and kind = ${kind}`);
  await recordEvent(ctx, { kind: "email_template.reset", data: { mail: kind } });
  return emailTemplateRecord(kind, undefined);
}
