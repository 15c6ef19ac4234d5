import type { Tone } from "@/components/ui/status";
import type { ChatMessageKind } from "@/contract/chat-messages";
import { type EventType, eventTypes } from "@/contract/event-types";
import { countCap, webhookLimits } from "@/contract/limits";
import { isChat } from "@/contract/webhook-targets";
import type { WebhookDeliveryRecord, WebhookRecord } from "@/contract/webhooks";
import { formatDay, formatTime } from "@/lib/dates";
import { plural } from "@/lib/plural";

/** What a webhook sends. */
export const formatLabels: Readonly<Record<WebhookRecord["format"], string>> = {
  standard: "Signed events",
  original: "Original format",
  slack: "Slack",
  discord: "Discord",
  teams: "Microsoft Teams",
};

type Health = Pick<WebhookRecord, "status" | "stopReason" | "failingSince" | "slowUntil">;
type StatusText = { tone: Tone; text: string };

const stopReasonLabels = { failing: "Disabled: it kept failing", gone: "Disabled: it no longer exists" } as const;

/** Formats a time in a sentence that says since or until when. */
export function formatMoment(at: string, zone: string): string {
  const date = new Date(at);
  return `${formatDay(date, zone)}, ${formatTime(date, zone)}`;
}

/** The status of a webhook at a time in epoch milliseconds. */
export function describeWebhookStatus({ status, stopReason, failingSince, slowUntil }: Health, now: number, zone: string): StatusText {
  if (status === "paused") return { tone: "neutral", text: "Paused" };
  if (status === "disabled") return { tone: "negative", text: stopReason === null ? "Disabled" : stopReasonLabels[stopReason] };
  if (slowUntil !== null && Date.parse(slowUntil) > now)
    return { tone: "warning", text: `Slowed down until ${formatMoment(slowUntil, zone)}` };
  if (failingSince !== null) return { tone: "negative", text: `Failing since ${formatMoment(failingSince, zone)}` };
  return { tone: "positive", text: "Active" };
}

/** The share of attempts that succeeded: "99.8% of 1,204". It is only 100% if none failed. Null without attempts. */
export function formatSuccess({ delivered, failed }: WebhookRecord["last24Hours"]): string | null {
  const total = delivered + failed;
  if (total === 0) return null;
  return `${Math.floor((delivered / total) * 1000) / 10}% of ${total.toLocaleString("en")}`;
}

/** How many names of events a list shows. */
const shownEvents = 2;

/** The events of a webhook in a list: "All events", or the first names and how many more. */
export function summarizeEvents(events: WebhookRecord["events"]): string {
  if (events === null) return labels.columns.allEvents;
  const more = events.length - shownEvents;
  return [...events.slice(0, shownEvents), ...(more > 0 ? [`+${more}`] : [])].join(", ");
}

const topics: readonly (readonly [label: string, prefixes: readonly string[]])[] = [
  ["Leads and waitlist", ["lead", "leads"]],
  ["Codes and claims", ["code", "codes", "claim"]],
  ["Batches", ["batch"]],
  ["Waves", ["wave"]],
  ["Sends and emails", ["send", "announcement", "email"]],
  ["Suppressions", ["suppressions"]],
  ["Webhooks and other changes", ["webhook", "records"]],
  ["Team", ["staff"]],
  ["API keys", ["key"]],
];

/** The types of events by topic, in the order in which they are shown. */
export const eventGroups: readonly { label: string; types: readonly EventType[] }[] = topics.map(([label, prefixes]) => ({
  label,
  types: eventTypes.filter((type) => prefixes.includes(type.split(".")[0] ?? "")),
}));

type DeliveryStatus = WebhookDeliveryRecord["status"];

export const deliveryStatusLabels: Readonly<Record<DeliveryStatus, { label: string; tone: Tone; description: string }>> = {
  pending: { label: "Pending", tone: "info", description: "It's queued, or will be tried again." },
  delivered: { label: "Delivered", tone: "positive", description: "The webhook answered with a status from 200 to 299." },
  failed: { label: "Failed", tone: "negative", description: "All attempts failed." },
  canceled: { label: "Skipped", tone: "neutral", description: "It was skipped when the webhook was resumed." },
};

