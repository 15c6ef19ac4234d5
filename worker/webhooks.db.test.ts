import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, describe, expect, test } from "vitest";
import { exampleCode } from "@/contract/codes";
import type { FeedEvent } from "@/contract/event-feed";
import { exampleLead } from "@/contract/leads";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import type { Context } from "@/core/context";
import { readFeed } from "@/core/events/feed";
import { recordEvents } from "@/core/events/record-event";
import { confirmEmailChange, getEmailChangeNotice, requestEmailChange } from "@/core/leads/change-email";
import { deleteLead } from "@/core/leads/delete";
import { updateLead } from "@/core/leads/update";
import { deleteOldDeliveries, getWebhookDelivery, listWebhookDeliveries, retryWebhookDelivery } from "@/core/webhooks/deliveries";
import { constructEvent } from "@/core/webhooks/original-format";
import { getWebhook, shownUrl } from "@/core/webhooks/record";
import { recoverWebhook } from "@/core/webhooks/recover";
import { createWebhook, deleteWebhook, pauseWebhook, resumeWebhook, rotateWebhookSecret, updateWebhook } from "@/core/webhooks/settings";
import { testWebhook } from "@/core/webhooks/test-webhook";
import { changeRows, queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { isHeavy } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type Answer, startReceiver, stopReceivers } from "@/tests/harness/webhook-receiver";
import { startWorker, waitUntil } from "@/tests/harness/worker";

const { ctx: appCtx, db, url } = await createTestApp();
const worker = await startWorker({ url, pollingSeconds: 0.5 });
afterAll(stopReceivers);

async function pauseCodes(ctx: Context, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, n) => ({
    kind: "code.paused" as const,
    code: { key: `code${n % 7}`, text: `code-${n % 7}` },
    data: { n },
  }));
  await recordEvents(ctx, events);
  await waitForFeed(ctx);
}

async function changeEmail(ctx: Context, email: string, newEmail: string): Promise<void> {
  await requestEmailChange(ctx, { email, newEmail });
  const [change] = await queryRows<{ id: string }>(db, sql`select id from email_changes where new_email = ${newEmail}`);
  const notice = await getEmailChangeNotice(ctx, change?.id ?? "");
  await confirmEmailChange(ctx, new URL(notice?.link ?? "").searchParams.get("token") ?? "");
}

const makeDue = (id: string) =>
  changeRows(db, sql`update webhook_deliveries set next_attempt_at = now() where webhook_id = ${id}::uuid and status = 'pending'`);

const statusesOf = async (id: string) =>
  Object.fromEntries(
    (
      await queryRows<{ status: string; count: number }>(
        db,
        sql`select status, count(*)::int as count from webhook_deliveries where webhook_id = ${id}::uuid group by status`,
      )
    ).map(({ status, count }) => [status, count]),
  );

test("a claim arrives as the feed has it, signed for both libraries", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { id, secret } = await createWebhook(ctx, { url: receiver.url, events: ["code.claimed"] });
  const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
  await claimCode(ctx, { code: normalizeCode(code), email });
  await waitUntil("the event arrives", () => receiver.requests.length > 0);
  const { items } = await readFeed(ctx, { types: ["code.claimed"] });
  expect(receiver.events()).toEqual(JSON.parse(JSON.stringify(items)));
  const [{ headers, body }] = receiver.requests as [(typeof receiver.requests)[number]];
  expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": items[0]?.id });
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(receiver.events()[0]);
  new SvixWebhook(secret).verify(body, headers as Record<string, string>);
  expect(() => new SvixWebhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
  await waitUntil("it is saved", async () => (await statusesOf(id)).delivered === 1);
  expect(await getWebhookDelivery(ctx, id, items[0]?.id ?? "")).toMatchObject({
    email,
    status: "delivered",
    payload: body,
    attempts: [{ status: 200, error: null, response: "ok" }],
  });
  expect(await getWebhook(ctx, id)).toMatchObject({
    waiting: 0,
    missed: null,
    last24Hours: { delivered: 1, failed: 0 },
    failingSince: null,
  });
});

test("events arrive in the order of each code", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => void setTimeout(() => response.end(), Math.random() * 20));
  await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 700);
  await waitUntil("all arrive", () => receiver.requests.length === 700);
  for (const [, events] of Map.groupBy(receiver.events(), ({ data }) => (data as { change: { n: number } }).change.n % 7)) {
    const sequences = events.map(({ sequence }: FeedEvent) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  }
  expect(new Set(receiver.ids()).size).toBe(700);
});

