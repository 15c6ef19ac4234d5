import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/default-email-templates";
import { emailTemplateLimits, maxParagraphs } from "@/contract/email-templates";
import type { LeadEmailData } from "./lead-email-data";
import { renderLeadEmail } from "./render";
import { type AccountEmailData, renderAccountEmail } from "./render-account";
import { sampleLeadEmail } from "./sample-email";

/** The size at which Gmail clips an email, in bytes. */
const gmailLimit = 102 * 1024;

// Email clients need table layouts, presentational attributes and an old doctype.
const checker = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "no-deprecated-attr": "off", "doctype-html": "off" } });

async function findProblems(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} in line ${line}: ${message}`));
}

/** Elements that email clients remove, that look like spam, or that could track readers. */
const forbiddenContent = /<(script|form|input|iframe|object|embed|video|audio|link|svg|img)\b|javascript:|@import|url\(/i;

const full: LeadEmailData = {
  ...sampleLeadEmail,
  firstname: "Ada",
  lastname: "Lovelace",
  linkToken: "x".repeat(22),
  validFrom: "2026-12-01T09:00:00.000Z",
  validUntil: "2026-12-31T23:00:00.000Z",
  position: 12,
  waiting: 3456,
  referralCode: "k7d2m9qx",
  referralBonus: 3,
  redirectUrl: "https://app.example.org/welcome?from=email&really=yes",
};

test.each(emailTemplateKinds)("the %s email is valid HTML that Gmail shows in full and that loads nothing", async (kind) => {
  const typical = { ...full, kind, text: defaultEmailTemplates[kind] };
  const unusual = { ...typical, firstname: `<b>"Ada"</b> & ${"語".repeat(190)}`, projectName: "A & B <i>Ltd</i>" };
  const body = `${"&\n\n".repeat(maxParagraphs - 2)}${"<".repeat(emailTemplateLimits.body - 3 * maxParagraphs - 10)}\n\n{{button}}`;
  const longest = {
    ...typical,
    text: { subject: "<".repeat(emailTemplateLimits.subject), body, button: "<".repeat(emailTemplateLimits.button) },
  };
  for (const data of [typical, unusual, longest]) {
    const { html } = await renderLeadEmail(data);
    expect(await findProblems(html)).toEqual([]);
    expect(html).not.toMatch(forbiddenContent);
    // Outlook for Windows ignores max-width, so the text is in a table with a fixed width there.
    expect(html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/g, "")).toMatch(
      /<table[^>]* width="560"[^>]*><tr><td><table[^>]*max-width:560px.*<\/table><\/td><\/tr><\/table>/s,
    );
    expect(Buffer.byteLength(html)).toBeLessThan(data === longest ? gmailLimit : gmailLimit / 10);
  }
});

const accountEmail = { projectName: "A & B <i>Ltd</i>", accent: "#2563eb", link: "https://codes.example.org/reset?token=5f2b8c1d&x=1" };

test.each<AccountEmailData>([
  { ...accountEmail, kind: "reset", name: "Grace" },
  { ...accountEmail, kind: "invitation", role: "admin", invitedBy: '<b>"Grace"</b>' },
  { ...accountEmail, kind: "password_changed", name: "Grace" },
  { ...accountEmail, kind: "second_factor_changed", name: "Grace" },
  { ...accountEmail, kind: "second_factor_attempts", name: "Grace" },
  { ...accountEmail, kind: "email_delivery_changed", name: "Grace", changedBy: "Ada", isServerChanged: true },
])("the $kind account email is valid HTML that Gmail shows in full and that loads nothing", async (data) => {
  const { html } = await renderAccountEmail(data);
  expect(await findProblems(html)).toEqual([]);
  expect(html).not.toMatch(forbiddenContent);
  expect(Buffer.byteLength(html)).toBeLessThan(gmailLimit / 10);
});
