import { HtmlValidate } from "html-validate";
import { expect, test } from "vitest";
import { mailLimits, mostParagraphs } from "@/contract/mail";
import { mailKinds, mailTexts } from "@/contract/mail-texts";
import { type LeadMessage, renderLeadMessage } from "./render";
import { renderStaffMessage, type StaffMessage } from "./render-staff";
import { plainMessage } from "./sample";

/** Where Gmail cuts a mail off, in bytes. */
const gmailLimit = 102 * 1024;

// Mail programs are older than the standard: they lay out by tables and their attributes, and want the doctype they know.
const checker = new HtmlValidate({ extends: ["html-validate:standard"], rules: { "no-deprecated-attr": "off", "doctype-html": "off" } });

async function problemsOf(html: string): Promise<string[]> {
  const { results } = await checker.validateString(html);
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message, line }) => `${ruleId} in line ${line}: ${message}`));
}

/** What a mail must not hold: programs take it out, or take the mail for spam, or tell the sender that it was opened. */
const unwanted = /<(script|form|input|iframe|object|embed|video|audio|link|svg|img)\b|javascript:|@import|url\(/i;

const full: LeadMessage = {
  ...plainMessage,
  firstname: "Ada",
  lastname: "Lovelace",
  claimPass: "x".repeat(22),
  validFrom: "2026-12-01T09:00:00.000Z",
  validUntil: "2026-12-31T23:00:00.000Z",
  place: 12,
  waiting: 3456,
  referralCode: "k7d2m9qx",
  referralPlaces: 3,
  claimedUrl: "https://app.example.org/welcome?from=mail&really=yes",
};

test.each(mailKinds)("the mail %s is sound HTML, whole in Gmail, and loads nothing", async (kind) => {
  const plain = { ...full, kind, text: mailTexts[kind] };
  const strange = { ...plain, firstname: `<b>"Ada"</b> & ${"語".repeat(190)}`, projectName: "A & B <i>Ltd</i>" };
  const body = `${"&\n\n".repeat(mostParagraphs - 2)}${"<".repeat(mailLimits.body - 3 * mostParagraphs - 10)}\n\n{{button}}`;
  const longest = { ...plain, text: { subject: "<".repeat(mailLimits.subject), body, button: "<".repeat(mailLimits.button) } };
  for (const message of [plain, strange, longest]) {
    const { html } = await renderLeadMessage(message);
    expect(await problemsOf(html)).toEqual([]);
    expect(html).not.toMatch(unwanted);
    expect(Buffer.byteLength(html)).toBeLessThan(message === longest ? gmailLimit : gmailLimit / 10);
  }
});

const brand = { projectName: "A & B <i>Ltd</i>", accent: "#2563eb", link: "https://codes.example.org/reset?token=5f2b8c1d&x=1" };

test.each<StaffMessage>([
  { ...brand, kind: "reset", name: "Grace" },
  { ...brand, kind: "invitation", role: "admin", invitedBy: '<b>"Grace"</b>' },
  { ...brand, kind: "password_changed", name: "Grace" },
  { ...brand, kind: "second_factor_changed", name: "Grace" },
])("the mail $kind to staff is sound HTML, whole in Gmail, and loads nothing", async (message) => {
  const { html } = await renderStaffMessage(message);
  expect(await problemsOf(html)).toEqual([]);
  expect(html).not.toMatch(unwanted);
  expect(Buffer.byteLength(html)).toBeLessThan(gmailLimit / 10);
});