test("an attempt that failed is repeated with the same ID, a new time and a new signature", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(500).end("not now"));
  const { id, secret } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 1);
  await waitUntil("it fails", async () => (await getWebhook(ctx, id)).failingSince !== null);
  const [waiting] = await queryRows<{ seconds: number }>(
    db,
    sql`select extract(epoch from next_attempt_at - now())::float as seconds from webhook_deliveries where webhook_id = ${id}::uuid`,
  );
  expect(waiting?.seconds).toBeGreaterThan(2);
  expect(waiting?.seconds).toBeLessThan(6);
  receiver.answer = (response) => response.end("now");
  await sleep(1100);
  await makeDue(id);
  await waitUntil("it succeeds", async () => (await statusesOf(id)).delivered === 1);
  const [first, second] = receiver.requests.map(({ headers }) => headers);
  expect(second?.["webhook-id"]).toBe(first?.["webhook-id"]);
  expect(Number(second?.["webhook-timestamp"])).toBeGreaterThan(Number(first?.["webhook-timestamp"]));
  for (const { body, headers } of receiver.requests) new Webhook(secret).verify(body, headers as Record<string, string>);
  const delivery = await getWebhookDelivery(ctx, id, String(first?.["webhook-id"]));
  expect(delivery.attempts).toMatchObject([
    { status: 500, error: "It answered with status 500.", response: "not now" },
    { status: 200, error: null, response: "now" },
  ]);
  expect(await getWebhook(ctx, id)).toMatchObject({ failingSince: null, lastFailure: { status: 500, response: null } });
});

test.skipIf(!isHeavy)("an event is given up after the last attempt, and can be sent again", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(404).end());
  const { id } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 1);
  for (let attempt = 1; attempt <= 11; attempt++) {
    await waitUntil("an attempt", async () => {
      await makeDue(id);
      return receiver.requests.length >= attempt;
    });
  }
  await waitUntil("it is given up", async () => (await statusesOf(id)).failed === 1);
  expect(receiver.requests).toHaveLength(11);
  receiver.answer = (response) => response.end();
  await retryWebhookDelivery(ctx, id, String(receiver.ids()[0]));
  await waitUntil("it is delivered", async () => (await statusesOf(id)).delivered === 1);
  expect(new Set(receiver.ids()).size).toBe(1);
});

test("a webhook that says it is gone is disabled, and the owners are told", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  const { id } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 3);
  await waitUntil("it is disabled", async () => (await getWebhook(ctx, id)).status === "disabled");
  expect(await getWebhook(ctx, id)).toMatchObject({ stopReason: "gone" });
  await waitForFeed(ctx);
  const { items } = await readFeed(ctx, { types: ["webhook.disabled"] });
  expect(items).toMatchObject([{ data: { change: { webhook: id, reason: "gone" } } }]);
  const attempts = receiver.requests.length;
  await pauseCodes(ctx, 2);
  await sleep(1000);
  expect(receiver.requests).toHaveLength(attempts);
});

test("a webhook that said it is gone gets the events that it said so to when it is resumed, unless they are skipped", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(410).end());
  const { id } = await createWebhook(ctx, { url: receiver.url, events: ["code.paused"] });
  const disable = async () => {
    await pauseCodes(ctx, 3);
    await waitUntil("it is disabled", async () => (await getWebhook(ctx, id)).status === "disabled");
  };
  await disable();
  expect((await updateWebhook(ctx, id, { description: "Moved" })).missed).toBe(3);
  receiver.answer = (response) => response.end();
  await resumeWebhook(ctx, id, { missed: "send" });
  await waitUntil("all arrive", async () => (await statusesOf(id)).delivered === 3);
  expect((await statusesOf(id)).failed).toBeUndefined();
  receiver.answer = (response) => response.writeHead(410).end();
  await disable();
  await resumeWebhook(ctx, id, { missed: "skip" });
  receiver.answer = (response) => response.end();
  await pauseWebhook(ctx, id);
  await resumeWebhook(ctx, id, { missed: "send" });
  await pauseCodes(ctx, 1);
  await waitUntil("the next one arrives", async () => (await statusesOf(id)).delivered === 4);
  expect((await statusesOf(id)).failed).toBeUndefined();
});

