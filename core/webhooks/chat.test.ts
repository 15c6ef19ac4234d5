import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chatMessageKinds, chatMessages, fillChatMessage } from "@/contract/chat-messages";
import { exampleCode } from "@/contract/codes";
import { exampleEvent, type FeedEvent } from "@/contract/event-feed";
import { eventTypes } from "@/contract/event-types";
import { exampleLead } from "@/contract/leads";
import { exampleSend } from "@/contract/sends";
import { exampleWave } from "@/contract/waves";
import { type ChatFormat, chatTargetOf } from "@/contract/webhook-targets";
import { chatMessage, chatStatus, chatUrl, dailySummary } from "./chat";

const appUrl = "https://codes.example.org";
const urls = {
  slack: "https://hooks.slack.com/services/T000/B000/XXXX",
  discord: "https://discord.com/api/webhooks/123/token",
  teams: "https://prod-23.westeurope.logic.azure.com:443/workflows/abc/triggers/manual/paths/invoke?api-version=2016-06-01&sig=x",
} as const;
const workflow = "https://hooks.slack.com/triggers/T000/1/x";

const event = (type: string, data: object): FeedEvent =>
  ({
    id: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66",
    type,
    timestamp: "2026-11-21T12:00:00.000Z",
    project: "1",
    sequence: 1,
    data,
  }) as FeedEvent;
const signUp = (lead: Partial<typeof exampleLead> = {}) => event("lead.created", { ...exampleLead, ...lead, change: {} });

const post = (format: ChatFormat, feedEvent: FeedEvent, texts = {}, url: string = urls[format]) =>
  JSON.parse(chatMessage({ format, url }, feedEvent, { appUrl, texts }));

/** The text and the link of a message, as Slack shows them. */
function slackMessage(feedEvent: FeedEvent, texts = {}): [string, string] {
  const [{ text }, { url }] = post("slack", feedEvent, texts).blocks[0].elements[0].elements;
  return [text.trim(), url];
}

describe("a URL", () => {
  test.each<[string, ChatFormat | null]>([
    [urls.slack, "slack"],
    ["https://hooks.slack-gov.com/services/T/B/x", "slack"],
    ["https://hooks.slack.com/workflows/T/A/1/x", "slack"],
    [workflow, "slack"],
    [urls.discord, "discord"],
    ["https://ptb.discord.com/api/v10/webhooks/1/x?thread_id=2", "discord"],
    ["https://discordapp.com/api/webhooks/1/x/slack", "discord"],
    [urls.teams, "teams"],
    ["https://example.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d", "teams"],
    ["https://outlook.office.com/webhook/a@b/IncomingWebhook/c/d", "teams"],
    [
      "https://default5c07.61.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/3f/triggers/manual/paths/invoke?api-version=1",
      "teams",
    ],
    ["http://hooks.slack.com/services/T/B/x", null],
    ["https://hooks.slack.com.example.org/services/T/B/x", null],
    ["https://example.org/https://hooks.slack.com/services/", null],
    ["https://slack.com/services/T/B/x", null],
    ["https://discord.com/channels/1/2", null],
    ["https://evildiscord.com/api/webhooks/1/x", null],
    ["https://logic.azure.com.example.org/workflows/abc/triggers/", null],
    ["https://example.org:8443/hook", null],
    ["not a URL", null],
  ])("%s belongs to %s", (url, expected) => expect(chatTargetOf(url)).toBe(expected));

  test("of Discord loses a suffix for messages of Slack or GitHub", () => {
    expect(chatUrl(`${urls.discord}/slack?wait=true`)).toBe(`${urls.discord}?wait=true`);
    expect(chatUrl(`${urls.discord}/github`)).toBe(urls.discord);
    expect(chatUrl(urls.discord)).toBe(urls.discord);
    expect(chatUrl("https://example.org/slack")).toBe("https://example.org/slack");
  });
});

