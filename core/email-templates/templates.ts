import { sql } from "drizzle-orm";
import type { MailTextRecord } from "@/contract/mail";
import { problemsOf } from "@/contract/mail-rules";
import { type MailKind, type MailText, mailFields, mailKinds, mailTexts } from "@/contract/mail-texts";
import { rows } from "@/db/rows";
import { nearestName } from "@/lib/nearest";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";

type Row = MailText & { kind: MailKind; updated_at: string };

const record = (kind: MailKind, row: Row | undefined): MailTextRecord => ({
  kind,
  text: row ? { subject: row.subject, body: row.body, button: row.button } : mailTexts[kind],
  defaultText: mailTexts[kind],
  isOwn: row !== undefined,
  changedAt: row ? iso(row.updated_at) : null,
});

/** Lists the words of every kind of mail to leads: the project's own where staff have changed them, else the default ones. */
export async function listMailTexts({ db, projectId }: Context): Promise<MailTextRecord[]> {
  const own = await rows<Row>(db, sql`select kind, subject, body, button, updated_at from mail_texts where project_id = ${projectId}`);
  return mailKinds.map((kind) =>
    record(
      kind,
      own.find((row) => row.kind === kind),
    ),
  );
}

/** Refuses with `invalid_input` words that a mail of a kind cannot be sent in, at their fields. */
export function refuseWrong(kind: MailKind, text: MailText): void {
  const wrong = problemsOf(kind, text, nearestName).filter(({ refuses }) => refuses);
  if (wrong.length === 0) return;
  const named = Object.groupBy(wrong, ({ field }) => field);
  throw new ApiError("invalid_input", {
    fields: Object.fromEntries(Object.entries(named).map(([field, problems]) => [field, problems.map(({ message }) => message)])),
  });
}

/** Gives a kind of mail words of the project's own; the default ones are none. The event names the fields, not what they say. */
export async function changeMailText(ctx: Context, kind: MailKind, text: MailText): Promise<MailTextRecord> {
  refuseWrong(kind, text);
  return inTransaction(ctx, async (inner) => {
    const before = await locked(inner, kind);
    const changed = mailFields.filter((field) => text[field] !== before.text[field]);
    if (changed.length === 0) return before;
    if (mailFields.every((field) => text[field] === mailTexts[kind][field])) return drop(inner, kind);
    const { subject, body, button } = text;
    const [row] = await rows<Row>(
      inner.db,
      sql`insert into mail_texts (project_id, kind, subject, body, button) values (${inner.projectId}, ${kind}, ${subject}, ${body}, ${button})
        on conflict (project_id, kind) do update
          set subject = excluded.subject, body = excluded.body, button = excluded.button, updated_at = now()
        returning kind, subject, body, button, updated_at`,
    );
    await recordEvent(inner, { kind: "mail_text.changed", data: { mail: kind, fields: changed } });
    return record(kind, row);
  });
}

/** Takes a kind of mail back to its default words; the project's own are gone. */
export function resetMailText(ctx: Context, kind: MailKind): Promise<MailTextRecord> {
  return inTransaction(ctx, async (inner) => {
    const before = await locked(inner, kind);
    return before.isOwn ? drop(inner, kind) : before;
  });
}

/** The words as they are, locked until the end, so that the event names what this change changed. */
async function locked(ctx: Context, kind: MailKind): Promise<MailTextRecord> {
  await lockProject(ctx.db, ctx.projectId);
  return (await listMailTexts(ctx)).find((each) => each.kind === kind) ?? record(kind, undefined);
}

async function drop(ctx: Context, kind: MailKind): Promise<MailTextRecord> {
  await ctx.db.execute(sql`delete from mail_texts where project_id = ${ctx.projectId} and kind = ${kind}`);
  await recordEvent(ctx, { kind: "mail_text.reset", data: { mail: kind } });
  return record(kind, undefined);
}
