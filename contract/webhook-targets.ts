import type { webhookFormats } from "./enums";

// Apart from the schemas, so that pages can load it alone.

type Format = (typeof webhookFormats)[number];

export type ChatFormat = Exclude<Format, "standard" | "original">;

/** Whether a webhook gets messages for people. */
export const isChat = (format: Format): format is ChatFormat => format !== "standard" && format !== "original";

export const webhookHost = ({ url }: { url: string }): string => URL.parse(url)?.host ?? url;

/** How people recognize a webhook: its description, or else the host of its URL. */
export const webhookName = (webhook: { description: string; url: string }): string => webhook.description || webhookHost(webhook);

/** The URLs of incoming webhooks of chats. Those of Power Automate can also start a workflow that isn't for Teams. */
const chatUrls: readonly [ChatFormat, RegExp][] = [
  ["slack", /^hooks\.slack(-gov)?\.com\/(services|workflows|triggers)\//],
  ["discord", /^((ptb|canary)\.)?discord(app)?\.com\/api\/(v\d+\/)?webhooks\/\d+\/[^/]/],
  ["teams", /^([^/]+\.webhook\.office\.com\/webhookb2|outlook\.office(365)?\.com\/webhook)\//],
  ["teams", /^[^/]+\.logic\.azure\.(com|us)\/workflows\/[^/]+\/triggers\//],
  [
    "teams",
    /^[^/]+\.environment\.api\.([^/]+\.)?powerplatform\.(com|us|cn|microsoft\.us)\/(powerautomate\/automations\/direct\/)?workflows\//,
  ],
];

/** Returns the chat that a URL belongs to, or null if it is another URL. */
export function chatTargetOf(text: string): ChatFormat | null {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || (url.port !== "" && url.port !== "443")) return null;
  return chatUrls.find(([, pattern]) => pattern.test(url.hostname + url.pathname))?.[0] ?? null;
}
