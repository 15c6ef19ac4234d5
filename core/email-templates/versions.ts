import { type SQL, sql } from "drizzle-orm";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { type EmailTemplateRecord, type EmailTemplateVersion, maxTemplateVersions } from "@/contract/email-templates";
import { queryRows, type RowOf } from "@/db/query";
import { emailTemplateVersions } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { minIdAt, newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { selectActorName } from "../sql";

/**
 * Saves the new content of a template as a version, in the caller's transaction, which has locked the project. Also saves the content before,
 * if that was saved before there were versions. Without `content`, the template is reset. Deletes the oldest versions.
 */
export async function saveVersion(
  { db, projectId, actor }: Context,
  before: EmailTemplateRecord,
  content?: EmailTemplateContent,
): Promise<void> {
  const { kind } = before;
  const versions = sql`email_template_versions v where v.project_id = ${projectId} and v.kind = ${kind}`;
  const isFirst = (await queryRows(db, sql`select from ${versions} limit 1`)).length === 0;
  if (isFirst && before.updatedAt !== null)
    await db.insert(emailTemplateVersions).values({
      projectId,
      kind,
      id: minIdAt(Date.parse(before.updatedAt)),
      ...before.content,
      createdAt: before.updatedAt,
    });
  if (content)
    await db.insert(emailTemplateVersions).values({
      projectId,
      kind,
      id: newId(),
      subject: content.subject,
      body: content.body,
      button: content.button,
      actorKind: actor.kind,
      actorId: actor.id,
    });
  await db.execute(
    sql`delete from ${versions} and v.id not in (select v.id from ${versions} order by v.id desc limit ${maxTemplateVersions})`,
  );
}

type VersionRow = RowOf<typeof emailTemplateVersions> & { actor_name: string | null; is_current: boolean };

/** Selects versions `v` of a template, newest first. The newest one is current, unless the template was reset since. */
const selectVersions = ({ projectId }: Context, kind: EmailTemplateKind, condition: SQL): SQL =>
  sql`select v.*, ${selectActorName(sql`v`)} as actor_name,
      exists (select from email_templates t where t.project_id = v.project_id and t.kind = v.kind)
        and not exists (select from email_template_versions n where n.project_id = v.project_id and n.kind = v.kind and n.id > v.id) as is_current
    from email_template_versions v where v.project_id = ${projectId} and v.kind = ${kind} and ${condition} order by v.id desc`;

const versionRecord = ({ id, subject, body, button, created_at: at, is_current: isCurrent, ...row }: VersionRow): EmailTemplateVersion => ({
  id,
  content: { subject, body, button },
  isCurrent,
  savedBy: row.actor_kind && { kind: row.actor_kind, name: row.actor_name },
  savedAt: isoTimestamp(at),
});

/** Lists the versions of a template, newest first. */
export const listTemplateVersions = async (ctx: Context, kind: EmailTemplateKind): Promise<EmailTemplateVersion[]> =>
  (await queryRows<VersionRow>(ctx.db, selectVersions(ctx, kind, sql`true`))).map(versionRecord);

/** Returns the content of a version. Throws `email_template_version_not_found`. */
export async function getVersionContent(ctx: Context, kind: EmailTemplateKind, id: string): Promise<EmailTemplateContent> {
  const [row] = await queryRows<VersionRow>(ctx.db, selectVersions(ctx, kind, sql`v.id = ${id}::uuid`));
  if (!row) throw new ApiError("email_template_version_not_found");
  return versionRecord(row).content;
}
