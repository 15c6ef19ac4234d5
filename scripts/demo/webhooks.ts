import { sql } from "drizzle-orm";
import type { ChatMessageKind } from "@/contract/chat-messages";
import type { EventType } from "@/contract/event-types";
import { webhookLimits } from "@/contract/limits";
import type { WebhookAttempt } from "@/contract/webhooks";
import type { Context } from "@/core/context";
import { readEventPage } from "@/core/events/feed";
import { firstOpenEventId } from "@/core/events/list";
import { insertDeliveries, newDeliveries } from "@/core/webhooks/due-deliveries";
import { getWebhookRow } from "@/core/webhooks/record";
import { encryptSecret, generateSecret } from "@/core/webhooks/secrets";
import { webhooks } from "@/db/schema";
import { minIdAt, newId } from "@/lib/ids";
import { timestampDaysBefore } from "./calendar";
import type { DemoBuilder } from "./demo-builder";
import { createRandom, type Random } from "./random";

/** Times are in days before now. */
type DemoWebhook = {
  url: string;
  description: string;
  format: "standard" | "slack";
  types: EventType[];
  createdAt: number;
  /** When all attempts failed. One that ends later is still going on. */
  outages?: { from: number; to: number }[];
  pausedAt?: number;
  texts?: Partial<Record<ChatMessageKind, string>>;
};

// Nothing is sent: no host is called `.example` (RFC 2606), and the chat, whose host exists, is paused.
const demoWebhooks: readonly DemoWebhook[] = [
  {
    url: "https://shop.example/hooks/gatehouse",
    description: "Shop",
    format: "standard",
    types: ["code.claimed", "claim.revoked"],
    createdAt: 52.3,
  },
  {
    url: "https://crm.example/api/gatehouse",
    description: "CRM",
    format: "standard",
    types: ["lead.created", "lead.approved", "lead.declined"],
    createdAt: 41.6,
    outages: [
      { from: 20, to: 16.2 },
      { from: 1.7, to: -1 },
    ],
  },
  {
    url: "https://hooks.slack.com/services/T00000000/B00000000/demo",
    description: "#launch",
    format: "slack",
    types: ["lead.created", "code.claimed", "wave.sent", "send.finished"],
    createdAt: 19.4,
    pausedAt: 2.2,
    texts: { "lead.created": "{{lead}} is on the list. They came from {{source|somewhere}}." },
  },
];

/** Adds webhooks with what was sent to them in the last days. After back-dating, which changes the IDs of events. */
export async function addWebhooks({ staffCtx, now }: DemoBuilder): Promise<void> {
  const random = createRandom(4);
  for (const webhook of demoWebhooks) await addWebhook(staffCtx, random, now, webhook);
  await staffCtx.db.execute(sql`insert into webhook_hours (project_id, webhook_id, hour, delivered, failed)
    select d.project_id, d.webhook_id, date_trunc('hour', (a ->> 'at')::timestamptz), count(*) filter (where a ->> 'error' is null), count(*) filter (where a ->> 'error' is not null)
    from webhook_deliveries d, jsonb_array_elements(d.attempts) a
    where d.project_id = ${staffCtx.projectId} and (a ->> 'at')::timestamptz > now() - interval '8 days' group by 1, 2, 3`);
}

