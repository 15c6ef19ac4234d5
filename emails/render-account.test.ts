import { expect, test } from "vitest";
import { roles } from "@/contract/roles";
import { type AccountEmailData, renderAccountEmail } from "./render-account";

const link = "https://codes.example.org/reset?token=5f2b8c1d9e7a4036b8d1f0c2a9e4d7b3";
const base = { projectName: "Launch", accent: "#2563eb", link };
const emails: readonly AccountEmailData[] = [
  { ...base, kind: "reset", name: "Grace" },
  { ...base, kind: "invitation", role: "admin", invitedBy: "Grace" },
  { ...base, kind: "password_changed", name: "Grace" },
  { ...base, kind: "second_factor_changed", name: "Grace" },
  { ...base, kind: "second_factor_attempts", name: "Grace" },
  { ...base, kind: "email_delivery_changed", name: "Grace", changedBy: "Ada", isServerChanged: true },
  { ...base, kind: "confirm_new_email" },
  { ...base, kind: "email_changed" },
];
const invitation = emails[1] as AccountEmailData & { kind: "invitation" };

/** The text of the HTML part without markup. */
const visibleText = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<\/(p|a)>/g, "\n")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&#x27;", "'");

test.each(emails.map((data) => [data.kind, data] as const))(
  "the %s email has the same text and the same single link in HTML and plain text",
  async (_, data) => {
    const { subject, html, text } = await renderAccountEmail(data);
    expect(subject).toContain("Launch");
    const words = (part: string) => part.replaceAll(link, "").split(/\s+/).filter(Boolean);
    expect(words(text)).toEqual(words(visibleText(html)));
    expect([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([link]);
    expect(text.split(link)).toHaveLength(2);
    expect(text).toMatch(/you can ignore this email|you don't need to do anything/);
    expect(html).toContain("max-width:560px");
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html.length).toBeLessThan(10_000);
  },
);

test("an account email says when its link expires and what happens if it is not used", async () => {
  const [reset, invitationEmail] = await Promise.all(emails.slice(0, 2).map(renderAccountEmail));
  expect(reset?.text).toContain("This link works once and expires in 30 minutes.");
  expect(reset?.text).toContain("Your password won't change");
  expect(invitationEmail?.text).toContain("This link works once and expires in 7 days.");
  expect(invitationEmail?.text).toContain("You won't be added to the team");
});

test("an invitation names the inviter and the role, with and without a known inviter", async () => {
  const textFor = async (changes: Partial<typeof invitation>) => (await renderAccountEmail({ ...invitation, ...changes })).text;
  const texts = await Promise.all(roles.map((role) => textFor({ role })));
  expect(texts.map((text) => /as (an? \w+)\./.exec(text)?.[1])).toEqual(["a viewer", "a member", "an admin", "an owner"]);
  expect(texts[0]).toContain("Grace invited you to join the Launch team");
  expect(await textFor({ invitedBy: null })).toContain("You're invited to join the Launch team as an admin.");
});

test("the names in an account email are escaped", async () => {
  const name = "<b>Grace</b> & \u202Eecarg";
  const { subject, html, text } = await renderAccountEmail({ ...invitation, invitedBy: name, projectName: "A & B <i>Ltd</i>" });
  expect(html).toContain("&lt;b&gt;Grace&lt;/b&gt; &amp; ecarg invited you");
  expect(html).not.toMatch(/<i>|<b>/);
  expect(text).toContain("<b>Grace</b> & ecarg invited you to join the A & B <i>Ltd</i> team");
  expect(subject).toBe("You're invited to join the A & B <i>Ltd</i> team");
});

test("the text of a button is readable on any accent color", async () => {
  const buttonStyle = async (accent: string) =>
    /<a [^>]*style="([^"]*)"/.exec((await renderAccountEmail({ ...invitation, accent })).html)?.[1];
  expect(await buttonStyle("#facc15")).toMatch(/color:#000000;background-color:#facc15/);
  expect(await buttonStyle("#2563eb")).toMatch(/color:#ffffff;background-color:#2563eb/);
});
