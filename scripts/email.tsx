import { createServer } from "node:http";
import { defaultEmailTemplates, emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import type { LeadEmailData } from "@/emails/lead-email-data";
import { type RenderedEmail, renderLeadEmail } from "@/emails/render";
import { type AccountEmailData, renderAccountEmail } from "@/emails/render-account";
import { sampleLeadEmail } from "@/emails/sample-email";
import { environmentVariable } from "@/lib/env";

/** `npm run email` shows all emails at http://localhost:3200. Restart it to see changes. */
const port = Number(environmentVariable("PORT") ?? 3200);

const codeEmail: LeadEmailData = { ...sampleLeadEmail, firstname: "Ada", buttonUrl: "http://localhost:3000" };
const leadEmails: Record<string, LeadEmailData> = {
  ...Object.fromEntries(
    emailTemplateKinds.map((kind) => [
      emailTemplateNames[kind],
      { ...codeEmail, kind, text: defaultEmailTemplates[kind], position: 12, waiting: 340, referralCode: "k7m2p9" },
    ]),
  ),
  "Reserved, with an end date": { ...codeEmail, reserved: true, validUntil: "2027-01-01T00:00:00.000Z" },
  "Many claims, not yet valid": {
    ...codeEmail,
    allowedClaims: 2500,
    validFrom: "2026-12-01T09:00:00.000Z",
    validUntil: "2027-01-01T00:00:00.000Z",
  },
  "No name, numeric code": { ...codeEmail, firstname: null, code: "007421" },
  "Right-to-left name": { ...codeEmail, firstname: "فاطمة الزهراء" },
  "Long names": {
    ...codeEmail,
    projectName: "The Extraordinarily Long Name of Whitfield & Sons <Ltd>",
    firstname: "Wolfeschlegelsteinhausenbergerdorffwelche",
    code: "incomprehensible-characterization",
  },
};

const name = "Grace Hopper";
const base = { projectName: codeEmail.projectName, accent: codeEmail.accent, link: "http://localhost:3000/reset?token=0" };
const accountEmails: Record<AccountEmailData["kind"], AccountEmailData> = {
  reset: { ...base, kind: "reset", name },
  invitation: { ...base, accent: "#facc15", kind: "invitation", role: "member", invitedBy: name },
  password_changed: { ...base, kind: "password_changed", name },
  second_factor_changed: { ...base, kind: "second_factor_changed", name },
  second_factor_attempts: { ...base, kind: "second_factor_attempts", name },
  email_delivery_changed: { ...base, kind: "email_delivery_changed", name, changedBy: "Ada Lovelace", isServerChanged: true },
  webhook_failing: { ...base, kind: "webhook_failing", name, webhook: "Shop", notice: "failing_for_days" },
  confirm_new_email: { ...base, kind: "confirm_new_email" },
  email_changed: { ...base, kind: "email_changed" },
};

const emails: [string, () => Promise<RenderedEmail>][] = [
  ...Object.entries(leadEmails).map(([title, data]): [string, () => Promise<RenderedEmail>] => [title, () => renderLeadEmail(data)]),
  ...Object.entries(accountEmails).map(([kind, data]): [string, () => Promise<RenderedEmail>] => [
    `Account: ${kind}`,
    () => renderAccountEmail(data),
  ]),
];

const escapeHtml = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

async function renderPage(): Promise<string> {
  const parts: string[] = [];
  for (const [title, render] of emails) {
    const { subject, html, text } = await render();
    // Forces the dark theme, whatever the system setting.
    const darkHtml = html.replace("(prefers-color-scheme: dark)", "all");
    const frame = (content: string, width: number) =>
      `<iframe title="${title}, ${width} pixels wide" style="width:${width}px" srcdoc="${escapeHtml(content)}"></iframe>`;
    parts.push(
      `<h2>${title}</h2><p>${escapeHtml(subject)} · ${(Buffer.byteLength(html) / 1024).toFixed(1)} kB</p>${frame(html, 640)}${frame(darkHtml, 640)}${frame(html, 390)}<pre>${escapeHtml(text)}</pre>`,
    );
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse emails</title>
<style>body{font:16px/1.5 system-ui;margin:24px}iframe{height:520px;border:1px solid #ccc;margin:0 12px 12px 0}pre{white-space:pre-wrap;max-width:640px;background:#f4f4f5;padding:16px}</style>
<h1>Gatehouse emails</h1>${parts.join("\n")}</html>`;
}

createServer(async (_request, response) => {
  const html = await renderPage();
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(html);
}).listen(port, "127.0.0.1", () => console.log(`Email previews are running at http://localhost:${port}. Press Ctrl+C to stop.`));
