import { type ChatMessageKind, fillChatMessage } from "@/contract/chat-messages";
import type { FeedEvent } from "@/contract/event-feed";
import { eventTopic } from "@/contract/event-types";
import { type ChatFormat, chatTargetOf } from "@/contract/webhook-targets";
import { formatDate } from "@/lib/dates";
import { countOf } from "@/lib/plural";
import { batchPath, codePath, importPath, leadPath, routes, sendPath, wavePath } from "@/lib/routes";
import { sanitizeText } from "@/lib/sanitize-text";

/** Returns the URL for messages of ours: that of Discord without a suffix, by which it expects those of Slack or GitHub. */
export function chatUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || chatTargetOf(text) !== "discord") return text;
  url.pathname = url.pathname.replace(/\/(slack|github)\/?$/, "");
  return url.href;
}

/**
 * Returns the status that the answer of a chat means. Teams answers with 200 if it delivers nothing, and the others don't say in their status
 * that the webhook was removed.
 */
export function chatStatus(format: ChatFormat, { status, body }: { status: number; body: string }): number {
  const [, failure] = (format === "teams" && /endpoint returned HTTP error (\d{3})/.exec(body)) || [];
  if (failure !== undefined && status < 300) return Number(failure);
  const isGone =
    status === 404 &&
    ((format === "slack" && /^no_(service|team|active_hooks)/.test(body)) || (format === "discord" && body.includes("10015")));
  return isGone ? 410 : status;
}

type ChatWebhook = { format: ChatFormat; url: string };
type ChatOptions = {
  /** The texts to use instead of those of `chatMessages`. */
  texts?: Readonly<Partial<Record<ChatMessageKind, string>>>;
  /** The URL of the installation, without a slash at the end. */
  appUrl: string;
};

type Values = Readonly<Record<string, string | null>>;
type Message = { kind: ChatMessageKind; values: Values; path: string };

/** Returns the body of the request that posts a message about an event to a chat. */
export const chatMessage = (webhook: ChatWebhook, event: FeedEvent, options: ChatOptions): string =>
  requestBody(webhook, describeEvent(event), options);

/** What happened on a day (`YYYY-MM-DD`). */
export type DailyCounts = { date: string; signUps: number; claims: number; failedEmails: number };

/** Returns the body of the request that posts the summary of a day to a chat. */
export const dailySummary = (webhook: ChatWebhook, { date, signUps, claims, failedEmails }: DailyCounts, options: ChatOptions): string =>
  requestBody(
    webhook,
    {
      kind: "summary",
      values: {
        date: formatDate(date),
        signUps: countOf(signUps, "sign-up"),
        claims: countOf(claims, "claim"),
        failed: countOf(failedEmails, "failed email"),
      },
      path: routes.overview,
    },
    options,
  );

/** What events have in common: fields of a record, if it exists, and what changed. */
type Data = Readonly<Record<string, unknown>> & { change: Readonly<Record<string, unknown>> };

const readText = (value: unknown): string | null => (typeof value === "string" || typeof value === "number" ? String(value) || null : null);
const readNumber = (value: unknown): number => (typeof value === "number" ? value : 0);
const readName = (value: unknown): string | null =>
  typeof value === "object" && value !== null && "name" in value ? readText(value.name) : null;

function describeEvent(event: FeedEvent): Message {
  const { type }: { type: string } = event;
  const data = event.data as Data;
  const path = eventPath(event.type, data);
  if (type === "lead.created" && data.deleted !== true) return { kind: type, values: leadValues(data), path };
  if (type === "code.claimed" && data.deleted !== true)
    return {
      kind: type,
      values: {
        email: readText(data.change.email) ?? "A customer",
        code: readText(data.code),
        batch: readName(data.batch),
        claims: readText(data.claims),
      },
      path,
    };
  if (type === "wave.sent" && data.deleted !== true)
    return { kind: type, values: { wave: readText(data.name), people: countOf(readNumber(data.change.invited), "person") }, path };
  if (type === "send.finished" && data.deleted !== true) return { ...describeSend(data), path };
  return { kind: "other", values: { event: eventTitle(type), subject: eventSubject(data) }, path };
}

/** Keeps chats from making a link of what people entered, with invisible characters inside. Returns null for no text. */
const breakLinks = (text: string | null): string | null => text?.replace(/([.:])(?=\S)/g, "$1\u2060") || null;

function leadValues(data: Data): Values {
  const email = readText(data.email);
  const [firstname, lastname] = [breakLinks(readText(data.firstname)), breakLinks(readText(data.lastname))];
  const name = [firstname, lastname].filter((each) => each !== null).join(" ");
  const tags = Array.isArray(data.tags) ? breakLinks(data.tags.map(String).join(", ")) : null;
  return { lead: name ? `${name} (${email})` : email, email, firstname, lastname, source: readText(data.source), tags };
}