test("resuming a webhook doesn't send what was given up while it failed", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(500).end());
  const { id } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 1);
  await waitUntil("it fails", async () => (await getWebhook(ctx, id)).failingSince !== null);
  await db.execute(sql`update webhook_deliveries set status = 'failed', next_attempt_at = null where webhook_id = ${id}::uuid`);
  await db.execute(sql`update webhooks set status = 'disabled', stop_reason = 'failing' where id = ${id}::uuid`);
  await resumeWebhook(ctx, id, { missed: "send" });
  expect(await statusesOf(id)).toEqual({ failed: 1 });
});

test("a sample says that it is one, and events don't", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { id } = await createWebhook(ctx, { url: receiver.url });
  for (const type of ["code.claimed", "code.deleted", "lead.deleted"] as const) await testWebhook(ctx, id, type);
  await pauseCodes(ctx, 1);
  await waitUntil("all arrive", () => receiver.requests.length === 4);
  const [claimed, code, lead, paused] = receiver.events();
  expect([claimed, code, lead].map((event) => event?.test)).toEqual([true, true, true]);
  expect(paused).not.toHaveProperty("test");
  expect(code?.data).toEqual({ id: exampleCode.id, code: exampleCode.code, deleted: true, change: { id: exampleCode.id, bin: true } });
  expect(lead?.data).toEqual({ id: exampleLead.id, deleted: true, change: { id: exampleLead.id, bin: true } });
});

test("a webhook that asks for fewer requests gets none until then", async () => {
  const { ctx } = await insertProject(appCtx);
  let answers = 0;
  const receiver = await startReceiver((response) =>
    answers++ === 0 ? response.writeHead(429, { "retry-after": "3" }).end() : response.end(),
  );
  const { id } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 1);
  await waitUntil("it is slowed down", async () => (await getWebhook(ctx, id)).slowUntil !== null);
  await pauseCodes(ctx, 5);
  await makeDue(id);
  await waitUntil("all arrive", async () => (await statusesOf(id)).delivered === 6);
  const [first, second] = receiver.requests;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(2900);
});

/** Waits until the worker has noticed that a webhook is paused. */
const untilNoticed = () => new Promise((resolve) => setTimeout(resolve, 1500));

describe("a paused webhook", () => {
  test("gets what it missed when it is resumed", async () => {
    const { ctx } = await insertProject(appCtx);
    const receiver = await startReceiver();
    const { id } = await createWebhook(ctx, { url: receiver.url });
    await pauseWebhook(ctx, id);
    await untilNoticed();
    await pauseCodes(ctx, 4);
    expect(await getWebhook(ctx, id)).toMatchObject({ status: "paused", missed: 4 });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(receiver.requests).toHaveLength(0);
    await resumeWebhook(ctx, id, { missed: "send" });
    await waitUntil("all arrive", () => receiver.requests.length === 4);
  });

  test("gets only what is new if the rest is skipped", async () => {
    const { ctx } = await insertProject(appCtx);
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const { id } = await createWebhook(ctx, { url: receiver.url });
    await pauseCodes(ctx, 1);
    await waitUntil("it fails", async () => (await getWebhook(ctx, id)).failingSince !== null);
    await pauseWebhook(ctx, id);
    await untilNoticed();
    await pauseCodes(ctx, 3);
    receiver.answer = (response) => response.end();
    await resumeWebhook(ctx, id, { missed: "skip" });
    await pauseCodes(ctx, 2);
    await waitUntil("the new ones arrive", async () => (await statusesOf(id)).delivered === 2);
    expect(await statusesOf(id)).toEqual({ canceled: 1, delivered: 2 });
    expect(receiver.requests).toHaveLength(3);
  });
});

