import { expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/default-email-templates";
import type { LeadEmailData } from "./lead-email-data";
import { renderLeadEmail } from "./render";
import { sampleLeadEmail } from "./sample-email";

const email: LeadEmailData = { ...sampleLeadEmail, firstname: "Ada", timeZone: "Europe/Berlin" };

test("contains the same text in HTML and plain text", async () => {
  const { subject, html, text } = await renderLeadEmail({
    ...email,
    validFrom: "2026-12-01T09:00:00.000Z",
    validUntil: "2026-12-31T23:00:00.000Z",
  });
  expect(subject).toBe("Your code for Gatehouse");
  const visibleText = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, "");
  for (const sentence of [
    "Hello Ada,",
    "curious-pineapple",
    "Claim your code",
    "Or enter it where Gatehouse asks for a code.",
    "You can claim it from 1 Dec 2026, 10:00 Europe/Berlin (09:00 UTC). You can claim it through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC).",
  ]) {
    expect(visibleText).toContain(sentence);
    expect(text).toContain(sentence);
  }
  expect(html + text).not.toMatch(/[\uE000-\uE0FF]/);
  expect(html).toContain('href="http://localhost:3000/claim?code=curious-pineapple"');
  expect(text).toContain("http://localhost:3000/claim?code=curious-pineapple");
  // Gmail clips emails over 102 kB.
  expect(html.length).toBeLessThan(10_000);
});

test("describes who can claim the code", async () => {
  const text = async (changes: Partial<LeadEmailData>) => (await renderLeadEmail({ ...email, ...changes })).text;
  expect(await text({})).toContain("It can be claimed once, by the first person to use it.");
  expect(await text({ allowedClaims: 2500 })).toContain("It can be claimed by the first 2,500 people.");
  expect(await text({ reserved: true })).toContain("This code is reserved for you, so claim it with the email address this was sent to.");
  expect(await text({ reserved: true })).not.toContain("first person");
});

test("gives every lead of a send their own name and code", async () => {
  const [ada, grace, unnamed] = await Promise.all([
    renderLeadEmail(email),
    renderLeadEmail({ ...email, firstname: "Grace", code: "jolly-otter" }),
    renderLeadEmail({ ...email, firstname: null }),
  ]);
  expect(ada.text).toContain("Hello Ada,");
  expect(grace.text).toContain("Hello Grace,");
  expect(grace.text).toContain("jolly-otter");
  expect(grace.html).not.toMatch(/Ada|pineapple/);
  expect(unnamed.text).toMatch(/^Hello,\n/);
});

test("escapes names", async () => {
  const { html, text } = await renderLeadEmail({ ...email, firstname: "<script>alert(1)</script> & $& $1 \u202Eada" });
  expect(html).toContain("<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; $1 ada</bdi>");
  expect(text).toContain("Hello <script>alert(1)</script> & $& $1 ada,");
  const project = await renderLeadEmail({ ...email, projectName: "A & B <i>Ltd</i>" });
  expect(project.html).toContain("A &amp; B &lt;i&gt;Ltd&lt;/i&gt;");
  expect(project.text).toContain("Here is your code for A & B <i>Ltd</i>:");
});

const full: LeadEmailData = {
  ...email,
  lastname: "Lovelace",
  position: 1312,
  waiting: 4000,
  referralCode: "k7d2m9qx",
  referralBonus: 5,
  redirectUrl: "https://example.org/in",
};

test.each(emailTemplateKinds)("renders the %s email with its project, its button and an unsubscribe link", async (kind) => {
  const { subject, html, text } = await renderLeadEmail({ ...full, kind, text: defaultEmailTemplates[kind] });
  expect(subject).toContain("Gatehouse");
  expect(subject + html + text).not.toMatch(/\{\{|\}\}|undefined|null|[\uE000-\uE0FF]/);
  expect(html).toContain(`>${defaultEmailTemplates[kind].button}<`);
  for (const part of [html, text]) {
    expect(part).toContain("http://localhost:3000/unsubscribe");
    expect(part).toContain("Ada");
  }
  expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
});

test("shows the waitlist position and the referral bonus", async () => {
  const joined: LeadEmailData = { ...full, kind: "joined", text: defaultEmailTemplates.joined };
  const { html, text } = await renderLeadEmail(joined);
  expect(text).toContain("You're number 1,312 on the Gatehouse waitlist.");
  expect(text).toContain("moves you up 5 positions:");
  expect(html).toContain('href="http://localhost:3000/join?ref=k7d2m9qx"');
  expect(text.match(/ref=k7d2m9qx/g)).toHaveLength(1);
  const withoutBonus = await renderLeadEmail({ ...joined, referralBonus: 0 });
  expect(withoutBonus.text).not.toContain("moves you up");
});

test("escapes custom templates, fills in variables, and removes empty variables with the space before them", async () => {
  const text = {
    subject: "{{firstname}}\n{{ project }}: <b>hi</b>",
    body: "Dear {{firstname}} {{lastname}},\nyou & <i>I</i>: {{claimUrl}} {{unknown}}\n\n{{validFrom}}\n\n{{code}}\n\n{{button}}\n\n{{code}} again",
    button: "Go, {{firstname}}",
  };
  const rendered = await renderLeadEmail({ ...email, text, firstname: null, lastname: "King" });
  expect(rendered.subject).toBe("Gatehouse: <b>hi</b>");
  expect(rendered.html).toContain("you &amp; &lt;i&gt;I&lt;/i&gt;:");
  expect(rendered.html).toContain("{{unknown}}");
  expect(rendered.html).toMatch(/Dear <!-- --> ?<!-- -->?<bdi>King|Dear ?(<!-- -->)? ?(<!-- -->)?<bdi>King/);
  expect(rendered.text).toMatch(/^Dear King,\nyou & <i>I<\/i>: http:\/\/localhost:3000\/claim\?code=curious-pineapple \{\{unknown\}\}/);
  expect(rendered.html.match(/class="code"/g)).toHaveLength(1);
  expect(rendered.html).toContain(">Go,<");
  expect(rendered.text).toContain("curious-pineapple again");
});