async function addWebhook(ctx: Context, random: Random, now: Date, webhook: DemoWebhook): Promise<void> {
  const { db, projectId, actor } = ctx;
  const { createdAt, pausedAt, texts = {}, outages = [], ...settings } = webhook;
  const id = newId();
  const end = pausedAt === undefined ? await firstOpenEventId(db) : minIdAt(daysBefore(now, pausedAt));
  await db.insert(webhooks).values({
    ...settings,
    projectId,
    id,
    chatTexts: texts,
    dailySummary: settings.format === "slack",
    status: pausedAt === undefined ? "active" : "paused",
    secretEncrypted: encryptSecret(generateSecret(), projectId, id),
    position: end,
    createdBy: actor.id,
    createdAt: sql`${timestampDaysBefore(now, createdAt)}::timestamptz`,
  });
  // Older deliveries would have been deleted.
  const start = minIdAt(daysBefore(now, Math.min(createdAt, webhookLimits.deliveryDays - 1)));
  const { events } = await readEventPage(ctx, webhook.types, start, 1000);
  const sent = events.filter((event) => event.id < end);
  await insertDeliveries(ctx, id, await newDeliveries(ctx, await getWebhookRow(ctx, id), sent));
  const results = sent.map(({ id: event, row }) => ({ event, created_at: row.at, ...drawResult(random, now, row.at, webhook) }));
  await db.execute(sql`update webhook_deliveries d
    set attempts = r.attempts, status = r.status, created_at = r.created_at, next_attempt_at = r.next_attempt_at, ended_at = r.ended_at
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as r (event uuid, attempts jsonb, status text, created_at timestamptz, next_attempt_at timestamptz, ended_at timestamptz)
    where d.project_id = ${projectId} and d.webhook_id = ${id}::uuid and d.event_id = r.event`);
  const attempts = results.flatMap((result) => result.attempts).toSorted((a, b) => a.at.localeCompare(b.at));
  const lastSuccess = attempts.findLast(({ error }) => error === null);
  const failures = attempts.filter(({ error }) => error !== null);
  const current = failures.filter(({ at }) => outages.some(({ from, to }) => to < 0 && at > timestampDaysBefore(now, from)));
  await db.execute(sql`update webhooks set last_success_at = ${lastSuccess?.at ?? null}::timestamptz,
      last_failure = ${failures.length > 0 ? JSON.stringify({ ...failures.at(-1), response: null }) : null}::jsonb,
      failing_since = ${current[0]?.at ?? null}::timestamptz, notices = ${current.length > 0 ? 1 : 0}
    where project_id = ${projectId} and id = ${id}::uuid`);
}

const daysBefore = (now: Date, days: number): number => Date.parse(timestampDaysBefore(now, days));

/** The attempts to deliver an event that happened at a time, as they would have been made until now. */
function drawResult(random: Random, now: Date, eventAt: string, { format, outages = [] }: DemoWebhook) {
  const attempts: WebhookAttempt[] = [];
  const isDown = (time: number) => outages.some(({ from, to }) => time > daysBefore(now, from) && time < daysBefore(now, to));
  const isoTime = (time: number) => new Date(time).toISOString();
  let time = Date.parse(eventAt) + random.between(20, 90);
  for (;;) {
    const isFailure = isDown(time) || (attempts.length === 0 && random.chance(0.03));
    const answer = isFailure
      ? random.pick(failures)
      : { status: 200, error: null, response: format === "slack" ? "ok" : '{"received":true}' };
    const milliseconds = answer.status === null ? webhookLimits.attemptSeconds * 1000 : random.between(38, 420);
    attempts.push({ at: isoTime(time), milliseconds, ...answer });
    if (!isFailure) return { attempts, status: "delivered", ended_at: isoTime(time), next_attempt_at: null };
    const delay = webhookLimits.attemptDelays[attempts.length - 1];
    if (delay === undefined) return { attempts, status: "failed", ended_at: isoTime(time), next_attempt_at: null };
    time += delay * 1000;
    if (time > now.getTime()) return { attempts, status: "pending", ended_at: null, next_attempt_at: isoTime(time) };
  }
}

const failures: readonly Pick<WebhookAttempt, "status" | "error" | "response">[] = [
  { status: 500, error: "It answered with status 500.", response: '{"error":"database connection pool exhausted"}' },
  { status: 500, error: "It answered with status 500.", response: '{"error":"database connection pool exhausted"}' },
  {
    status: 502,
    error: "It answered with status 502.",
    response: "<html>\n<head><title>502 Bad Gateway</title></head>\n<body>\n<center><h1>502 Bad Gateway</h1></center>\n</body>\n</html>\n",
  },
  { status: null, error: "The server didn't answer in time.", response: null },
];