test("requests are signed with the old secret too until it ends", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { id, secret } = await createWebhook(ctx, { url: receiver.url });
  const { secret: next } = await rotateWebhookSecret(ctx, id, false);
  const verifies = (key: string) => {
    const { body, headers } = receiver.requests.at(-1) as (typeof receiver.requests)[number];
    try {
      new Webhook(key).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  await waitUntil("the worker knows the secret", async () => {
    const before = receiver.requests.length;
    await pauseCodes(ctx, 1);
    await waitUntil("it arrives", () => receiver.requests.length > before);
    return verifies(next);
  });
  expect(verifies(secret)).toBe(true);
  const { secret: last } = await rotateWebhookSecret(ctx, id, true);
  await waitUntil("the worker knows the secret", async () => {
    const before = receiver.requests.length;
    await pauseCodes(ctx, 1);
    await waitUntil("it arrives", () => receiver.requests.length > before);
    return verifies(last);
  });
  expect([verifies(secret), verifies(next)]).toEqual([false, false]);
});

test("deleting a lead erases them in payloads and responses, and what still waits is sent without them", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response, { body }) => response.writeHead(500).end(body));
  const { id } = await createWebhook(ctx, { url: receiver.url, events: ["code.claimed"] });
  const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
  await claimCode(ctx, { code: normalizeCode(code), email });
  await waitUntil("it fails", async () => (await getWebhook(ctx, id)).failingSince !== null);
  const event = String(receiver.ids()[0]);
  expect((await getWebhookDelivery(ctx, id, event)).payload).toContain(email);
  await deleteLead(ctx, email);
  const [row] = await queryRows<{ row: string }>(db, sql`select d::text as row from webhook_deliveries d where d.webhook_id = ${id}::uuid`);
  expect(row?.row).not.toContain(email);
  receiver.answer = (response) => response.end();
  await makeDue(id);
  await waitUntil("it is delivered", async () => (await statusesOf(id)).delivered === 1);
  expect(receiver.requests.at(-1)?.body).not.toContain(email);
  expect(await listWebhookDeliveries(ctx, { webhook: id, limit: 10 })).toMatchObject({ page: [{ email: null }] });
});

describe("what is sent while a lead is", () => {
  const claimed = async (answer: (response: ServerResponse, ctx: Context, email: string) => Promise<void>) => {
    const { ctx } = await insertProject(appCtx);
    const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
    // Answers with what it got, as servers do that explain an error.
    const receiver = await startReceiver((response, { body }) => void answer(response, ctx, email).finally(() => response.end(body)));
    const { id } = await createWebhook(ctx, { url: receiver.url, events: ["code.claimed"] });
    await claimCode(ctx, { code: normalizeCode(code), email });
    return { ctx, id, email, receiver };
  };
  const storedText = async (id: string) =>
    (await queryRows<{ text: string }>(db, sql`select d::text as text from webhook_deliveries d where d.webhook_id = ${id}::uuid`))
      .map(({ text }) => text)
      .join();

  test("deleted is saved without them", async () => {
    const { id, email, receiver } = await claimed((_, ctx, email) => deleteLead(ctx, email).then(() => {}));
    await waitUntil("it is saved", async () => (await statusesOf(id)).delivered === 1);
    expect(receiver.requests[0]?.body).toContain(email);
    expect(await storedText(id)).not.toContain(email);
  });

  test("deleted is saved without them, also by a later attempt", async () => {
    let attempts = 0;
    const { id, email, receiver } = await claimed(async (response, ctx, email) => {
      if (attempts++ === 0) response.writeHead(500);
      else await deleteLead(ctx, email);
    });
    await waitUntil("it fails", async () => (await statusesOf(id)).pending === 1);
    await makeDue(id);
    await waitUntil("it is saved", async () => (await statusesOf(id)).delivered === 1);
    expect(receiver.requests[1]?.body).toContain(email);
    expect(await storedText(id)).not.toContain(email);
  });

  test("renamed is saved so that a deletion finds it", async () => {
    const newEmail = uniqueEmail();
    const { ctx, id, email } = await claimed((_, ctx, email) => changeEmail(ctx, email, newEmail));
    await waitUntil("it is saved", async () => (await statusesOf(id)).delivered === 1);
    await deleteLead(ctx, newEmail);
    expect(await storedText(id)).not.toContain(email);
    expect(await storedText(id)).not.toContain(newEmail);
  });

  test("here, and renamed later, is found by both", async () => {
    const newEmail = uniqueEmail();
    const { ctx, id, email } = await claimed(async () => {});
    await waitUntil("it is saved", async () => (await statusesOf(id)).delivered === 1);
    await changeEmail(ctx, email, newEmail);
    expect(await listWebhookDeliveries(ctx, { email: newEmail, limit: 10 })).toMatchObject({ page: [{ webhook: id }] });
    await deleteLead(ctx, newEmail);
    expect(await storedText(id)).not.toContain(email);
    expect(await storedText(id)).not.toContain(newEmail);
  });
});

