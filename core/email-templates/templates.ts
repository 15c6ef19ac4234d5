import { and, eq, sql } from "drizzle-orm";
import {
  defaultEmailTemplates,
  type EmailTemplateContent,
  type EmailTemplateField,
  type EmailTemplateKind,
  emailTemplateFields,
  emailTemplateKinds,
  hasButton,
} from "@/contract/default-email-templates";
import { findTemplateProblems } from "@/contract/email-template-rules";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { emailTemplates } from "@/db/schema";
import { closestName } from "@/lib/closest-name";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { getQuestions, lockProject } from "../projects/record";
import { getVersionContent, saveVersion } from "./versions";

/** A customized template. */
type EmailTemplateRow = typeof emailTemplates.$inferSelect;

const emailTemplateRecord = (kind: EmailTemplateKind, row: EmailTemplateRow | undefined): EmailTemplateRecord => ({
  kind,
  content: row ? { subject: row.subject, body: row.body, button: row.button } : defaultEmailTemplates[kind],
  defaultContent: defaultEmailTemplates[kind],
  isCustomized: row !== undefined,
  updatedAt: row ? isoTimestamp(row.updatedAt) : null,
});

/** Lists the templates of all kinds of emails to leads. */
export async function listEmailTemplates({ db, projectId }: Context): Promise<EmailTemplateRecord[]> {
  const customized = await db.select().from(emailTemplates).where(eq(emailTemplates.projectId, projectId));
  return emailTemplateKinds.map((kind) =>
    emailTemplateRecord(
      kind,
      customized.find((row) => row.kind === kind),
    ),
  );
}

/** Throws `invalid_input` with the errors of each field if emails can't be sent with this template. */
export async function assertValidTemplate(ctx: Context, kind: EmailTemplateKind, content: EmailTemplateContent): Promise<void> {
  rejectProblems(await findProblems(ctx, kind, content));
}

const findProblems = async (ctx: Context, kind: EmailTemplateKind, content: EmailTemplateContent) =>
  findTemplateProblems(kind, content, { questions: await getQuestions(ctx), findNearest: closestName });

/** Throws `invalid_input` for the errors in the given fields. */
function rejectProblems(
  problems: ReturnType<typeof findTemplateProblems>,
  isIncluded: (field: EmailTemplateField) => boolean = () => true,
): void {
  const errors = problems.filter(({ isError, field }) => isError && isIncluded(field));
  if (errors.length === 0) return;
  const byField = Object.groupBy(errors, ({ field }) => field);
  throw new ApiError("invalid_input", {
    fields: Object.fromEntries(Object.entries(byField).map(([field, problems]) => [field, problems.map(({ message }) => message)])),
  });
}

/** The texts of a single send, instead of its template's. */
export type ContentOverrides = { [Field in EmailTemplateField]?: string | null | undefined };

/** Throws `invalid_input` with the errors of each field if a new send can't have these texts. */
export async function assertValidOverrides(ctx: Context, kind: EmailTemplateKind, overrides: ContentOverrides): Promise<void> {
  const isReplaced = (field: EmailTemplateField) => typeof overrides[field] === "string";
  if (emailTemplateFields.some(isReplaced))
    rejectProblems(await findProblems(ctx, kind, withOverrides(defaultEmailTemplates[kind], overrides)), isReplaced);
}

/** What a send says about its button. Texts that are missing are those of the template. */
type SendButton = { body?: string | null | undefined; button?: string | null | undefined; buttonUrl?: string | undefined };

