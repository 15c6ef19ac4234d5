import type { z } from "zod";
import { type testMailServerEndpoint as endpoint, type MailTest, mailServerTestLimit } from "@/contract/mail-settings";
import type { MailServer } from "@/lib/smtp";
import { ApiError } from "../api-error";
import { type Budget, spend } from "../budgets";
import type { Context } from "../context";
import { completed, enterAgain } from "./settings";
import { type MailRow, mailRow, senderOf, serverOf } from "./way";

type Ask = z.output<NonNullable<typeof endpoint.body>>;

/** Tries a mail server as far as it goes without sending, and says what happened. */
export type TestServer = (server: MailServer, from: string) => Promise<MailTest>;

/** Whoever may name a host and a port could ask which of them answer. */
const budget: Budget = { name: "mail_server.test", ...mailServerTestLimit };

/**
 * Tests the server and the sender that are given, and what holds now for the rest. Changes nothing. Refuses with `invalid_input` where
 * there is no server or a password must be typed, and with `too_many_requests`.
 */
export async function testMailServer(ctx: Context, { sender, server }: Ask, test: TestServer): Promise<MailTest> {
  const row = await mailRow(ctx);
  const asked = askedFor(ctx.projectId, row, server);
  if (asked === null) throw new ApiError("invalid_input", { fields: { server: ["is needed: SMTP_URL is not set"] } });
  const { from } = senderOf({ ...row, ...(sender === undefined ? {} : { mail_from: sender }) });
  await spend(ctx, budget, "project");
  return test(asked, from);
}

function askedFor(projectId: number, row: MailRow, server: Ask["server"]): MailServer | null {
  if (server) return completed(projectId, row, server);
  const found = serverOf(projectId, server === null ? { smtp_sealed: null } : row);
  if (found === "unreadable") throw new ApiError("invalid_input", { fields: { server: [enterAgain] } });
  return found;
}
