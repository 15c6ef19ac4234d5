import type { z } from "zod";
import type { SmtpTestReply, testEmailDeliveryEndpoint } from "@/contract/email-delivery";
import type { SmtpServer } from "@/lib/smtp";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { completeServer, countConnectionTest, unreadableServerMessage } from "./settings";
import { type EmailDeliveryRow, getEmailDeliveryRow, getSender, getServer } from "./transport";

type TestEmailDeliveryInput = z.output<NonNullable<typeof testEmailDeliveryEndpoint.body>>;

/** Tests a connection without sending an email, and reports each step. */
export type TestConnection = (server: SmtpServer, from: string) => Promise<SmtpTestReply>;

/**
 * Tests the given server and sender, or the current settings for those left out. Throws `invalid_input` if there is no server or a password
 * must be entered, or `too_many_requests`.
 */
export async function testEmailDelivery(
  ctx: Context,
  { sender, server }: TestEmailDeliveryInput,
  testConnection: TestConnection,
): Promise<SmtpTestReply> {
  const row = await getEmailDeliveryRow(ctx);
  const resolvedServer = resolveServer(ctx.projectId, row, server);
  if (resolvedServer === null) throw new ApiError("invalid_input", { fields: { server: ["is required, because no mail server is set"] } });
  const { from } = getSender({ ...row, ...(sender === undefined ? {} : { email_from: sender }) });
  await countConnectionTest(ctx);
  return testConnection(resolvedServer, from);
}

function resolveServer(projectId: number, row: EmailDeliveryRow, server: TestEmailDeliveryInput["server"]): SmtpServer | null {
  if (server) return completeServer(projectId, row, server);
  const currentServer = getServer(projectId, server === null ? { smtp_encrypted: null } : row);
  if (currentServer === "unreadable") throw new ApiError("invalid_input", { fields: { server: [unreadableServerMessage] } });
  return currentServer;
}