test("a lead's deletion arrives after the events before it", async () => {
  const { ctx } = await insertProject(appCtx);
  const email = await insertLead(ctx);
  const receiver = await startReceiver((response, { event }) => {
    if (event.type !== "lead.updated") return void response.end();
    void deleteLead(ctx, email).then(() => setTimeout(() => response.end(), 1500));
  });
  await createWebhook(ctx, { url: receiver.url, events: ["lead.updated", "lead.deleted"] });
  await updateLead(ctx, email, { notes: "Met at the fair." });
  await waitUntil("both arrive", () => receiver.requests.length === 2);
  const [first, second] = receiver.requests;
  expect([first, second]).toMatchObject([{ event: { type: "lead.updated" } }, { event: { type: "lead.deleted" } }]);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1400);
});

test("a webhook that is permanently deleted while a request runs ends, and the others continue", async () => {
  const { ctx } = await insertProject(appCtx);
  const answers: ServerResponse[] = [];
  const [slow, normal] = [await startReceiver((response) => void answers.push(response)), await startReceiver()];
  const { id } = await createWebhook(ctx, { url: slow.url });
  await pauseCodes(ctx, 1);
  await waitUntil("the request runs", () => answers.length === 1);
  await deleteWebhook(ctx, id);
  await deleteOldDeliveries(db);
  answers[0]?.end();
  await createWebhook(ctx, { url: normal.url });
  await pauseCodes(ctx, 1);
  await waitUntil("the other gets its event", () => normal.requests.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(worker.logLines().filter((line) => line.includes(id))).toEqual([]);
});

test("a webhook that is permanently deleted while it answers a test isn't found", async () => {
  const { ctx } = await insertProject(appCtx);
  const answers: ServerResponse[] = [];
  const receiver = await startReceiver((response) => void answers.push(response));
  const { id } = await createWebhook(ctx, { url: receiver.url });
  const result = getErrorName(testWebhook(ctx, id, "code.claimed"));
  await waitUntil("the request runs", () => answers.length === 1);
  await deleteWebhook(ctx, id);
  await deleteOldDeliveries(db);
  answers[0]?.end();
  expect(await result).toBe("webhook_not_found");
});

test("a webhook in the original format gets the ID of the event and the secret in its header", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { secret } = await createWebhook(ctx, { url: receiver.url, original: true });
  const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
  await pauseCodes(ctx, 1);
  await claimCode(ctx, { code: normalizeCode(code), email });
  await waitUntil("the event arrives", () => receiver.requests.length > 0);
  const [{ body, headers }] = receiver.requests as [(typeof receiver.requests)[number]];
  expect(headers["lancero-signature"]).toBe(secret);
  expect(await constructEvent(ctx, JSON.parse(body).event)).toMatchObject({
    event: "CODE_CLAIM",
    data: { lead: { email }, code: { code } },
  });
  await waitUntil("everything is read", async () => receiver.requests.length === 1);
});

test("a webhook gets only events that match its filter, and those whose record is gone", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  await createWebhook(ctx, { url: receiver.url, events: ["lead.updated", "lead.deleted", "code.claimed"], filter: { tag: "vip" } });
  const [vip, other] = [await insertLead(ctx, { tags: ["vip"] }), await insertLead(ctx)];
  for (const email of [vip, other]) await updateLead(ctx, email, { notes: "Met at the fair." });
  await waitUntil("the first arrives", () => receiver.requests.length === 1);
  await deleteLead(ctx, other);
  await waitUntil("both arrive", () => receiver.requests.length === 2);
  expect(receiver.events()).toMatchObject([
    { type: "lead.updated", data: { email: vip, tags: ["vip"] } },
    { type: "lead.deleted", data: { deleted: true } },
  ]);
});

