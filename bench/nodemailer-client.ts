import nodemailer from "nodemailer";
import { renderLeadEmail } from "@/emails/render";
import { sampleLeadEmail } from "@/emails/sample-email";
import { maxSmtpConnections } from "@/emails/transport";
import { handleRequests } from "./bench-process";

let transport: ReturnType<typeof openTransport> | undefined;

const openTransport = (port: number) =>
  nodemailer.createTransport({
    host: "127.0.0.1",
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: maxSmtpConnections,
    maxMessages: Number.POSITIVE_INFINITY,
  });

/** Sends the worker's emails with nodemailer's pool alone, with enough messages to keep it busy. */
handleRequests(async ({ port, count, code }: { port: number; count: number; code: string }) => {
  transport ??= openTransport(port);
  const { subject, html, text } = await renderLeadEmail({ ...sampleLeadEmail, code });
  let sent = 0;
  const sendInLoop = async () => {
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
  await Promise.all(Array.from({ length: 2 * maxSmtpConnections }, sendInLoop));
  return sent;
});
