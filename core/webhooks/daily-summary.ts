import { sql } from "drizzle-orm";
import type { EventKind } from "@/contract/events";
import { isChat } from "@/contract/webhook-targets";
import { queryRows } from "@/db/query";
import { currentTime } from "@/lib/clock";
import { addDays, formatLocalMinute, localDate, startOfDay } from "@/lib/dates";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import type { Context } from "../context";
import { countEvents, eventConditions } from "../events/list";
import { getProject } from "../projects/record";
import { fetchTotal } from "../sql";
import { attemptDelivery } from "./attempt";
import { dailySummary } from "./chat";
import { ofProject, type WebhookRow } from "./record";
import { receiverOf } from "./target";

/** The hours of the day from which and until which summaries are sent, in the project's time zone. */
const summaryHours = { from: "08", until: "12" } as const;

async function countDay(ctx: Context, day: string, timeZone: string) {
  const query = { since: startOfDay(day, timeZone), until: startOfDay(addDays(day, 1), timeZone) };
  const count = (kind: EventKind[]) =>
    fetchTotal(ctx.db, countEvents({ conditions: eventConditions(ctx, { ...query, kind }), filter: { ...query, kind } }));
  return {
    date: day,
    signUps: await count(["lead.created"]),
    claims: await count(["code.claimed"]),
    failedEmails: await count(["email.failed", "email.bounced"]),
  };
}

/** Sends the summary of yesterday to the chats that want it, in the morning. Those that couldn't be sent are tried again by the next call, until noon. */
export async function sendDailySummaries(ctx: Context): Promise<void> {
  const { timeZone } = await getProject(ctx);
  const now = new Date(currentTime());
  const hour = formatLocalMinute(timeZone, now).slice(11, 13);
  if (hour < summaryHours.from || hour >= summaryHours.until) return;
  const day = addDays(localDate(timeZone, now), -1);
  const isDue = sql`${ofProject(ctx)} and w.status = 'active' and w.daily_summary and w.summarized_day is distinct from ${day}`;
  const webhooks = await queryRows<WebhookRow>(ctx.db, sql`select w.* from webhooks w where ${isDue}`);
  if (webhooks.length === 0) return;
  const counts = await countDay(ctx, day, timeZone);
  for (const webhook of webhooks) {
    const { id, format, url, chat_texts: texts } = webhook;
    if (!isChat(format)) continue;
    const setDay = (value: string | null) =>
      sql`update webhooks w set summarized_day = ${value}::text where w.project_id = ${ctx.projectId} and w.id = ${id}::uuid`;
    // Before it is sent, so that only one worker does.
    const [mine] = await queryRows(ctx.db, sql`${setDay(day)} and ${isDue} returning w.id`);
    if (!mine) continue;
    const payload = dailySummary({ format, url }, counts, { texts, appUrl: env().APP_URL });
    const { outcome } = await attemptDelivery(receiverOf(webhook), { id: newId(), payload });
    if (outcome !== "delivered") await ctx.db.execute(setDay(null));
  }
}

/** Returns the projects with a chat that wants summaries. */
export const listProjectsWithSummaries = (db: Context["db"]): Promise<{ project_id: number }[]> =>
  queryRows(db, sql`select distinct project_id from webhooks where status = 'active' and deleted_at is null and daily_summary`);
