export type ChatFormat = "slack" | "discord" | "teams";

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
