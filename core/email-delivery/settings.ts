import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type updateEmailDeliveryEndpoint as endpoint,
  type SmtpServerBody,
  type EmailDeliverySettings,
  type PasswordRequirement,
  getPasswordRequirement,
} from "@/contract/email-delivery";
import { env } from "@/lib/env";
import { type SmtpServerSettings, smtpServerSummary } from "@/lib/smtp";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";
import { encryptServer, decryptServer } from "./smtp-credentials";
import { getEnvironmentServer, type EmailDeliveryRow, getEmailDeliveryRow, getSender } from "./transport";

type UpdateEmailDeliveryInput = z.output<NonNullable<typeof endpoint.body>>;

/** Says how the project's mail is sent, and who says so; passwords are not told. */
export const getEmailDelivery = async (ctx: Context): Promise<EmailDeliverySettings> => emailDeliverySettings(ctx, await getEmailDeliveryRow(ctx));

/**
 * Changes what is given of how the project's mail is sent; the event names what, and no value. Refuses with `invalid_input` a server
 * without its password where that must be typed.
 */
export function updateEmailDelivery(ctx: Context, { sender, replyTo, server }: UpdateEmailDeliveryInput): Promise<EmailDeliverySettings> {
  return inTransaction(ctx, async (inner) => {
    // Held until the end, so that a kept password goes with the server it was kept for, and the event names what this change changed.
    await lockProject(inner.db, inner.projectId);
    const before = await getEmailDeliveryRow(inner);
    const next: EmailDeliveryRow = {
      email_from: sender === undefined ? before.email_from : sender,
      email_reply_to: replyTo === undefined ? before.email_reply_to : replyTo,
      smtp_encrypted: server === undefined ? before.smtp_encrypted : server && encryptIfChanged(inner, before, server),
    };
    const fields = [
      ...(next.email_from === before.email_from ? [] : ["sender"]),
      ...(next.email_reply_to === before.email_reply_to ? [] : ["replyTo"]),
      ...(next.smtp_encrypted === before.smtp_encrypted ? [] : ["server"]),
    ];
    if (fields.length > 0) {
      await inner.db.execute(
        sql`update projects set email_from = ${next.email_from}, email_reply_to = ${next.email_reply_to}, smtp_encrypted = ${next.smtp_encrypted}
          where id = ${inner.projectId}`,
      );
      await recordEvent(inner, { kind: "project.email_delivery_updated", data: { fields } });
    }
    return emailDeliverySettings(inner, next);
  });
}

/** What is to be kept of a server; what is kept already where it is the same. */
function encryptIfChanged({ projectId }: Context, before: EmailDeliveryRow, asked: z.output<typeof SmtpServerBody>): string {
  const server = completeServer(projectId, before, asked);
  const kept = getStoredServer(projectId, before);
  const isSame = kept !== null && serverFields.every((part) => kept[part] === server[part]);
  return isSame && before.smtp_encrypted !== null ? before.smtp_encrypted : encryptServer(projectId, server);
}

const serverFields = ["host", "port", "security", "user", "password"] as const satisfies (keyof SmtpServerSettings)[];

const getStoredServer = (projectId: number, { smtp_encrypted }: EmailDeliveryRow): SmtpServerSettings | null =>
  smtp_encrypted === null ? null : decryptServer(projectId, smtp_encrypted);

/**
 * A server with its password: the one that was typed, else the one that is kept. That goes to nobody but the server it was kept for, and
 * to nobody on the way there. Refuses with `invalid_input` where it must be typed.
 */
export function completeServer(projectId: number, row: EmailDeliveryRow, { user = null, password, ...way }: z.output<typeof SmtpServerBody>): SmtpServerSettings {
  if (user === null || password !== undefined) return { ...way, user, password: password ?? null };
  const kept = getStoredServer(projectId, row);
  if (row.smtp_encrypted !== null && kept === null) throw passwordError(reenterServerMessage);
  const need = getPasswordRequirement({ ...way, user }, kept && smtpServerSummary(kept));
  if (need !== null) throw passwordError(passwordMessages[need]);
  return { ...way, user, password: kept?.password ?? null };
}

const passwordError = (why: string) => new ApiError("invalid_input", { fields: { "server.password": [why] } });

/** What is said of a server that cannot be read. */
export const reenterServerMessage = "must be entered again: the kept one cannot be read any more, as AUTH_SECRET has changed";

const passwordMessages: Readonly<Record<PasswordRequirement, string>> = {
  none_kept: "is needed where there is a user name",
  for_another: "must be entered again: the kept one is for another host, port or user name",
  for_encrypted: "must be entered again: the kept one is for an encrypted connection",
};

function emailDeliverySettings({ projectId }: Context, row: EmailDeliveryRow): EmailDeliverySettings {
  const ofEnvironment = getEnvironmentServer();
  const environment = { sender: env().MAIL_FROM, server: ofEnvironment && smtpServerSummary(ofEnvironment) };
  const kept = getStoredServer(projectId, row);
  const source = (value: string | null) => (value === null ? "environment" : "settings");
  return {
    sender: { value: getSender(row).from, source: source(row.email_from) },
    replyTo: { value: row.email_reply_to, source: source(row.email_reply_to) },
    server:
      row.smtp_encrypted === null
        ? { value: environment.server, source: "environment", unreadable: false }
        : { value: kept && smtpServerSummary(kept), source: "settings", unreadable: kept === null },
    environment,
  };
}