describe("a message", () => {
  test.each<[string, FeedEvent, string, string]>([
    ["a sign-up", signUp(), "New sign-up: Ada Lovelace (ada@example.org)", "/leads/ada%40example.org"],
    ["a sign-up without a name", signUp({ firstname: null, lastname: null }), "New sign-up: ada@example.org", "/leads/ada%40example.org"],
    [
      "a claim",
      event("code.claimed", { ...exampleCode, change: { email: "bo@example.org" } }),
      "bo@example.org claimed the code curious-pineapple.",
      "/codes/curious-pineapple",
    ],
    [
      "a wave",
      event("wave.sent", { ...exampleWave, change: { invited: 1 } }),
      "The wave “First 100” invited 1 person.",
      `/waves/${exampleWave.id}`,
    ],
    [
      "a send with failures",
      event("send.finished", { ...exampleSend, change: { deliveries: { sent: 118, failed: 1, bounced: 1 } } }),
      "A send has ended: 118 emails sent, 2 failed emails.",
      `/sends/${exampleSend.id}`,
    ],
    [
      "a send",
      event("send.finished", { ...exampleSend, change: { deliveries: { sent: 1 } } }),
      "A send has ended: 1 email sent.",
      `/sends/${exampleSend.id}`,
    ],
    ["another event", event("code.paused", { ...exampleCode, change: {} }), "Code paused: curious-pineapple", "/codes/curious-pineapple"],
    ["a deletion", event("lead.deleted", { id: null, deleted: true, change: {} }), "Lead deleted", "/activity"],
    [
      "many changes",
      event("records.changed", { leads: ["1", "2"], codes: ["a"], change: {} }),
      "Records changed: 2 leads, 1 code",
      "/activity",
    ],
    ["a sign-up that is gone", event("lead.created", { id: null, deleted: true, change: {} }), "Lead created", "/activity"],
  ])("about %s says what happened, with a link", (_, feedEvent, text, path) =>
    expect(slackMessage(feedEvent)).toEqual([text, expect.stringMatching(`^${appUrl}/dashboard${path.replace(/[.?]/g, "\\$&")}$`)]),
  );

  test.each(chatMessageKinds)("of the kind %s has an example with all of its variables", (kind) => {
    const { variables, example } = chatMessages[kind];
    expect(Object.keys(example)).toEqual(Object.keys(variables));
    expect(fillChatMessage(kind, undefined)).not.toMatch(/[{}:]$|\{\{/);
  });

  test.each(eventTypes)("about %s is a sentence", (type) => {
    const [text, url] = slackMessage(exampleEvent(type));
    expect(text).toMatch(/^([A-Z]|ada@example\.org )/);
    expect(text).not.toMatch(/[{}:]$|undefined|null|NaN|\[object/);
    expect(url).toMatch(/^https:\/\/codes\.example\.org\/dashboard\/[^/]/);
  });

  test("has a text that was chosen, with fallbacks, and unknown variables as they are", () => {
    const texts = { "lead.created": "{{firstname|Someone}} joined\nTags: {{tags|none}} {{unknown}}" };
    expect(slackMessage(signUp({ firstname: null }), texts)[0]).toBe("Someone joined\nTags: none {{unknown}}");
    expect(slackMessage(signUp({ tags: ["vip", "press"] }), texts)[0]).toBe("Ada joined\nTags: vip, press {{unknown}}");
  });

  test("in Discord mentions no one and shows no preview", () => {
    expect(post("discord", signUp({ firstname: "@everyone" }))).toEqual({
      content:
        "New sign\\-up\\: \\@everyone Lovelace \\(ada\\@example\\.org\\)\n[Open in Gatehouse](<https://codes.example.org/dashboard/leads/ada%40example.org>)",
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });

  test("in Teams is an Adaptive Card with a button", () => {
    const { type, attachments } = post("teams", signUp(), { "lead.created": "{{lead}}\n**new**" });
    expect(type).toBe("message");
    expect(attachments).toEqual([
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: expect.objectContaining({
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: "Ada Lovelace (ada@example.org)" }] },
            { type: "RichTextBlock", inlines: [{ type: "TextRun", text: "**new**" }] },
          ],
          actions: [{ type: "Action.OpenUrl", title: "Open in Gatehouse", url: `${appUrl}/dashboard/leads/ada%40example.org` }],
        }),
      },
    ]);
  });

  test("for a workflow of Slack is one text", () => {
    expect(post("slack", signUp({ firstname: "<!channel>" }), {}, workflow)).toEqual({
      text: `New sign-up: ‹!channel› Lovelace (ada@example.org) ${appUrl}/dashboard/leads/ada%40example.org`,
    });
  });

  test("is the summary of a day", () => {
    const counts = { date: "2026-11-29", signUps: 1204, claims: 1, failedEmails: 0 };
    const { text } = JSON.parse(dailySummary({ format: "slack", url: urls.slack }, counts, { appUrl }));
    expect(text).toBe("Nov 29, 2026: 1,204 sign-ups, 1 claim, 0 failed emails.");
  });

  test("uses only variables that its kind has", () => {
    for (const { text, variables } of Object.values(chatMessages))
      for (const [, name = ""] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(Object.keys(variables)).toContain(name);
  });
});

describe("what customers enter", () => {
  const hostile = [
    "@everyone",
    "<@123>",
    "<!channel>",
    "<https://evil.example|Click>",
    "[Click](https://evil.example)",
    "https://evil.example",
    "www.evil.example",
    "**bold** _it_ ~~s~~ ||spoiler|| `code`",
    "# Heading",
    "{{email}}",
    '"},{"x":"',
    "\\",
    "\u202Eevil",
    "a\nb\tc\0d",
  ];
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary", maxLength: 300 }));

  test("never has a meaning in a chat", () => {
    fc.assert(
      fc.property(texts, texts, texts, (firstname, lastname, tag) => {
        const lead = signUp({ firstname, lastname, tags: [tag] });
        const template = { "lead.created": "{{firstname}} {{lastname}} {{tags}}" };
        const slack = post("slack", lead, template);
        expect(slack.text.replace(/&(amp|lt|gt);/g, "")).not.toMatch(/[<>&]/);
        expect(slack.blocks[0].elements[0].elements.map(({ type }: { type: string }) => type)).toEqual(["text", "link"]);
        const { content, allowed_mentions } = post("discord", lead, template);
        expect(allowed_mentions).toEqual({ parse: [] });
        const [text = ""] = content.split("\n[Open in Gatehouse](<");
        expect(text.replace(/\\[!-/:-@[-`{-~]/g, "")).not.toMatch(/[!-/:-@[-`{-~]/);
        // A variable in a value isn't replaced.
        expect(slack.text).not.toContain("ada@example.org");
        const { body } = post("teams", lead, template).attachments[0].content;
        expect(body.map(({ type }: { type: string }) => type)).toEqual(["RichTextBlock"]);
        expect(post("slack", lead, template, workflow).text).not.toMatch(/[<>]/);
        for (const message of [slack, body]) expect(JSON.stringify(message)).not.toMatch(/https?:\/\/evil|www\.evil|\u202E/);
      }),
    );
  });

  test("fits into a message, however long it is", () => {
    const lead = signUp({ firstname: "*".repeat(5000), lastname: "&".repeat(5000), email: `${"*".repeat(64)}@${"x".repeat(180)}.example` });
    const texts = { "lead.created": "{{lead}} ".repeat(100) };
    expect(post("discord", lead, texts).content.length).toBeLessThanOrEqual(2000);
    expect(post("slack", lead, texts).text.length).toBeLessThanOrEqual(3000);
    expect(JSON.stringify(post("teams", lead, texts)).length).toBeLessThan(28_000);
  });
});

test.each<[ChatFormat, number, string, number]>([
  ["teams", 200, "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x", 429],
  ["teams", 200, "1", 200],
  ["teams", 202, "", 202],
  ["slack", 200, "ok", 200],
  ["slack", 404, "no_service", 410],
  ["slack", 429, "", 429],
  ["discord", 204, "", 204],
  ["discord", 404, '{"message": "Unknown Webhook", "code": 10015}', 410],
  ["discord", 404, '{"message": "404: Not Found", "code": 0}', 404],
  ["discord", 429, '{"message": "You are being rate limited.", "retry_after": 0.3}', 429],
])("the answer %s %i %s means status %i", (format, status, body, expected) => expect(chatStatus(format, { status, body })).toBe(expected));
