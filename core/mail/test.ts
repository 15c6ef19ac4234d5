import type { z } from "zod";
import { type testMail as endpoint, type MailTest, mailTestLimit } from "@/contract/mail-settings";
import type { MailServer } from "@/emails/server";
import { type Budget, spend } from "../budgets";
import type { Context } from "../context";
import { Refusal } from "../refusal";
import { unsealServer } from "./server";
import { completed } from "./settings";
import { mailRow, senderOf, serverOf } from "./way";

type Ask = z.output<NonNullable<typeof endpoint.body>>;

/** Tries a mail server as far as it goes without sending, and says what happened. */
export type TestServer = (server: MailServer, from: string) => Promise<MailTest>;

/** Whoever may name a host and a port could ask which of them answer. */
const budget: Budget = { name: "mail.test", ...mailTestLimit };

/**
 * Tests the server and the sender that are given, and what holds now for the rest. Changes nothing. Refuses with `invalid_input` where
 * there is no server or a password must be typed, and with `too_many_requests`.
 */
export async function testMail(ctx: Context, { sender, server }: Ask, test: TestServer): Promise<MailTest> {
  const row = await mailRow(ctx);
  const asked = asksFor(ctx.projectId, row.smtp_sealed, server);
  if (asked === null) throw new Refusal("invalid_input", { fields: { server: ["is needed: SMTP_URL is not set"] } });
  const { from } = senderOf({ ...row, ...(sender === undefined ? {} : { mail_from: sender }) });
  await spend(ctx, budget, "project");
  return test(asked, from);
}

function asksFor(projectId: number, smtp_sealed: string | null, server: Ask["server"]): MailServer | null {
  if (server === null) return withoutUnreadable(serverOf(projectId, { smtp_sealed: null }));
  if (server === undefined) return withoutUnreadable(serverOf(projectId, { smtp_sealed }));
  const kept = smtp_sealed === null ? null : unsealServer(projectId, smtp_sealed);
  return completed(server, kept, smtp_sealed !== null && kept === null);
}

function withoutUnreadable(server: ReturnType<typeof serverOf>): MailServer | null {
  if (server !== "unreadable") return server;
  throw new Refusal("invalid_input", {
    fields: { server: ["must be entered again: the kept one cannot be read any more, as AUTH_SECRET has changed"] },
  });
}
