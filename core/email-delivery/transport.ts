import { and, eq, isNotNull } from "drizzle-orm";
import { senderEmails } from "@/contract/email-delivery";
import type { Database } from "@/db/client";
import type { RowOf } from "@/db/query";
import { projects } from "@/db/schema";
import type { Sender } from "@/emails/smtp-options";
import { decrypt, encrypt, reencrypt } from "@/lib/encryption";
import { env } from "@/lib/env";
import { type SmtpServer, type SmtpServerSettings, smtpServerSummary } from "@/lib/smtp";
import type { Context } from "../context";
import { selectProject } from "../projects/record";
import type { SendingRateRow } from "./sending-rate";

/** The email delivery columns of a project. Null values fall back to the environment. */
export type EmailDeliveryRow = RowOf<typeof projects, "email_from" | "email_reply_to" | "smtp_encrypted" | "smtp_set_by_role">;

type ProjectContext = Pick<Context, "db" | "projectId">;

export const getEmailDeliveryRow = ({ db, projectId }: ProjectContext): Promise<EmailDeliveryRow & SendingRateRow> =>
  selectProject(db, projectId, {
    email_from: projects.emailFrom,
    email_reply_to: projects.emailReplyTo,
    smtp_encrypted: projects.smtpEncrypted,
    smtp_set_by_role: projects.smtpSetByRole,
    emails_per_second: projects.emailsPerSecond,
    emails_per_hour: projects.emailsPerHour,
  });

/** The row of a project that uses the environment's settings. */
export const environmentSettings: EmailDeliveryRow = {
  email_from: null,
  email_reply_to: null,
  smtp_encrypted: null,
  smtp_set_by_role: null,
};

/** Returns whether an owner set the project's server. The environment's is trusted, too. */
export const isSetByOwner = ({ smtp_encrypted, smtp_set_by_role }: EmailDeliveryRow): boolean =>
  smtp_encrypted === null || smtp_set_by_role === "owner";

/**
 * Returns the settings for emails to owners: those of the environment if someone else set the server, which would receive the owners'
 * password reset links.
 */
export const getOwnerSettings = (row: EmailDeliveryRow): EmailDeliveryRow => (isSetByOwner(row) ? row : environmentSettings);

export const getSender = ({ email_from, email_reply_to }: EmailDeliveryRow): Sender => ({
  from: email_from ?? env().MAIL_FROM,
  replyTo: email_reply_to,
});

/** Returns the emails that a project sends from. */
export const getSenderEmails = async (ctx: ProjectContext): Promise<string[]> => senderEmails(getSender(await getEmailDeliveryRow(ctx)));

/** Returns the server that sends a project's email: `null` if emails are saved to files, `unreadable` if they must wait. */
export function getServer(
  projectId: number,
  { smtp_encrypted }: Pick<EmailDeliveryRow, "smtp_encrypted">,
): SmtpServer | "unreadable" | null {
  if (smtp_encrypted !== null) return decryptServer(projectId, smtp_encrypted) ?? "unreadable";
  return getEnvironmentServer();
}

/** Returns the server of SMTP_URL, or `null` if it isn't set. */
export function getEnvironmentServer(): SmtpServer | null {
  const { SMTP_URL } = env();
  return SMTP_URL === undefined ? null : { url: SMTP_URL };
}

/** Whether email goes to a server, is saved to files, or waits because the saved server can't be read. */
export type TransportStatus = "connected" | "saved_to_file" | "unreadable";

export async function getTransportStatus(ctx: ProjectContext): Promise<TransportStatus> {
  const server = getServer(ctx.projectId, await getEmailDeliveryRow(ctx));
  if (server === null) return "saved_to_file";
  return server === "unreadable" ? "unreadable" : "connected";
}

/** Describes the server that sends a project's email without its password. Null if there is none, or it can't be read. */
export async function getMailServerSummary(ctx: ProjectContext) {
  const server = getServer(ctx.projectId, await getEmailDeliveryRow(ctx));
  return server === null || server === "unreadable" ? null : smtpServerSummary(server);
}

const encryptionPurpose = (projectId: number): string => `SMTP server of project ${projectId}`;

/** Encrypts an SMTP server. All fields, not only the password: otherwise someone with database access could redirect the password to another host. */
export const encryptServer = (projectId: number, server: SmtpServerSettings): string =>
  encrypt(JSON.stringify(server), encryptionPurpose(projectId));

/** Decrypts an SMTP server. Returns `null` if AUTH_SECRET has changed since it was saved. */
export function decryptServer(projectId: number, encrypted: string): SmtpServerSettings | null {
  try {
    return JSON.parse(decrypt(encrypted, encryptionPurpose(projectId))) as SmtpServerSettings;
  } catch {
    return null;
  }
}

/** Encrypts the servers that were encrypted with an earlier AUTH_SECRET with the current one, in all projects. */
export async function reencryptServers(db: Database, secrets?: string[]): Promise<void> {
  const rows = await db.select({ id: projects.id, stored: projects.smtpEncrypted }).from(projects).where(isNotNull(projects.smtpEncrypted));
  for (const { id, stored } of rows) {
    const next = reencrypt(stored ?? "", encryptionPurpose(id), secrets);
    // Unless it was changed after it was read.
    if (next !== null)
      await db
        .update(projects)
        .set({ smtpEncrypted: next })
        .where(and(eq(projects.id, id), eq(projects.smtpEncrypted, stored ?? "")));
  }
}
