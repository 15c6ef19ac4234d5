import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type EmailDeliverySettings,
  getPasswordRequirement,
  type PasswordRequirement,
  type SmtpServerBody,
  smtpTestLimit,
  type updateEmailDeliveryEndpoint,
} from "@/contract/email-delivery";
import type { EmailProvider } from "@/contract/enums";
import { env } from "@/lib/env";
import { internalHostMessage, isInternalHost } from "@/lib/internal-hosts";
import { type SmtpServerSettings, smtpServerSummary } from "@/lib/smtp";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { getProviderWebhooks, saveProviderWebhooks } from "../email-reports/provider-webhooks";
import { recordEvent } from "../events/record-event";
import { isOutdated } from "../expected-values";
import { consumeRateLimit, type RateLimit } from "../rate-limits";
import { lockTeam } from "../staff/permissions";
import { confirmIdentity, listActiveOwners, queueAccountEmail } from "../staff/record";
import type { Client } from "../staff/sessions";
import { reportMailServer } from "../system-reports";
import { releaseSlots, type SendingRateRow } from "./sending-rate";
import { endServerLimit, getServerLimit } from "./server-limit";
import {
  decryptServer,
  type EmailDeliveryRow,
  encryptServer,
  getEmailDeliveryRow,
  getEnvironmentServer,
  getSender,
  isSetByOwner,
} from "./transport";

type UpdateEmailDeliveryInput = z.output<NonNullable<typeof updateEmailDeliveryEndpoint.body>>;
type SmtpServerInput = z.output<typeof SmtpServerBody>;

/** Returns the email delivery settings and where each of them comes from, without passwords. */
export const getEmailDelivery = async (ctx: Context): Promise<EmailDeliverySettings> =>
  emailDeliverySettings(await getEmailDeliveryRow(ctx), ctx.projectId, await getShownState(ctx));

/** What the settings show that isn't part of them. */
async function getShownState(ctx: Context): Promise<Pick<EmailDeliverySettings, "webhooks" | "limit">> {
  const limit = await getServerLimit(ctx);
  return {
    webhooks: await getProviderWebhooks(ctx),
    limit: limit?.isShown ? { kind: limit.kind, until: limit.until, response: limit.response } : null,
  };
}

/**
 * Updates the given email delivery settings, and emails all owners about it. The event names the changed fields, without their values.
 * Throws `project_changed` if a setting to update no longer is the `expected` one, `invalid_input` if the server's password must be entered,
 * `invalid_password` and `confirmation_required` if the owner must enter their own, and `role_required`.
 */
export async function updateEmailDelivery(
  ctx: Context,
  { currentPassword, expected = {}, ...changes }: UpdateEmailDeliveryInput,
  client: Client,
): Promise<EmailDeliverySettings> {
  const { sender, replyTo, server, emailsPerSecond, emailsPerHour, webhooks } = changes;
  await confirmIdentity(ctx, currentPassword, client);
  if (server) await checkServer(ctx, server);
  return inTransaction(ctx, async (inner) => {
    // Locked until the end, so that a saved password stays with its server, the event names exactly what this call changes, and the role
    // is the one of an owner until then.
    const role = await lockTeam(inner);
    if (role !== "owner") throw new ApiError("role_required");
    const before = await getEmailDeliveryRow(inner);
    if (await isAnyOutdated(inner, before, changes, expected)) throw new ApiError("project_changed");
    const next: EmailDeliveryRow & SendingRateRow = {
      email_from: sender === undefined ? before.email_from : sender,
      email_reply_to: replyTo === undefined ? before.email_reply_to : replyTo,
      smtp_encrypted: server === undefined ? before.smtp_encrypted : server && encryptIfChanged(inner, before, server),
      smtp_set_by_role: server === undefined ? before.smtp_set_by_role : server && role,
      emails_per_second: emailsPerSecond === undefined ? before.emails_per_second : emailsPerSecond,
      emails_per_hour: emailsPerHour === undefined ? before.emails_per_hour : emailsPerHour,
    };
    const isRateChanged = next.emails_per_second !== before.emails_per_second || next.emails_per_hour !== before.emails_per_hour;
    const fields = [
      ...(next.email_from === before.email_from ? [] : ["sender"]),
      ...(next.email_reply_to === before.email_reply_to ? [] : ["replyTo"]),
      ...(next.smtp_encrypted === before.smtp_encrypted && next.smtp_set_by_role === before.smtp_set_by_role ? [] : ["server"]),
      ...(isRateChanged ? ["sendingRate"] : []),
      ...(webhooks && (await saveProviderWebhooks(inner, webhooks)) ? ["webhooks"] : []),
    ];
    if (fields.length > 0) {
      await inner.db.execute(
        sql`update projects set email_from = ${next.email_from}, email_reply_to = ${next.email_reply_to}, smtp_encrypted = ${next.smtp_encrypted},
            smtp_set_by_role = ${next.smtp_set_by_role}, emails_per_second = ${next.emails_per_second}, emails_per_hour = ${next.emails_per_hour}
          where id = ${inner.projectId}`,
      );
      // The next email shows whether the new server responds, and what it limits.
      if (fields.includes("server")) {
        await reportMailServer(inner.db, inner.projectId, null);
        await endServerLimit(inner);
      }
      if (isRateChanged) await releaseSlots(inner);
      await recordEvent(inner, { kind: "project.email_delivery_updated", data: { fields } });
      await notifyOwners(inner, before, fields);
    }
    return emailDeliverySettings(next, inner.projectId, await getShownState(inner));
  });
}

