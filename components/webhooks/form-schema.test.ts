import { expect, test } from "vitest";
import type { WebhookRecord } from "@/contract/webhooks";
import { chatOf, toFormValues, toWebhookChanges, WebhookForm } from "./form-schema";

const webhook = {
  url: "https://hooks.slack.com/…",
  description: "",
  events: null,
  filter: {},
  format: "slack",
  dailySummary: false,
} as WebhookRecord;

test("a chat whose URL isn't shown whole stays one while its other settings change", () => {
  const values = WebhookForm.parse({ ...toFormValues(webhook), dailySummary: true, source: "page" });
  expect(chatOf(values.url, webhook)).toBe("slack");
  expect(toWebhookChanges(webhook, values)).toEqual({ dailySummary: true, filter: { source: "page" } });
});

test("another URL decides by itself whether it is a chat's", () => {
  const values = WebhookForm.parse({ ...toFormValues({ ...webhook, dailySummary: true }), url: "https://example.org/hooks" });
  expect(toWebhookChanges({ ...webhook, dailySummary: true }, values)).toEqual({ url: "https://example.org/hooks", dailySummary: false });
});