/** Throws `invalid_input` if a send has a label or URL for a button, and its email has no button. */
export async function rejectUnusedButton(ctx: Context, kind: EmailTemplateKind, { body, button, buttonUrl }: SendButton): Promise<void> {
  const part = buttonUrl ? "buttonUrl" : button ? "button" : null;
  if (part === null) return;
  if (kind === "announcement" && !buttonUrl)
    throw new ApiError("invalid_input", { fields: { button: ["needs `buttonUrl`, because a button without a link isn't shown"] } });
  const shownBody = body ?? (await listEmailTemplates(ctx)).find((template) => template.kind === kind)?.content.body ?? "";
  if (hasButton(shownBody)) return;
  const problem =
    typeof body === "string"
      ? { body: [`Add {{button}} in a paragraph of its own, or leave out \`${part}\`, which isn't shown without it`] }
      : { [part]: ["isn't shown, because the body of the email template has no {{button}}"] };
  throw new ApiError("invalid_input", { fields: problem });
}

/** Replaces texts of a template by those of a send. */
export const withOverrides = (content: EmailTemplateContent, { subject, body, button }: ContentOverrides): EmailTemplateContent => ({
  subject: subject ?? content.subject,
  body: body ?? content.body,
  button: button ?? content.button,
});

/**
 * Customizes a template. The default content resets it. The event names the changed fields, without their content. Throws `invalid_input`, and
 * `email_template_changed` if the current content isn't the expected one.
 */
export async function updateEmailTemplate(
  ctx: Context,
  kind: EmailTemplateKind,
  content: EmailTemplateContent,
  { expected, restoredVersion }: { expected?: EmailTemplateContent | undefined; restoredVersion?: string } = {},
): Promise<EmailTemplateRecord> {
  await assertValidTemplate(ctx, kind, content);
  return inTransaction(ctx, async (inner) => {
    const before = await getLockedTemplate(inner, kind);
    const fields = emailTemplateFields.filter((field) => content[field] !== before.content[field]);
    if (fields.length === 0) return before;
    if (expected && emailTemplateFields.some((field) => expected[field] !== before.content[field]))
      throw new ApiError("email_template_changed");
    if (emailTemplateFields.every((field) => content[field] === defaultEmailTemplates[kind][field])) return deleteTemplate(inner, before);
    const { subject, body, button } = content;
    const [row] = await inner.db
      .insert(emailTemplates)
      .values({ projectId: inner.projectId, kind, subject, body, button })
      .onConflictDoUpdate({
        target: [emailTemplates.projectId, emailTemplates.kind],
        set: { subject, body, button, updatedAt: sql`now()` },
      })
      .returning();
    await saveVersion(inner, before, content);
    await recordEvent(inner, {
      kind: "email_template.updated",
      data: { template: kind, fields, ...(restoredVersion && { restoredVersion }) },
    });
    return emailTemplateRecord(kind, row);
  });
}

/** Saves the content of an earlier version again. Throws `email_template_version_not_found`, and `invalid_input` if it isn't valid anymore. */
export async function restoreEmailTemplate(ctx: Context, kind: EmailTemplateKind, version: string): Promise<EmailTemplateRecord> {
  return updateEmailTemplate(ctx, kind, await getVersionContent(ctx, kind, version), { restoredVersion: version });
}

/** Resets a template to its default content. */
export function resetEmailTemplate(ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateRecord> {
  return inTransaction(ctx, async (inner) => {
    const before = await getLockedTemplate(inner, kind);
    return before.isCustomized ? deleteTemplate(inner, before) : before;
  });
}

/** Returns a template, locked until the transaction ends, so that the event names exactly what this call changes. */
async function getLockedTemplate(ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateRecord> {
  await lockProject(ctx.db, ctx.projectId);
  return (await listEmailTemplates(ctx)).find((template) => template.kind === kind) ?? emailTemplateRecord(kind, undefined);
}

async function deleteTemplate(ctx: Context, before: EmailTemplateRecord): Promise<EmailTemplateRecord> {
  const { kind } = before;
  await saveVersion(ctx, before);
  await ctx.db.delete(emailTemplates).where(and(eq(emailTemplates.projectId, ctx.projectId), eq(emailTemplates.kind, kind)));
  await recordEvent(ctx, { kind: "email_template.reset", data: { template: kind } });
  return emailTemplateRecord(kind, undefined);
}
