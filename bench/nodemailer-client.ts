import nodemailer from "nodemailer";
import { maxSmtpConnections } from "@/emails/transport";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { answerQuestions } from "./helper";

/** Sends the same message as the worker does with nothing but nodemailer's pool, kept busy. */
let transport: ReturnType<typeof open> | undefined;

const open = (port: number) =>
  nodemailer.createTransport({
    host: "127.0.0.1",
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: maxSmtpConnections,
    maxMessages: Number.POSITIVE_INFINITY,
  });

answerQuestions(async ({ port, count, code }: { port: number; count: number; code: string }) => {
  transport ??= open(port);
  const { subject, html, text } = await renderLeadEmail({ ...sampleLeadEmail, code });
  let sent = 0;
  const line = async () => {
    while (sent < count) {
      const to = { name: "", address: `lead-${String(sent++).padStart(7, "0")}@bench.example` };
      await transport?.sendMail({
        from: "Gatehouse <gatehouse@localhost>",
        to,
        subject,
        html,
        text,
        messageId: `<${crypto.randomUUID()}@localhost>`,
      });
    }
  };
  await Promise.all(Array.from({ length: 2 * maxSmtpConnections }, line));
  return sent;
});
