import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { defaultEmailTemplates, emailTemplateKinds } from "@/contract/default-email-templates";
import type { LeadEmailData } from "./lead-email-data";
import { renderLeadEmail } from "./render";
import { sampleLeadEmail } from "./sample-email";

const email: LeadEmailData = { ...sampleLeadEmail, firstname: "Ada", timeZone: "Europe/Berlin" };

test("an email contains the same text in HTML and plain text", async () => {
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
    "re asked for a code.",
    "You can claim it from Dec 1, 2026, 10:00 Berlin time (09:00 UTC). You can claim it through Dec 31, 2026, 23:59 Berlin time (22:59 UTC).",
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

test("an email describes who can claim the code", async () => {
  const text = async (changes: Partial<LeadEmailData>) => (await renderLeadEmail({ ...email, ...changes })).text;
  expect(await text({})).toContain("It can be claimed once, by the first person to use it.");
  expect(await text({ allowedClaims: 2500 })).toContain("It can be claimed by the first 2,500 people.");
  expect(await text({ reserved: true })).toContain("This code is reserved for you, so claim it with the email address this was sent to.");
  expect(await text({ reserved: true })).not.toContain("first person");
});

test("every lead of a send gets their own name and code", async () => {
  const [ada, grace, unnamed] = await Promise.all([
    renderLeadEmail(email),
    renderLeadEmail({ ...email, firstname: "Grace", code: "jolly-otter" }),
    renderLeadEmail({ ...email, firstname: null }),
  ]);
  expect(ada.text).toContain("Hello Ada,");
  expect(grace.text).toContain("Hello Grace,");
  expect(grace.text).toContain("jolly-otter");
  expect(grace.html).not.toMatch(/Ada|pineapple/);
  expect(unnamed.text).toMatch(/^Hello there,\n/);
});

test("the names in an email are escaped", async () => {
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
  buttonUrl: "https://example.org/news",
};

test.each(emailTemplateKinds)("the %s email has its project, its button and an unsubscribe link", async (kind) => {
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

test("an email shows the waitlist position and the referral bonus", async () => {
  const joined: LeadEmailData = { ...full, kind: "joined", text: defaultEmailTemplates.joined };
  const { html, text } = await renderLeadEmail(joined);
  expect(text).toContain("You're number 1,312 on the Gatehouse waitlist.");
  expect(text).toContain("moves you up 5 positions:");
  expect(html).toContain('href="http://localhost:3000/join?ref=k7d2m9qx"');
  expect(text.match(/ref=k7d2m9qx/g)).toHaveLength(1);
  const withoutBonus = await renderLeadEmail({ ...joined, referralBonus: 0 });
  expect(withoutBonus.text).not.toContain("moves you up");
});

test("a custom template is escaped, its variables are filled in, and empty ones are removed with the space before them", async () => {
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
  expect(rendered.html).toContain(">Go<");
  expect(rendered.text).toContain("curious-pineapple again");
});

const renderBody = (body: string, changes: Partial<LeadEmailData> = {}) =>
  renderLeadEmail({ ...email, text: { subject: "Hi", body, button: "Go" }, ...changes });

test("bold and italic text, links, lists and line breaks are formatted, with the same words in the text part", async () => {
  const { html, text } = await renderBody(
    "**Bold** and *italic* [docs](https://example.org/a?b=1&c=2)\nnext line, [write to us](mailto:team@example.org)\n\n- one **1**\n- two\n\n3. three\n4. four",
  );
  for (const part of [
    "<strong>Bold</strong>",
    "<em>italic</em>",
    'href="https://example.org/a?b=1&amp;c=2"',
    'href="mailto:team@example.org"',
    "<li>one <strong>1</strong></li><li>two</li>",
    '<ol class="text"',
    'start="3"',
    "<br/>next line",
  ])
    expect(html).toContain(part);
  for (const words of ["Bold and italic docs", "https://example.org/a?b=1&c=2", "one 1", "two", "3. three", "4. four"])
    expect(text).toContain(words);
  expect(text).not.toMatch(/\*\*|\]\(/);
});

test.each([
  "[click](http://evil.example)",
  "**x**",
  "<b>x</b>",
  "- x",
  "1. x",
  "`x`",
  "https://evil.example",
  "# x",
  "\\*",
  "{{code}}",
  "![x](https://evil.example/x.png)",
])("the name %j is shown as it is typed, wherever it is used", async (firstname) => {
  const { html, text, subject } = await renderBody(
    "{{firstname}} is **{{firstname}}**\n\n- {{firstname}}\n\n[{{firstname}}]({{claimUrl}})",
    {
      firstname,
      text: {
        subject: "{{firstname}}",
        body: "{{firstname}} is **{{firstname}}**\n\n- {{firstname}}\n\n[{{firstname}}]({{claimUrl}})",
        button: "Go",
      },
    },
  );
  const escaped = firstname.replace(/</g, "&lt;").replace(/>/g, "&gt;");
  expect(subject).toBe(firstname);
  expect(html.split(`<bdi>${escaped}</bdi>`)).toHaveLength(5);
  expect(html).toContain(`<strong><bdi>${escaped}</bdi></strong>`);
  expect(html).toContain(`<li><bdi>${escaped}</bdi></li>`);
  expect(text.split(firstname)).toHaveLength(5);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(["http://localhost:3000/claim?code=curious-pineapple", "http://localhost:3000/unsubscribe"]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "/claim",
  "ftp://example.org",
  "https://example.org/{{code}}",
  "{{firstname}}",
])("a link to %j is shown as it is typed", async (href) => {
  const { html } = await renderBody(`[text](${href}) <a href="${href}">x</a>`);
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(["http://localhost:3000/unsubscribe"]);
  expect(html).toContain("[text](");
});

test("other Markdown and HTML is shown as it is typed", async () => {
  const typed = [
    "# Title",
    "> quote",
    "`code`",
    "~~old~~",
    "---",
    "<b>bold</b>",
    "![alt](https://example.org/x.png)",
    "| a | b |\n| - | - |",
  ];
  const { html, text } = await renderBody(typed.join("\n\n"));
  expect(html).not.toMatch(/<(h[1-6]|blockquote|code|del|hr|b|img)\b/);
  for (const line of typed.join("\n").split("\n")) expect(text).toContain(line);
});

test.each([
  ["Welcome, {{firstname}}!", "Welcome!"],
  ["Welcome, {{firstname}} {{lastname}}!", "Welcome!"],
  ["Hello {{firstname}}, hi", "Hello, hi"],
  ["{{firstname}}, welcome", "welcome"],
  ["Welcome, {{firstname}}", "Welcome"],
  ["Welcome, {{firstname|there}}!", "Welcome, there!"],
  ["Welcome, {{ firstname | you & **me** }}!", "Welcome, you & **me**!"],
  ["Ends on {{validUntil|no particular day}}.", "Ends on no particular day."],
])("the text %j without a name becomes %j", async (template, expected) => {
  const { subject, text } = await renderBody(`${template}\n\nEnd`, {
    firstname: null,
    text: { subject: template, body: `${template}\n\nEnd`, button: "Go" },
  });
  expect(subject).toBe(expected);
  expect(text.split("\n")[0]).toBe(expected);
});

test("a value is used instead of its fallback", async () => {
  expect((await renderBody("Welcome, {{firstname|there}}!")).text).toMatch(/^Welcome, Ada!\n/);
});

describe("the answers to questions", () => {
  const fields = { company: "Acme & <b>Sons</b> **[x](https://evil.example)**", plan: "Pro", beta: true, terms: false };

  test("are variables in the subject, the body and the button, as they are typed", async () => {
    const { subject, html, text } = await renderLeadEmail({
      ...email,
      fields,
      text: {
        subject: "For {{ field.company }}",
        body: "{{field.company}}, {{field.plan|Free}}, {{field.beta}}, {{field.terms}}\n\n{{button}}",
        button: "Go {{field.plan}}",
      },
    });
    expect(subject).toBe(`For ${fields.company}`);
    expect(html).toContain("<bdi>Acme &amp; &lt;b&gt;Sons&lt;/b&gt; **[x](https://evil.example)**</bdi>");
    expect(html).not.toContain('href="https://evil.example');
    expect(text).toContain(`${fields.company}, Pro, Yes, No`);
    expect(text).toContain("Go Pro");
  });

  test("have a fallback, or leave no gap, for leads without an answer and for deleted questions", async () => {
    const render = async (answers: LeadEmailData["fields"]) =>
      (await renderBody("Welcome, {{field.company}}! {{field.plan|Free}} {{field.plan_2|Free}} {{other.plan}}", { fields: answers })).text;
    expect(await render({})).toMatch(/^Welcome! Free Free \{\{other.plan\}\}/);
    expect(await render({ plan: "Pro" })).toMatch(/^Welcome! Pro Free/);
    expect(await render({ company: "Acme" })).toMatch(/^Welcome, Acme! Free Free/);
    expect(await render({ company: "Example", plan: "Max", unused: "x" })).toMatch(/^Welcome, Example! Max Free/);
  });
});

test("an email ends with the project's footer, in HTML and plain text", async () => {
  const { html, text } = await renderBody("Hi", { footer: "Acme & Sons\n1 Main Street, [Imprint](https://example.org/imprint)" });
  expect(html).toContain("Acme &amp; Sons<br/>1 Main Street, <a");
  expect(html).toContain('href="https://example.org/imprint"');
  expect(text).toContain("Acme & Sons\n1 Main Street, Imprint https://example.org/imprint");
});

test("the buttons of an email have the button color, or the accent color, with readable text", async () => {
  const button = async (buttonColor: string | null) => (await renderBody("{{button}}", { buttonColor, accent: "#112233" })).html;
  expect(await button(null)).toMatch(/color:#ffffff;background-color:#112233/);
  expect(await button("#ffee00")).toMatch(/color:#000000;background-color:#ffee00/);
});

describe("the logo", () => {
  const draw = async (color: string, background: "transparent" | "#ffffff") => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="64"><rect width="256" height="64" fill="${background}"/><rect width="128" height="64" fill="${color}"/></svg>`;
    return `data:image/webp;base64,${(await sharp(Buffer.from(svg)).webp({ lossless: true }).toBuffer()).toString("base64")}`;
  };

  test("is a PNG of twice its size on the page, which the HTML refers to", async () => {
    const { html, text, logo } = await renderBody("Hi", { logo: await draw("#000000", "#ffffff"), projectName: 'A & "B"' });
    expect(await sharp(logo).metadata()).toMatchObject({ format: "png", width: 256, height: 64 });
    const [image = ""] = /<img[^>]*>/.exec(html) ?? [];
    for (const attribute of ['src="cid:logo@gatehouse"', 'width="128"', 'height="32"', 'alt="A &amp; &quot;B&quot;"'])
      expect(image).toContain(attribute);
    expect(text).toMatch(/^Hi\n/);
  });

  test.each([
    ["#000000", "transparent", "logo-on-light"],
    ["#ffffff", "transparent", "logo-on-dark"],
    ["#dd2200", "transparent", null],
    ["#000000", "#ffffff", null],
  ] as const)("in %s on %s stays visible in both themes", async (color, background, className) => {
    const [image = ""] = /<img[^>]*>/.exec((await renderBody("Hi", { logo: await draw(color, background) })).html) ?? [];
    expect(/class="([^"]*)"/.exec(image)?.[1] ?? null).toBe(className);
  });

  test("is left out if there is none or it is damaged", async () => {
    for (const logo of [null, "data:image/webp;base64,AAAA"]) {
      const rendered = await renderBody("Hi", { logo });
      expect(rendered.html).not.toContain("<img");
      expect(rendered.logo).toBeUndefined();
    }
  });
});

test("a text with too much formatting is shown as it is typed, instead of being parsed for minutes", async () => {
  const render = async (body: string) => (await renderLeadEmail({ ...email, text: { ...defaultEmailTemplates.code, body } })).html;
  for (const body of ["[a](".repeat(2500), "*a ".repeat(3333), "1. ".repeat(3333)]) {
    const html = await render(`${body}\n\n{{code}}`);
    expect(html).toContain(body.trim());
    expect(html).toContain("curious-pineapple");
  }
});
