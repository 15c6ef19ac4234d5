import { expect, test } from "vitest";
import { chatMessageKinds } from "@/contract/chat-messages";
import type { WebhookRecord } from "@/contract/webhooks";
import { chatOf, messageKinds, toFormValues, toWebhookChanges, toWebhookItems, toWebhookValues, WebhookForm } from "./form-schema";

const webhook = {
  url: "https://hooks.slack.com/…",
  description: "",
  events: null,
  filter: {},
  format: "slack",
  texts: {},
  dailySummary: false,
} as WebhookRecord;

test("a chat whose URL isn't shown whole stays one while its other settings change", () => {
  const values = WebhookForm.parse({ ...toFormValues(webhook), dailySummary: true, source: "page" });
  expect(chatOf(values.url, webhook)).toBe("slack");
  expect(toWebhookChanges(webhook, values)).toEqual({
    dailySummary: true,
    filter: { source: "page" },
    expected: { dailySummary: false, filter: {} },
  });
});

test("another URL decides by itself whether it is a chat's", () => {
  const values = WebhookForm.parse({ ...toFormValues({ ...webhook, dailySummary: true }), url: "https://example.org/hooks" });
  expect(toWebhookChanges({ ...webhook, dailySummary: true }, values)).toEqual({
    url: "https://example.org/hooks",
    dailySummary: false,
    expected: { url: webhook.url, dailySummary: true },
  });
});

test("texts are of the kinds of messages, and those that are left empty are the usual ones", () => {
  const texts = chatMessageKinds.map(
    (kind) => ({ "lead.created": " {{email}} joined ", "code.claimed": "{{phone}}", other: "  " })[kind as string] ?? "",
  );
  const { error } = WebhookForm.safeParse({ ...toFormValues(webhook), texts });
  expect(error?.issues).toMatchObject([
    { path: ["texts", chatMessageKinds.indexOf("code.claimed")], message: "must not have the variable {{phone}}" },
  ]);
  const values = WebhookForm.parse({ ...toFormValues({ ...webhook, texts: { "wave.sent": "A wave" } }), texts: texts.with(1, "") });
  expect(toWebhookChanges(webhook, values)).toMatchObject({ texts: { "lead.created": "{{email}} joined" } });
  expect(toWebhookChanges(webhook, { ...values, url: "https://example.org/hooks" })).toEqual({
    url: "https://example.org/hooks",
    expected: { url: webhook.url },
  });
});

test("the settings that people change apart from each other are the values of the form", () => {
  const texts = chatMessageKinds.map((kind) => (kind === "other" ? "Something happened" : ""));
  for (const changed of [{}, { scope: "chosen" as const, events: ["lead.created" as const], tag: "vip", texts, dailySummary: true }]) {
    const values = { ...toFormValues(webhook), ...changed };
    expect(toWebhookValues(toWebhookItems(values))).toEqual(values);
  }
});

test("a chat gets messages of the kinds of its events", () => {
  const values = { scope: "chosen" as const, dailySummary: false };
  expect(messageKinds({ ...values, scope: "all", events: [], dailySummary: true })).toEqual(chatMessageKinds);
  expect(messageKinds({ ...values, events: ["send.finished", "lead.created"] })).toEqual(["lead.created", "send.finished", "send.failed"]);
  expect(messageKinds({ ...values, events: ["code.paused"] })).toEqual(["other"]);
});