test("recovering sends what failed, or also what was never sent, once", async () => {
  const { ctx } = await insertProject(appCtx);
  await pauseCodes(ctx, 3);
  // A new webhook also gets what was written since the oldest transaction began that is open then, such as one of the worker.
  await sleep(2000);
  const receiver = await startReceiver();
  const { id } = await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 2);
  await waitUntil("the new ones arrive", async () => (await statusesOf(id)).delivered === 2);
  await db.execute(sql`update webhook_deliveries set status = 'failed' where event_id = ${receiver.ids()[0] ?? ""}`);
  const since = new Date(Date.now() - 600_000).toISOString();
  await recoverWebhook(ctx, id, { since });
  await waitUntil("the failed one arrives", async () => (await statusesOf(id)).delivered === 2);
  expect(receiver.requests).toHaveLength(3);
  await recoverWebhook(ctx, id, { since, status: "missing" });
  // The webhook isn't told that it was created, which is no event about a record.
  await waitUntil("the earlier ones arrive", async () => (await statusesOf(id)).delivered === 5);
  expect(new Set(receiver.ids()).size).toBe(5);
  expect(receiver.requests).toHaveLength(6);
  await recoverWebhook(ctx, id, { since, status: "all" });
  await waitUntil("all arrive again", () => receiver.requests.length === 11);
  expect(new Set(receiver.ids()).size).toBe(5);
});

test.runIf(isHeavy)("deliveries to a webhook that doesn't answer wait, while others continue", { timeout: 60_000 }, async () => {
  const { ctx } = await insertProject(appCtx);
  const [hanging, closing, redirecting, huge, normal] = await Promise.all([
    startReceiver(() => {}),
    startReceiver((_, __, socket) => socket.destroy()),
    startReceiver((response) => response.writeHead(302, { location: "https://example.org/" }).end()),
    startReceiver((response) => response.end("x".repeat(1_000_000))),
    startReceiver(),
  ]);
  const ids: string[] = [];
  for (const { url: target } of [hanging, closing, redirecting, huge, normal]) ids.push((await createWebhook(ctx, { url: target })).id);
  await pauseCodes(ctx, 20);
  await waitUntil("the normal one has all", () => normal.requests.length === 20, 10_000);
  await waitUntil("the huge one has all", async () => (await statusesOf(ids[3] ?? "")).delivered === 20);
  await waitUntil("the hanging one times out", async () => (await getWebhook(ctx, ids[0] ?? "")).lastFailure !== null, 30_000);
  const failures = await Promise.all(ids.slice(0, 3).map(async (id) => (await getWebhook(ctx, id)).lastFailure?.error));
  expect(failures).toEqual([
    "The server didn't answer in time.",
    "The server closed the connection without an answer.",
    "It redirected, which isn't followed. Use the URL that it redirects to.",
  ]);
  const { page } = (await listWebhookDeliveries(ctx, { webhook: ids[3], limit: 1 })) as { page: { attempts: { response: string }[] }[] };
  expect(page[0]?.attempts[0]?.response).toHaveLength(4096);
});

test.skipIf(!isHeavy)("webhooks to which nothing happens hardly use the database", async () => {
  // Without those of the other tests.
  await db.execute(sql`update webhooks set status = 'paused'`);
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  for (let n = 0; n < 5; n++) await createWebhook(ctx, { url: receiver.url });
  await pauseCodes(ctx, 1);
  await waitUntil("all have it", () => receiver.requests.length === 5);
  const transactions = async () => {
    const [row] = await queryRows<{ count: number }>(
      db,
      sql`select xact_commit::int as count from pg_stat_database where datname = current_database()`,
    );
    return row?.count ?? 0;
  };
  const before = await transactions();
  await new Promise((resolve) => setTimeout(resolve, 5000));
  // Each lane looks every half second here, and every two seconds otherwise, with a few statements. Without a pause it would be 1000 a second.
  expect((await transactions()) - before).toBeLessThan(1500);
});

test("the path of a chat's URL and a query aren't shown, and what is shown keeps the URL", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { id, url: shown } = await createWebhook(ctx, { url: `${receiver.url}?token=secret` });
  expect(shown).toBe(`${receiver.url}?…`);
  expect(await updateWebhook(ctx, id, { url: shown, description: "Shop" })).toMatchObject({ url: shown, description: "Shop" });
  await pauseCodes(ctx, 1);
  await waitUntil("it arrives", () => receiver.requests.length === 1);
  const [row] = await queryRows<{ url: string }>(db, sql`select url from webhooks where id = ${id}::uuid`);
  expect(row?.url).toBe(`${receiver.url}?token=secret`);
  expect(shownUrl({ format: "slack", url: "https://hooks.slack.com/services/T0/B0/secret" })).toBe("https://hooks.slack.com/…");
  const slack = (secret: string) => ({ format: "slack" as const, url: `https://hooks.slack.com/services/T00000000/B00000000/${secret}` });
  expect(shownUrl(slack("l9hB2k0wRkq3vQ7t"))).toBe("https://hooks.slack.com/…vQ7t");
  await updateWebhook(ctx, id, { url: new URL(shown).href });
  for (const hidden of [shown.replace("/hooks", "/other"), `${receiver.url}/…`, `${receiver.url}?token=%E2%80%a6`])
    await expect(updateWebhook(ctx, id, { url: hidden })).rejects.toMatchObject({
      fields: { url: [expect.stringContaining("whole URL")] },
    });
  await expect(createWebhook(ctx, { url: shown })).rejects.toMatchObject({ errorName: "invalid_input" });
  expect(await queryRows(db, sql`select url from webhooks where project_id = ${ctx.projectId}`)).toEqual([row]);
});

