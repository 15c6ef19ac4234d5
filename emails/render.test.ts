import { expect, test } from "vitest";
import { mailKinds, mailTexts } from "@/contract/mail-texts";
import { type LeadMessage, renderLeadMessage } from "./render";
import { plainMessage } from "./sample";

const message: LeadMessage = { ...plainMessage, firstname: "Ada", zone: "Europe/Berlin" };

test("both parts say the same words", async () => {
  const { subject, html, text } = await renderLeadMessage({
    ...message,
    validFrom: "2026-12-01T09:00:00.000Z",
    validUntil: "2026-12-31T23:00:00.000Z",
  });
  expect(subject).toBe("Your code for Gatehouse");
  const said = html.replace(/<style>.*?<\/style>/s, "").replace(/<[^>]+>/g, "");
  for (const words of [
    "Hello Ada,",
    "curious-pineapple",
    "Claim it",
    "Or enter it where Gatehouse asks for your code.",
    "It can be claimed from 1 Dec 2026, 10:00 Europe/Berlin (09:00 UTC). It can be claimed through 31 Dec 2026, 23:59 Europe/Berlin (22:59 UTC).",
  ]) {
    expect(said).toContain(words);
    expect(text).toContain(words);
  }
  expect(html + text).not.toMatch(/[\uE000-\uE0FF]/);
  expect(html).toContain('href="http://localhost:3000/claim?code=curious-pineapple"');
  expect(text).toContain("http://localhost:3000/claim?code=curious-pineapple");
  // Mail programs cut off what is longer than 102 kB.
  expect(html.length).toBeLessThan(10_000);
});

test("the terms follow the code", async () => {
  const text = async (some: Partial<LeadMessage>) => (await renderLeadMessage({ ...message, ...some })).text;
  expect(await text({})).toContain("It works once, for whoever claims it first.");
  expect(await text({ allowedClaims: 2500 })).toContain("It works for the first 2,500 people who claim it.");
  expect(await text({ reserved: true })).toContain("It is reserved for you: use the address this message came to.");
  expect(await text({ reserved: true })).not.toContain("whoever");
});

test("leads that share a send keep their own name and code", async () => {
  const [ada, grace, nobody] = await Promise.all([
    renderLeadMessage(message),
    renderLeadMessage({ ...message, firstname: "Grace", code: "jolly-otter" }),
    renderLeadMessage({ ...message, firstname: null }),
  ]);
  expect(ada.text).toContain("Hello Ada,");
  expect(grace.text).toContain("Hello Grace,");
  expect(grace.text).toContain("jolly-otter");
  expect(grace.html).not.toMatch(/Ada|pineapple/);
  expect(nobody.text).toMatch(/^Hello,\n/);
});

test("a name is text, whatever is in it", async () => {
  const { html, text } = await renderLeadMessage({ ...message, firstname: "<script>alert(1)</script> & $& $1 \u202Eada" });
  expect(html).toContain("<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; $1 ada</bdi>");
  expect(text).toContain("Hello <script>alert(1)</script> & $& $1 ada,");
  const project = await renderLeadMessage({ ...message, projectName: "A & B <i>Ltd</i>" });
  expect(project.html).toContain("A &amp; B &lt;i&gt;Ltd&lt;/i&gt;");
  expect(project.text).toContain("Here is your code for A & B <i>Ltd</i>:");
});

const full: LeadMessage = {
  ...message,
  lastname: "Lovelace",
  place: 1312,
  waiting: 4000,
  referralCode: "k7d2m9qx",
  referralPlaces: 5,
  claimedUrl: "https://example.org/in",
};

test.each(mailKinds)("a mail of the kind %s says what it is about, has its button and tells how to get no more", async (kind) => {
  const { subject, html, text } = await renderLeadMessage({ ...full, kind, text: mailTexts[kind] });
  expect(subject).toContain("Gatehouse");
  expect(subject + html + text).not.toMatch(/\{\{|\}\}|undefined|null|[\uE000-\uE0FF]/);
  expect(html).toContain(`>${mailTexts[kind].button}<`);
  for (const part of [html, text]) {
    expect(part).toContain("http://localhost:3000/unsubscribe");
    expect(part).toContain("Ada");
  }
  expect(Buffer.byteLength(html)).toBeLessThan(102 * 1024);
});

test("the mail of whoever joined tells their place, and what friends do for it", async () => {
  const joined: LeadMessage = { ...full, kind: "joined", text: mailTexts.joined };
  const { html, text } = await renderLeadMessage(joined);
  expect(text).toContain("as number 1,312 in line.");
  expect(text).toContain("moves you up 5 places:");
  expect(html).toContain('href="http://localhost:3000/join?ref=k7d2m9qx"');
  expect(text.match(/ref=k7d2m9qx/g)).toHaveLength(1);
  const none = await renderLeadMessage({ ...joined, referralPlaces: 0 });
  expect(none.text).not.toContain("moves you up");
});

test("what staff write is text, with variables; what says nothing takes the space before it along", async () => {
  const text = {
    subject: "{{firstname}}\n{{ project }}: <b>hi</b>",
    body: "Dear {{firstname}} {{lastname}},\nyou & <i>I</i>: {{claimUrl}} {{nobody}}\n\n{{validFrom}}\n\n{{code}}\n\n{{button}}\n\n{{code}} again",
    button: "Go, {{firstname}}",
  };
  const told = await renderLeadMessage({ ...message, text, firstname: null, lastname: "King" });
  expect(told.subject).toBe("Gatehouse: <b>hi</b>");
  expect(told.html).toContain("you &amp; &lt;i&gt;I&lt;/i&gt;:");
  expect(told.html).toContain("{{nobody}}");
  expect(told.html).toMatch(/Dear <!-- --> ?<!-- -->?<bdi>King|Dear ?(<!-- -->)? ?(<!-- -->)?<bdi>King/);
  expect(told.text).toMatch(/^Dear King,\nyou & <i>I<\/i>: http:\/\/localhost:3000\/claim\?code=curious-pineapple \{\{nobody\}\}/);
  expect(told.html.match(/class="code"/g)).toHaveLength(1);
  expect(told.html).toContain(">Go,<");
  expect(told.text).toContain("curious-pineapple again");
});
