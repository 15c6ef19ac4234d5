import { sql } from "drizzle-orm";
import { rows } from "@/db/rows";
import type { Sender } from "@/emails/smtp-options";
import { env } from "@/lib/env";
import type { SmtpServer } from "@/lib/smtp";
import type { Context } from "../context";
import { decryptServer } from "./smtp-credentials";

/** What a project's row says of its mail; null where the environment decides. */
export type EmailDeliveryRow = { email_from: string | null; email_reply_to: string | null; smtp_encrypted: string | null };

type ProjectContext = Pick<Context, "db" | "projectId">;

/** What the project's row says of its mail. */
export async function getEmailDeliveryRow({ db, projectId }: ProjectContext): Promise<EmailDeliveryRow> {
  const [row] = await rows<EmailDeliveryRow>(db, sql`select email_from, email_reply_to, smtp_encrypted from projects where id = ${projectId}`);
  if (!row) throw new Error("A project is gone, and projects are never deleted");
  return row;
}

/** In whose name a project's mail is sent. */
export const getSender = ({ email_from, email_reply_to }: EmailDeliveryRow): Sender => ({ from: email_from ?? env().MAIL_FROM, replyTo: email_reply_to });

/** By which server a project's mail goes: null where it is kept as files, `unreadable` where it must wait. */
export function getServer(projectId: number, { smtp_encrypted }: Pick<EmailDeliveryRow, "smtp_encrypted">): SmtpServer | "unreadable" | null {
  if (smtp_encrypted !== null) return decryptServer(projectId, smtp_encrypted) ?? "unreadable";
  return getEnvironmentServer();
}

/** The server that the environment names; null where it names none. */
export function getEnvironmentServer(): SmtpServer | null {
  const { SMTP_URL } = env();
  return SMTP_URL === undefined ? null : { url: SMTP_URL };
}

/** Whether a project's mail reaches a mail server, is kept as files, or waits until its settings can be read again. */
export type TransportStatus = "connected" | "kept" | "unreadable";

/** Where a project's mail stands. */
export async function getTransportStatus(ctx: ProjectContext): Promise<TransportStatus> {
  const server = getServer(ctx.projectId, await getEmailDeliveryRow(ctx));
  return server === null ? "kept" : server === "unreadable" ? "unreadable" : "connected";
}
