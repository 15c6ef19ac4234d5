import { createServer } from "node:http";
import { type LeadMessage, type RenderedEmail, renderLeadEmail } from "@/emails/render";
import { renderStaffEmail, type StaffEmailData } from "@/emails/render-staff";
import { sampleLeadEmail } from "@/emails/sample-email";
import { StaffEmail } from "@/emails/staff-email";
import { environmentVariable } from "@/lib/env";

/** `npm run email`: the mails as React Email renders them, on this machine only. The files are read anew when one of them is saved. */
const port = Number(environmentVariable("PORT") ?? 3200);

const plain: LeadMessage = { ...sampleLeadEmail, firstname: "Ada" };
const codeSamples: Record<string, LeadMessage> = {
  "One claim": plain,
  "Reserved, with an end": { ...plain, reserved: true, validUntil: "2027-01-01T00:00:00.000Z" },
  "Many claims, not started": {
    ...plain,
    allowedClaims: 2500,
    validFrom: "2026-12-01T09:00:00.000Z",
    validUntil: "2027-01-01T00:00:00.000Z",
  },
  "No name, digits": { ...plain, firstname: null, code: "007421" },
  "Right to left": { ...plain, firstname: "فاطمة الزهراء" },
  "Long words": {
    ...plain,
    projectName: "The Extraordinarily Long Name of Whitfield & Sons <Ltd>",
    firstname: "Wolfeschlegelsteinhausenbergerdorffwelche",
    code: "incomprehensible-characterization",
  },
};

const { name, accent, button } = StaffEmail.PreviewProps;
const brand = { projectName: plain.projectName, accent, link: button.link };
const staffSamples: Record<string, StaffEmailData> = {
  "Staff: a new password": { ...brand, kind: "reset", name },
  "Staff: an invitation, on a light accent": { ...brand, accent: "#facc15", kind: "invitation", role: "member", invitedBy: name },
  "Staff: password changed": { ...brand, kind: "password_changed", name },
  "Staff: second factor changed": { ...brand, kind: "second_factor_changed", name },
};

const samples: [string, () => Promise<RenderedEmail>][] = [
  ...Object.entries(codeSamples).map(([title, message]): [string, () => Promise<RenderedEmail>] => [title, () => renderLeadEmail(message)]),
  ...Object.entries(staffSamples).map(([title, message]): [string, () => Promise<RenderedEmail>] => [
    title,
    () => renderStaffEmail(message),
  ]),
];

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

async function page(): Promise<string> {
  const parts: string[] = [];
  for (const [title, rendered] of samples) {
    const { subject, html, text } = await rendered();
    // The dark design's condition is made to hold, whatever the machine is set to.
    const dark = html.replace("(prefers-color-scheme: dark)", "all");
    const frame = (shown: string, width: number) =>
      `<iframe title="${title}, ${width} wide" style="width:${width}px" srcdoc="${escaped(shown)}"></iframe>`;
    parts.push(
      `<h2>${title}</h2><p>${escaped(subject)} · ${(Buffer.byteLength(html) / 1024).toFixed(1)} kB</p>${frame(html, 640)}${frame(dark, 640)}${frame(html, 390)}<pre>${escaped(text)}</pre>`,
    );
  }
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse mails</title>
<style>body{font:16px/1.5 system-ui;margin:24px}iframe{height:520px;border:1px solid #ccc;margin:0 12px 12px 0}pre{white-space:pre-wrap;max-width:640px;background:#f4f4f5;padding:16px}</style>
<h1>Gatehouse mails</h1>${parts.join("\n")}</html>`;
}

createServer(async (_request, response) => {
  const html = await page();
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" }).end(html);
}).listen(port, "127.0.0.1", () => console.log(`The mails are at http://localhost:${port}. Ctrl-C stops it.`));