test("the URL of a webhook is stored and shown as browsers write it", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver();
  const { id, url: shown } = await createWebhook(ctx, { url: receiver.url.replace("127.0.0.1", "2130706433") });
  expect(shown).toBe(receiver.url);
  expect(await updateWebhook(ctx, id, { url: receiver.url.replace("http://127.0.0.1", "HTTP://0x7f.1") })).toMatchObject({
    url: receiver.url,
  });
});

test("a webhook whose filter names what doesn't exist isn't saved", async () => {
  const { ctx } = await insertProject(appCtx);
  const { id } = await createWebhook(ctx, { url: (await startReceiver()).url });
  const [batch, wave] = ["019aa6c5-0000-7000-8000-000000000009", "019aa6c5-0000-7000-8000-000000000008"];
  const refused = { errorName: "invalid_input", fields: { "filter.batch": [expect.any(String)], "filter.wave": [expect.any(String)] } };
  await expect(createWebhook(ctx, { url: "http://127.0.0.1/", filter: { batch, wave } })).rejects.toMatchObject(refused);
  await expect(updateWebhook(ctx, id, { filter: { batch, wave } })).rejects.toMatchObject(refused);
  expect((await getWebhook(ctx, id)).filter).toEqual({});
});

test("what waits is written again when the format changes", async () => {
  const { ctx } = await insertProject(appCtx);
  const receiver = await startReceiver((response) => response.writeHead(500).end());
  const { id } = await createWebhook(ctx, { url: receiver.url, events: ["code.claimed"] });
  const [code, email] = [await insertCode(ctx), await insertLead(ctx)];
  await claimCode(ctx, { code: normalizeCode(code), email });
  await waitUntil("it fails", async () => (await getWebhook(ctx, id)).failingSince !== null);
  await updateWebhook(ctx, id, { original: true });
  receiver.answer = (response) => response.end();
  await makeDue(id);
  await waitUntil("it is delivered", async () => (await statusesOf(id)).delivered === 1);
  expect(receiver.requests.at(-1)?.body).toBe(JSON.stringify({ event: receiver.ids()[0] }));
});

test.runIf(isHeavy)(
  "nine webhooks get their events as soon as ever while the tenth hangs, fails or is slow",
  { timeout: 120_000 },
  async () => {
    const normal: Answer = (response) => void response.end();
    const tenths: Record<string, Answer> = {
      normal,
      hanging: () => {},
      failing: (response) => void response.writeHead(500).end(),
      slow: (response) => void setTimeout(() => response.end(), 2000),
    };
    const delays: Record<string, number> = {};
    for (const [name, tenth] of Object.entries(tenths)) {
      const { ctx } = await insertProject(appCtx);
      const receivers = await Promise.all(Array.from({ length: 9 }, () => startReceiver(normal)));
      for (const { url: target } of [await startReceiver(tenth), ...receivers]) await createWebhook(ctx, { url: target });
      const waits: number[] = [];
      for (let round = 1; round <= 10; round++) {
        await pauseCodes(ctx, 20);
        const committedAt = performance.now();
        await waitUntil("the others have the events", () => receivers.every(({ requests }) => requests.length >= round * 20));
        for (const { requests } of receivers) waits.push(...requests.slice(-20).map(({ at }) => at - committedAt));
      }
      // The first round waits until the worker has the webhooks.
      delays[name] = waits.slice(180).toSorted((a, b) => a - b)[Math.floor(0.95 * (waits.length - 180))] ?? 0;
    }
    const { normal: usual = 0, ...others } = delays;
    // If one waited for another, that would be 2 seconds and more for each.
    expect(Math.max(...Object.values(others)), JSON.stringify(delays)).toBeLessThan(2 * usual + 1500);
  },
);