/** Whether a setting to update no longer is the expected one. Secrets are never returned, so they aren't compared. */
async function isAnyOutdated(
  ctx: Context,
  row: EmailDeliveryRow & SendingRateRow,
  { server, webhooks = {}, ...changes }: UpdateEmailDeliveryInput,
  expected: NonNullable<UpdateEmailDeliveryInput["expected"]>,
): Promise<boolean> {
  const saved = getSavedServer(ctx.projectId, row);
  const settings = {
    sender: row.email_from,
    replyTo: row.email_reply_to,
    server: saved && { host: saved.host, port: saved.port, security: saved.security, user: saved.user },
    emailsPerSecond: row.emails_per_second,
    emailsPerHour: row.emails_per_hour,
  };
  const { ses, postmark, resend } = await getProviderWebhooks(ctx);
  const setUp = { ses: ses.topicArn, postmark: postmark.isSetUp, resend: resend.isSetUp };
  const toSetUp = (secret: string | null | undefined) => (secret === null ? false : secret);
  return (
    isOutdated<Record<keyof typeof settings, unknown>>(settings, { ...changes, server: server && { user: null, ...server } }, expected) ||
    isOutdated<Record<EmailProvider, unknown>>(
      setUp,
      { ses: webhooks.ses, postmark: toSetUp(webhooks.postmark), resend: toSetUp(webhooks.resend) },
      expected.webhooks ?? {},
    )
  );
}

/** Limited, because tests and saved servers could be used to scan the ports of other hosts. */
const connectionTestLimit: RateLimit = { name: "email_delivery_test", ...smtpTestLimit };

/** Counts a server that Gatehouse will connect to. Throws `too_many_requests`. */
export const countConnectionTest = (ctx: Context): Promise<void> => consumeRateLimit(ctx, connectionTestLimit, "project");

/** Throws `invalid_input` for an internal address. Saving a server counts as a test, because the worker then connects to it. */
async function checkServer(ctx: Context, { host }: SmtpServerInput): Promise<void> {
  if (await isInternalHost(host)) throw new ApiError("invalid_input", { fields: { "server.host": [internalHostMessage] } });
  await countConnectionTest(ctx);
}

/** Queues an email to each owner, which is sent with the previous settings: the new ones could send it anywhere. */
async function notifyOwners(ctx: Context, previous: EmailDeliveryRow, fields: readonly string[]): Promise<void> {
  const changedBy = requireStaffActor(ctx).id;
  for (const staffId of await listActiveOwners(ctx))
    await queueAccountEmail(ctx, { kind: "email_delivery_changed", staffId, changedBy, fields: [...fields], previous });
}

/** Encrypts a server. Returns the stored value if the server is the same, because encryption yields a different value each time. */
function encryptIfChanged({ projectId }: Context, before: EmailDeliveryRow, input: SmtpServerInput): string {
  const server = completeServer(projectId, before, input);
  const saved = getSavedServer(projectId, before);
  const isSame = saved !== null && serverFields.every((field) => saved[field] === server[field]);
  return isSame && before.smtp_encrypted !== null ? before.smtp_encrypted : encryptServer(projectId, server);
}

const serverFields = ["host", "port", "security", "user", "password"] as const satisfies (keyof SmtpServerSettings)[];

const getSavedServer = (projectId: number, { smtp_encrypted }: EmailDeliveryRow): SmtpServerSettings | null =>
  smtp_encrypted === null ? null : decryptServer(projectId, smtp_encrypted);

/** Adds the saved password to a server without one, if it may be used. Throws `invalid_input` if the password must be entered. */
export function completeServer(
  projectId: number,
  row: EmailDeliveryRow,
  { user = null, password, ...connection }: SmtpServerInput,
): SmtpServerSettings {
  if (user === null || password !== undefined) return { ...connection, user, password: password ?? null };
  const saved = getSavedServer(projectId, row);
  if (row.smtp_encrypted !== null && saved === null) throw passwordError(unreadableServerMessage);
  const requirement = getPasswordRequirement({ ...connection, user }, saved && smtpServerSummary(saved));
  if (requirement !== null) throw passwordError(passwordMessages[requirement]);
  return { ...connection, user, password: saved?.password ?? null };
}

const passwordError = (message: string) => new ApiError("invalid_input", { fields: { "server.password": [message] } });

export const unreadableServerMessage = "must be entered again, because the saved one can't be read since AUTH_SECRET changed";

const passwordMessages: Readonly<Record<PasswordRequirement, string>> = {
  not_saved: "is required with a username",
  different_server: "must be entered again, because the saved one is for a different host, port or username",
  unencrypted: "must be entered again, because the saved one was entered for an encrypted connection",
};

function emailDeliverySettings(
  row: EmailDeliveryRow & SendingRateRow,
  projectId: number,
  state: Pick<EmailDeliverySettings, "webhooks" | "limit">,
): EmailDeliverySettings {
  const environmentServer = getEnvironmentServer();
  const environment = { sender: env().MAIL_FROM, server: environmentServer && smtpServerSummary(environmentServer) };
  const saved = getSavedServer(projectId, row);
  const source = (value: string | null) => (value === null ? "environment" : "settings");
  return {
    sender: { value: getSender(row).from, source: source(row.email_from) },
    replyTo: { value: row.email_reply_to, source: source(row.email_reply_to) },
    server:
      row.smtp_encrypted === null
        ? { value: environment.server, source: "environment", setByOwner: true, unreadable: false }
        : { value: saved && smtpServerSummary(saved), source: "settings", setByOwner: isSetByOwner(row), unreadable: saved === null },
    emailsPerSecond: row.emails_per_second,
    emailsPerHour: row.emails_per_hour,
    ...state,
    environment,
  };
}