/** The status of a delivery. One that failed before and is tried again is "Retrying". */
export const describeDelivery = ({
  status,
  attempts,
}: Pick<WebhookDeliveryRecord, "status" | "attempts">): { label: string; tone: Tone } =>
  status === "pending" && attempts.length > 0 ? { label: "Retrying", tone: "warning" } : deliveryStatusLabels[status];

/** What becomes of the events that a paused or disabled webhook missed, in words. */
export function describeMissed({ missed, waiting, filter }: Pick<WebhookRecord, "missed" | "waiting" | "filter">): {
  count: number;
  send: string;
  sendHint: string | undefined;
  skip: string;
} {
  const count = (missed ?? 0) + waiting;
  // Events that were missed are only filtered when they are sent.
  const isFiltered = Object.keys(filter).length > 0 && (missed ?? 0) > 0;
  const isCapped = (missed ?? 0) >= countCap || waiting >= countCap;
  const { sendMissed, sendAllMissed, sendUpTo, filterHint, skipMissed } = labels.resume;
  return {
    count,
    send: isCapped ? sendAllMissed : isFiltered ? sendUpTo(count) : sendMissed(count),
    sendHint: isFiltered ? filterHint : undefined,
    skip: skipMissed(count),
  };
}

/** What was sent: the type of the event, and whether it was a test. */
export const deliveryTitle = ({ type, test }: Pick<WebhookDeliveryRecord, "type" | "test">): string =>
  test ? labels.deliveries.test(type) : type;

/** The headers of the last request that receivers check. Messages to chats have none. */
export function requestHeaders(
  format: WebhookRecord["format"],
  { event, attempts }: Pick<WebhookDeliveryRecord, "event" | "attempts">,
): string {
  if (isChat(format)) return "";
  if (format === "original") return [`webhook-id: ${event}`, `lancero-signature: ${labels.delivery.secretHeader}`].join("\n");
  const at = attempts.at(-1)?.at;
  const timestamp = at === undefined ? "…" : Math.floor(Date.parse(at) / 1000);
  return [`webhook-id: ${event}`, `webhook-timestamp: ${timestamp}`, `webhook-signature: ${labels.delivery.signature}`].join("\n");
}

/** Formats a payload for people. Returns it as it is if it isn't JSON. */
export function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** Formats how long a request took. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

