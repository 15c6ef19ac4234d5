import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Sender } from "@/emails/server";
import { env } from "@/lib/env";
import type { MailServer } from "@/lib/smtp";
import type { Context } from "../context";
import { unsealServer } from "./server";

/** What a project's row says of its mail; null where the environment decides. */
export type MailRow = { mail_from: string | null; mail_reply_to: string | null; smtp_sealed: string | null };

type Who = Pick<Context, "db" | "projectId">;

/** What the project's row says of its mail. */
export async function mailRow({ db, projectId }: Who): Promise<MailRow> {
  const [row] = await rows<MailRow>(db, sql`select mail_from, mail_reply_to, smtp_sealed from projects where id = ${projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
  return row;
}

/** In whose name a project's mail is sent. */
export const senderOf = ({ mail_from, mail_reply_to }: MailRow): Sender => ({ from: mail_from ?? env().MAIL_FROM, replyTo: mail_reply_to });

/** By which server a project's mail goes: null where it is kept as files, `unreadable` where it must wait. */
export function serverOf(projectId: number, { smtp_sealed }: Pick<MailRow, "smtp_sealed">): MailServer | "unreadable" | null {
  if (smtp_sealed !== null) return unsealServer(projectId, smtp_sealed) ?? "unreadable";
  return environmentServer();
}

/** The server that the environment names; null where it names none. */
export function environmentServer(): MailServer | null {
  const { SMTP_URL } = env();
  return SMTP_URL === undefined ? null : { url: SMTP_URL };
}

/** Whether a project's mail reaches a mail server, is kept as files, or waits until its settings can be read again. */
export type MailStanding = "connected" | "kept" | "unreadable";

/** Where a project's mail stands. */
export async function mailStanding(ctx: Who): Promise<MailStanding> {
  const server = serverOf(ctx.projectId, await mailRow(ctx));
  return server === null ? "kept" : server === "unreadable" ? "unreadable" : "connected";
}
