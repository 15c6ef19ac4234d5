import type { z } from "zod";
import { type testEmailDeliveryEndpoint as endpoint, type SmtpTestReply, smtpTestLimit } from "@/contract/email-delivery";
import type { SmtpServer } from "@/lib/smtp";
import { ApiError } from "../api-error";
import { type RateLimit, consumeRateLimit } from "../rate-limits";
import type { Context } from "../context";
import { completeServer, reenterServerMessage } from "./settings";
import { type EmailDeliveryRow, getEmailDeliveryRow, getSender, getServer } from "./transport";

type TestEmailDeliveryInput = z.output<NonNullable<typeof endpoint.body>>;

/** Tries a mail server as far as it goes without sending, and says what happened. */
export type TestConnection = (server: SmtpServer, from: string) => Promise<SmtpTestReply>;

/** Whoever may name a host and a port could ask which of them answer. */
const rateLimit: RateLimit = { name: "mail_server.test", ...smtpTestLimit };

/**
 * Tests the server and the sender that are given, and what holds now for the rest. Changes nothing. Refuses with `invalid_input` where
 * there is no server or a password must be typed, and with `too_many_requests`.
 */
export async function testEmailDelivery(ctx: Context, { sender, server }: TestEmailDeliveryInput, test: TestConnection): Promise<SmtpTestReply> {
  const row = await getEmailDeliveryRow(ctx);
  const asked = resolveServer(ctx.projectId, row, server);
  if (asked === null) throw new ApiError("invalid_input", { fields: { server: ["is needed: SMTP_URL is not set"] } });
  const { from } = getSender({ ...row, ...(sender === undefined ? {} : { email_from: sender }) });
  await consumeRateLimit(ctx, rateLimit, "project");
  return test(asked, from);
}

function resolveServer(projectId: number, row: EmailDeliveryRow, server: TestEmailDeliveryInput["server"]): SmtpServer | null {
  if (server) return completeServer(projectId, row, server);
  const found = getServer(projectId, server === null ? { smtp_encrypted: null } : row);
  if (found === "unreadable") throw new ApiError("invalid_input", { fields: { server: [reenterServerMessage] } });
  return found;
}