export const labels = {
  title: "Webhooks",
  description: "Tell other systems what happens here, as it happens.",
  restricted: "Managing webhooks",
  empty: "No webhooks yet",
  emptyDescription:
    "A webhook is a URL of your own or of a chat. Gatehouse sends it an event when a lead joins, a code is claimed or anything else changes.",
  guide: "Read the guide",
  all: "All webhooks",
  columns: {
    webhook: "Webhook",
    status: "Status",
    events: "Events",
    last24Hours: "24 hours",
    last7Days: "7 days",
    lastFailure: "Last failure",
    allEvents: "All events",
  },

  form: {
    createTitle: "Create webhook",
    createDescription: "Events are sent to it from now on.",
    editTitle: (name: string) => `Edit “${name}”`,
    url: "URL",
    urlHint: "A public https URL, or an incoming webhook of Slack, Discord or Microsoft Teams.",
    hiddenUrlHint: "A part that can be a secret isn't shown. To keep the URL, leave this as it is.",
    description: "Description",
    descriptionHint: "The name of the webhook in this dashboard.",
    scope: "Events",
    scopes: {
      all: { label: "All events", hint: "Everything about leads, codes, batches, waves and sends, also types that are added later." },
      chosen: { label: "Chosen events", hint: "Only these can include events about the team and API keys." },
    },
    search: "Search events",
    noResults: "No event matches",
    selectAll: "Select all",
    clear: "Clear",
    groupAction: (action: string, group: string) => `${action}: ${group}`,
    chosen: (count: number) => plural(count, { zero: "No event is chosen.", one: "{n} event is chosen.", other: "{n} events are chosen." }),
    eventsRequired: "Choose at least one event.",
    filter: "Only events about records with",
    tag: "Tag",
    anyTag: "Any tag",
    source: "Channel",
    anySource: "Any channel",
    anyBatch: "Any batch",
    wave: "Wave",
    anyWave: "Any wave",
    original: "Use the format of the original service",
    originalHint:
      "For receivers that can't be changed. Prefer the standard format: its signature proves that no one changed a request, and that it isn't an old one.",
    sample: "Sample payload",
    sampleOf: (type: string) => `Sample: ${type}`,
    sampleFailed: "The sample couldn't be loaded.",
    originalSample:
      "The body is { event } with the ID of the event, which a client of the original service exchanges for the records. Only new leads, new codes and claims are sent. The header lancero-signature contains the secret itself, so anyone who sees a request can send others.",
    chatHint: (chat: string) => `${chat} gets a readable message for each event.`,
    texts: {
      title: "Texts of messages",
      kinds: {
        "lead.created": "New sign-up",
        "code.claimed": "Claim",
        "wave.sent": "Wave",
        "send.finished": "Send",
        "send.failed": "Send with failed emails",
        other: "Other events",
        summary: "Daily summary",
      } satisfies Record<ChatMessageKind, string>,
      region: "Preview",
      preview: (chat: string) => `${chat} gets messages such as these, each with a link to the dashboard.`,
    },
    dailySummary: "Daily summary",
    dailySummaryHint: "A message each morning with the sign-ups, claims and failed emails of the day before.",
    create: "Create webhook",
    save: "Save changes",
    saved: "Webhook saved",
    conflict: "These settings have changed since you opened them. Which should be saved?",
    batch: "Batch",
    on: "On",
    off: "Off",
    unset: "None",
  },

  secret: {
    title: (name: string) => `Secret of “${name}”`,
    copy: "secret",
    hint: "Save this secret now. You won't be able to see it again. Your receiver checks with it that requests are from Gatehouse.",
    guide: "How to verify requests",
    saved: "I've saved it",
    chatHint: "Messages to a chat aren't signed, so you don't need this secret.",
  },

  health: {
    title: "Health",
    url: "URL",
    status: "Status",
    last24Hours: "Last 24 hours",
    last7Days: "Last 7 days",
    success: (share: string) => `${share} attempts succeeded`,
    noAttempts: "No attempts",
    waiting: "To be retried",
    eventCount: (count: number) =>
      count >= countCap ? `${countCap.toLocaleString("en")}+ events` : plural(count, { one: "{n} event", other: "{n} events" }),
    missed: "Missed",
    lastSuccess: "Last success",
    lastFailure: "Last failure",
    never: "Never",
    disabled: {
      failing: `It failed for ${webhookLimits.disableAfterDays} days, so Gatehouse stopped sending to it. Fix the receiver, send a test, then resume it.`,
      gone: "It answered with status 410, which means that it no longer exists. Check the URL, then resume it.",
    },
    paused: "Nothing is sent until it's resumed.",
  },

  settings: {
    title: "Settings",
    events: "Events",
    filter: "Filter",
    noFilter: "None",
    filterItem: {
      tag: "Tag {tag}",
      source: (channel: string) => `Channel ${channel}`,
      batch: "One batch",
      wave: "One wave",
    },
    format: "Format",
    dailySummary: "Each morning",
    texts: "Texts of messages",
    secret: "Secret",
    oneSecret: "Shown once, when it was created",
    bothSecrets: (time: string) => `The old secret also signs until ${time}`,
    created: "Created",
    createdBy: "{time} by {name}",
    createdByKey: "{time} with an API key",
  },

  actions: {
    edit: "Edit",
    test: "Send test",
    pause: "Pause",
    pauseFailed: "Couldn't pause the webhook",
    paused: "Webhook paused",
    resume: "Resume",
    recover: "Recover",
    rotate: "Rotate secret",
    delete: "Delete webhook",
    more: "More actions",
  },

  test: {
    title: "Send a test",
    description: "Sends a sample of an event once, also while the webhook is paused. It appears in the list of deliveries.",
    type: "Event",
    search: "Search events",
    submit: "Send test",
    result: "Result",
    again: "Send again",
  },

  resume: {
    title: (name: string) => `Resume “${name}”?`,
    nothingMissed: "It missed nothing. Events are sent to it from now on.",
    label: "Missed events",
    sendMissed: (count: number) => plural(count, { one: "Send the missed event", other: "Send the {n} missed events" }),
    sendUpTo: (count: number) => plural(count, { one: "Send up to {n} missed event", other: "Send up to {n} missed events" }),
    sendAllMissed: `Send all missed events, ${countCap.toLocaleString("en")} or more`,
    filterHint: "Only those that match the filter are sent.",
    skipMissed: (count: number) => plural(count, { one: "Skip it", other: "Skip them" }),
    skipHint: "You can send them later with Recover.",
    submit: "Resume",
    resumed: "Webhook resumed",
  },

  rotate: {
    title: (name: string) => `Rotate the secret of “${name}”`,
    description: "Creates a new secret to replace this one.",
    label: "Old secret",
    overlap: `Keep for ${webhookLimits.secretOverlapHours} hours`,
    overlapHint: "Requests are signed with both secrets, so you have time to switch your receiver.",
    revoke: "Revoke now",
    revokeHint: "If others may know it. Your receiver refuses requests until it has the new secret.",
    submit: "Rotate secret",
  },

  recover: {
    title: "Recover events",
    description: `Sends events of a period again, oldest first. Deliveries are kept for ${webhookLimits.deliveryDays} days.`,
    since: "From",
    until: "Until",
    sinceRequired: "Enter when the period starts.",
    order: "Must be after the start.",
    noStart: "No start",
    now: "Until now",
    at: (dateTime: string) => `${dateTime}.`,
    status: "Events",
    statuses: {
      failed: { label: "Failed", hint: "Deliveries that failed or were skipped." },
      missing: {
        label: "Failed and never sent",
        hint: "Also events from before the webhook was created, or of types that were chosen later.",
      },
      all: { label: "All", hint: "Also those that were delivered. Your receiver gets them again, with the same IDs." },
    },
    submit: "Recover events",
  },

  delete: {
    title: (name: string) => `Delete “${name}”?`,
    consequence: (waiting: number) =>
      plural(waiting, {
        zero: "No more events are sent to it, and its deliveries are deleted. This can't be undone.",
        one: "No more events are sent to it, not even the one that would be retried, and its deliveries are deleted. This can't be undone.",
        other:
          "No more events are sent to it, not even the {n} that would be retried, and its deliveries are deleted. This can't be undone.",
      }),
    action: "Delete webhook",
    deleted: (name: string) => `“${name}” was deleted`,
  },

  deliveries: {
    title: "Deliveries",
    description: `What was sent in the last ${webhookLimits.deliveryDays} days.`,
    empty: "Nothing was sent yet",
    emptyDescription: "Events appear here as they are sent. Send a test to try it now.",
    columns: {
      type: "Event",
      about: "Lead or code",
      status: "Status",
      attempts: "Attempts",
      latency: "Latency",
      created: "Time",
    },
    test: (type: string) => `${type} (test)`,
  },

  delivery: {
    title: "Delivery",
    close: "Close",
    lead: "Lead",
    code: "Code",
    status: "Status",
    nextAttempt: "Next attempt",
    whenResumed: "When the webhook is resumed",
    created: "Time",
    eventId: "Event ID",
    copyEventId: "event ID",
    attempts: "Attempts",
    noAttempts: "No attempt was made yet.",
    attempt: (number: number) => `Attempt ${number.toLocaleString("en")}`,
    attemptStatus: (status: number) => `Status ${status}`,
    noAnswer: "No answer",
    response: "Response",
    noResponse: "The response was empty.",
    request: "Request",
    headers: "Headers",
    secretHeader: "… (the secret)",
    signature: "v1,… (different for each attempt)",
    payload: "Payload",
    formatted: "Formatted",
    asSent: "As sent",
    noPayload:
      "No payload is stored: someone in it was erased, or the URL of the webhook was changed. If it's sent again, it has the record as it is then.",
    retry: "Retry",
    retryNow: "Retry now",
    sendAgain: "Send again",
    retryFailed: "Couldn't queue it again",
    retried: "Queued again",
    retriedWhilePaused: "It's sent when the webhook is resumed.",
    restricted: "Sending deliveries again",
  },

  related: {
    title: "Webhooks",
    description: "Which events were sent where.",
    loadMore: "Show more",
  },
} as const;
