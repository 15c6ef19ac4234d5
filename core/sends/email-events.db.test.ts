import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { FeedEvent } from "@/contract/event-feed";
import type { EventType } from "@/contract/event-types";
import { queryRows } from "@/db/query";
import { insertLeads, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createSend, deliverEmails, getDeliveriesByEmail } from "@/tests/harness/sends";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "../context";
import { recordReport } from "../email-reports/record";
import { readFeed } from "../events/feed";
import { listEvents } from "../events/list";
import { newEventId, recordEvent } from "../events/record-event";
import { deleteLead } from "../leads/delete";
import { listLeadTimeline } from "../leads/timeline";
import { recordResults, takeDeliveries } from "./delivery-attempts";
import { retrySend } from "./resend";

const app = await createTestApp();

const emailTypes: EventType[] = ["email.delivered", "email.failed", "email.bounced", "email.complained"];

/** The events of emails, once no transaction is open. */
async function listEmailEvents(ctx: Context, amount: number): Promise<FeedEvent[]> {
  const read = async () => (await readFeed(ctx, { types: emailTypes })).items;
  await expect.poll(async () => (await read()).length).toBe(amount);
  return (await read()).map((event) => FeedEvent.parse(event));
}

const summarize = (events: readonly FeedEvent[]) =>
  events.map(({ type, data }) => [type, "email" in data ? data.email : null, (data.change as { reason?: string }).reason ?? null]);

const bounceReport = (email: string, reason: "bounced" | "complained", messageId: string | null, id = uniqueEmail()) => ({
  id,
  recipients: [{ reason, email, messageId, detail: `smtp; 550 5.1.1 <${email}>: no such user` }],
});

/** Attempts the emails of a send, the first with the first result. */
async function attempt(
  ctx: Context,
  id: string,
  results: readonly ["sent" | "failed" | "bounced" | "retrying" | "saved_to_file", string?][],
) {
  const deliveries = [...(await getDeliveriesByEmail(ctx, id)).values()];
  await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: deliveries.map((delivery) => delivery.id) });
  await recordResults(
    ctx,
    { attempt: 1 },
    results.map(([status, error = ""], index) => ({ id: deliveries[index]?.id ?? "", status, error })),
  );
  return deliveries;
}

test("each email that was delivered, failed or bounced has an event with its IDs, and without the server's words", async () => {
  const { ctx } = await insertProject(app.ctx);
  const { id } = await createSend(ctx, await insertLeads(ctx, 6));
  const deliveries = await attempt(ctx, id, [
    ["sent"],
    ["failed", "554-5.7.1 <ada@example.org>: 192.0.2.1 is refused"],
    ["bounced", "550 5.1.1 <grace@example.org> unknown"],
    ["retrying", "451 later"],
    ["saved_to_file"],
    ["failed", "The email couldn't be rendered."],
  ]);
  const events = await listEmailEvents(ctx, 4);
  const of = (index: number) => deliveries[index]?.email;
  expect(summarize(events).sort()).toEqual([
    ["email.bounced", of(2), "550 5.1.1"],
    ["email.delivered", of(0), null],
    ["email.failed", of(1), "554 5.7.1"],
    ["email.failed", of(5), null],
  ]);
  const delivered = events.find(({ type }) => type === "email.delivered");
  expect(delivered?.data.change).toEqual({ delivery: deliveries[0]?.id, send: id, kind: "code" });
  const stored = await queryRows<{ data: object }>(
    app.db,
    sql`select data from events where project_id = ${ctx.projectId} and kind like 'email.%'`,
  );
  expect(JSON.stringify(stored)).not.toMatch(/@|192\.0|unknown/);
});