function describeSend(data: Data): Pick<Message, "kind" | "values"> {
  const counts = (data.change.deliveries ?? {}) as Readonly<Record<string, unknown>>;
  const failed = readNumber(counts.failed) + readNumber(counts.bounced);
  const values = {
    emails: countOf(readNumber(counts.sent) + readNumber(counts.saved_to_file), "email"),
    failed: countOf(failed, "failed email"),
    code: readText(data.code),
  };
  return { kind: failed > 0 ? "send.failed" : "send.finished", values };
}

/** Returns "Lead email changed" for `lead.email_changed`. */
function eventTitle(type: string): string {
  const words = type.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns how people know the record that an event is about, or null if it doesn't exist any more. */
function eventSubject({ change, ...data }: Data): string | null {
  if (Array.isArray(data.leads) && Array.isArray(data.codes))
    return [data.leads.length > 0 && countOf(data.leads.length, "lead"), data.codes.length > 0 && countOf(data.codes.length, "code")]
      .filter(Boolean)
      .join(", ");
  const names = [data.email, data.code, data.name, data.fileName, change.email, change.code, change.name, change.description];
  return names.map(readText).find((name) => name !== null) ?? null;
}

function eventPath(type: FeedEvent["type"], data: Data): string {
  const [id, email, code] = [readText(data.id), readText(data.email), readText(data.code)];
  const topic = eventTopic(type);
  if (data.deleted === true || id === null) return routes.activity;
  if (topic === "lead") return email === null ? routes.leads : leadPath(email);
  if (topic === "code") return code === null ? routes.codes : codePath(code);
  const paths: Partial<Record<typeof topic, (id: string) => string>> = {
    batch: batchPath,
    send: sendPath,
    wave: wavePath,
    import: importPath,
  };
  return paths[topic]?.(id) ?? routes.activity;
}

const maxValueLength = 200;
/** Characters that change the direction of the text around them. */
const directionCharacters = /[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

function requestBody({ format, url }: ChatWebhook, { kind, values, path }: Message, { texts, appUrl }: ChatOptions): string {
  const safe = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value && sanitizeText(value.replace(directionCharacters, ""), maxValueLength)]),
  );
  return JSON.stringify(bodies[format](fillChatMessage(kind, texts?.[kind], safe), `${appUrl}${path}`, url));
}

const linkLabel = "Open in Gatehouse";

// In each body, the text is in a place where the chat reads neither formatting nor mentions, or all characters with a meaning are escaped.
const bodies: Record<ChatFormat, (text: string, link: string, url: string) => object> = {
  slack(text, link, url) {
    // A workflow takes texts by name, and no blocks. It isn't documented whether it reads entities, so there are no characters that need any.
    if (/\/(workflows|triggers)\//.test(url)) return { text: `${cut(text, maxSlack, replaceBrackets)} ${link}` };
    const section = [
      { type: "text", text: `${cut(text, maxSlack)}\n` },
      { type: "link", url: link, text: linkLabel },
    ];
    return {
      // Notifications show this.
      text: cut(text, maxSlack, escapeSlack),
      mrkdwn: false,
      blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: section }] }],
      unfurl_links: false,
      unfurl_media: false,
    };
  },
  discord(text, link) {
    const linkText = `\n[${linkLabel}](<${link}>)`;
    return {
      content: cut(text, maxDiscord - linkText.length, escapeDiscord) + linkText,
      allowed_mentions: { parse: [] },
      flags: suppressEmbeds,
    };
  },
  teams: (text, link) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          fallbackText: cut(text, maxSlack),
          // The text of a TextRun isn't read as Markdown, unlike that of a TextBlock.
          body: cut(text, maxSlack)
            .split("\n")
            .map((line) => ({ type: "RichTextBlock", inlines: [{ type: "TextRun", text: line || " " }] })),
          actions: [{ type: "Action.OpenUrl", title: linkLabel, url: link }],
        },
      },
    ],
  }),
};

/** The maximum lengths of a text, in characters. */
const maxSlack = 2900;
const maxDiscord = 2000;
const suppressEmbeds = 4;

const escapeSlack = (character: string): string => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character;
const replaceBrackets = (character: string): string => ({ "<": "‹", ">": "›" })[character] ?? character;
/** A backslash before punctuation keeps its meaning from Discord, also that of links and mentions. */
const escapeDiscord = (character: string): string => (/[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : character);

/** Escapes a text and cuts it to a length, without cutting an escaped character. */
function cut(text: string, maxLength: number, escapeCharacter: (character: string) => string = (character) => character): string {
  let result = "";
  for (const character of text) {
    const next = escapeCharacter(character);
    if (result.length + next.length > maxLength - 1) return `${result}…`;
    result += next;
  }
  return result;
}
