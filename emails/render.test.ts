import { expect, test } from "vitest";
import { type CodeMessage, renderCodeMessage } from "./render";
import { plainMessage } from "./sample";

const message: CodeMessage = { ...plainMessage, firstname: "Ada", zone: "Europe/Berlin" };

test("both parts say the same words", async () => {
  const { subject, html, text } = await renderCodeMessage({
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
  expect(html + text).not.toMatch(/[\uE000-\uE002]/);
  expect(html).toContain('href="http://localhost:3000/claim?code=curious-pineapple"');
  expect(text).toContain("http://localhost:3000/claim?code=curious-pineapple");
  // Mail programs cut off what is longer than 102 kB.
  expect(html.length).toBeLessThan(10_000);
});

test("the terms follow the code", async () => {
  const text = async (some: Partial<CodeMessage>) => (await renderCodeMessage({ ...message, ...some })).text;
  expect(await text({})).toContain("It works once, for whoever claims it first.");
  expect(await text({ allowedClaims: 2500 })).toContain("It works for the first 2,500 people who claim it.");
  expect(await text({ reserved: true })).toContain("It is reserved for you: use the address this message came to.");
  expect(await text({ reserved: true })).not.toContain("whoever");
});

test("leads that share a send keep their own name and code", async () => {
  const [ada, grace, nobody] = await Promise.all([
    renderCodeMessage(message),
    renderCodeMessage({ ...message, firstname: "Grace", code: "jolly-otter" }),
    renderCodeMessage({ ...message, firstname: null }),
  ]);
  expect(ada.text).toContain("Hello Ada,");
  expect(grace.text).toContain("Hello Grace,");
  expect(grace.text).toContain("jolly-otter");
  expect(grace.html).not.toMatch(/Ada|pineapple/);
  expect(nobody.text).toMatch(/^Hello,\n/);
});

test("a name is text, whatever is in it", async () => {
  const { html, text } = await renderCodeMessage({ ...message, firstname: "<script>alert(1)</script> & $& $1 \u202Eada" });
  expect(html).toContain("<bdi>&lt;script&gt;alert(1)&lt;/script&gt; &amp; $&amp; $1 ada</bdi>");
  expect(text).toContain("Hello <script>alert(1)</script> & $& $1 ada,");
  const project = await renderCodeMessage({ ...message, projectName: "A & B <i>Ltd</i>" });
  expect(project.html).toContain("A &amp; B &lt;i&gt;Ltd&lt;/i&gt;");
  expect(project.text).toContain("Here is your code for A & B <i>Ltd</i>:");
});