test("an email that failed and is retried has both events, and a result that isn't saved has none", async () => {
  const { ctx } = await insertProject(app.ctx);
  const [email = ""] = await insertLeads(ctx, 1);
  const { id } = await createSend(ctx, [email]);
  await expect(
    inTransaction(ctx, async (inner) => {
      await deliverEmails(inner, "failed");
      throw new Error("The worker died");
    }),
  ).rejects.toThrow("The worker died");
  await deliverEmails(ctx, "failed");
  await retrySend(ctx, id, {});
  await deliverEmails(ctx, "sent");
  // A late result of another worker changes nothing.
  const [delivery] = (await getDeliveriesByEmail(ctx, id)).values();
  await recordResults(ctx, { attempt: 2 }, [{ id: delivery?.id ?? "", status: "sent" }]);
  expect(summarize(await listEmailEvents(ctx, 2)).map(([type]) => type)).toEqual(["email.failed", "email.delivered"]);
});

test("a report of a bounce or complaint is an event about the lead, once, also without a known email", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 3);
  const [bounced = "", complained = "", unknown = ""] = emails;
  const { id } = await createSend(ctx, [bounced, complained]);
  await deliverEmails(ctx, "sent");
  const deliveries = await getDeliveriesByEmail(ctx, id);
  const messageId = (email: string) => `<${deliveries.get(email)?.id}@codes.example.org>`;
  const report = bounceReport(bounced, "bounced", messageId(bounced));
  for (const each of [report, report, { ...report, id: "another" }]) await recordReport(ctx, "dsn", each);
  await recordReport(ctx, "dsn", bounceReport(complained, "complained", messageId(complained)));
  await recordReport(ctx, "dsn", bounceReport(unknown, "complained", null));
  await recordReport(ctx, "dsn", bounceReport("stranger@example.org", "complained", null));
  const events = (await listEmailEvents(ctx, 5)).filter(({ type }) => type !== "email.delivered");
  expect(events.map(({ type, data }) => [type, "email" in data && data.email, data.change])).toEqual([
    ["email.bounced", bounced, { delivery: deliveries.get(bounced)?.id, send: id, kind: "code", reason: "5.1.1" }],
    ["email.complained", complained, { delivery: deliveries.get(complained)?.id, send: id, kind: "code" }],
    ["email.complained", unknown, {}],
  ]);
});

test("the events of a lead who was deleted don't name them", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 1);
  await createSend(ctx, emails);
  await deliverEmails(ctx, "bounced");
  await deleteLead(ctx, emails[0] ?? "");
  const [event] = await listEmailEvents(ctx, 1);
  expect(event?.data).toEqual({ id: null, deleted: true, change: expect.objectContaining({ kind: "code" }) });
  expect(JSON.stringify(event)).not.toContain(emails[0]);
});

test("emails that were delivered are in the activity only if it is filtered by their kind or a lead, also if there are many", async () => {
  const { ctx } = await insertProject(app.ctx);
  const [email = ""] = await insertLeads(ctx, 1);
  await recordEvent(ctx, { kind: "code.paused" });
  await createSend(ctx, [email]);
  await deliverEmails(ctx, "sent");
  const amount = size(5000, 100_000);
  await ctx.db.execute(sql`insert into events (project_id, id, kind, actor_kind, email)
    select ${ctx.projectId}::int, ${newEventId(sql`n`)}, 'email.delivered', 'system', 'ada@example.org' from generate_series(1, ${amount}::int) as n`);
  const listKinds = async (query: Parameters<typeof listEvents>[1]) => (await collectAll(listEvents(ctx, query))).map(({ kind }) => kind);
  expect(await listKinds({ limit: 50, count: "capped" })).toEqual(["code.sent", "code.paused"]);
  expect(await listKinds({ by: "system", limit: 50, count: "capped" })).toEqual([]);
  expect(await listKinds({ kind: ["email.delivered"], limit: 2 })).toEqual(["email.delivered", "email.delivered"]);
  expect(await listKinds({ email })).toEqual(["email.delivered"]);
  const timeline = await collectAll(listLeadTimeline(ctx, email, {}));
  expect(timeline.map(({ kind }) => kind)).toEqual(["delivery"]);
});
