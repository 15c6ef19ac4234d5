import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { FeedEvent } from "@/contract/event-feed";
import { accountTypes, eventTypes } from "@/contract/event-types";
import { normalizeCode } from "@/contract/normalize";
import { openDatabase } from "@/db/client";
import { queryRows } from "@/db/query";
import { claimByNewLead } from "@/db/schema";
import { type Api, apiClient } from "@/tests/harness/api";
import {
  createCookie,
  insertApiKey,
  insertProject,
  insertStaff,
  type Project,
  revokeApiKey,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { importLeads } from "@/tests/harness/imports";
import { createTestApp } from "@/tests/harness/test-app";
import { ApiError } from "../api-error";
import { inTransaction } from "../context";
import { getLead } from "../leads/record";
import { eventSequence } from "./event-records";
import { readFeed, streamFeed } from "./feed";
import { kindsOfTypes } from "./public-type";
import { newEventId, recordEvent } from "./record-event";
import { waitForEvent } from "./wait";

const app = await createTestApp();

let project: Project;
let api: Api;

beforeAll(async () => {
  project = await insertProject(app.ctx);
  api = apiClient(project.secretKey);
});

type Read = { events: FeedEvent[]; cursor: string; hasMore: boolean };

async function read(query: Parameters<typeof readFeed>[1] = {}, { ctx } = project): Promise<Read> {
  const { items, fields } = await readFeed(ctx, query);
  const { cursor, hasMore } = fields as Pick<Read, "cursor" | "hasMore">;
  return { events: items.map((event) => FeedEvent.parse(event)), cursor, hasMore };
}

/** Returns the cursor after everything that was written. */
async function cursorNow(reader = project): Promise<string> {
  await waitForFeed(reader.ctx);
  return (await read({ after: "now" }, reader)).cursor;
}

/** Makes changes and returns their events, once no transaction is open. */
async function eventsOf(change: () => Promise<unknown>, types?: FeedEvent["type"][]): Promise<FeedEvent[]> {
  const cursor = await cursorNow();
  await change();
  await expect.poll(async () => (await read({ after: cursor, types })).events.length).toBeGreaterThan(0);
  await waitForFeed(project.ctx);
  return (await read({ after: cursor, types })).events;
}

const typesOf = (events: readonly FeedEvent[]) => events.map(({ type }) => type);

test("the event of a lead has the lead as GET returns it, and what changed", async () => {
  const email = uniqueEmail();
  const events = await eventsOf(async () => {
    await api.post("/leads/create", { email, firstname: "Ada" });
    await api.call("PATCH", `/leads/email/${email}`, { body: { lastname: "Lovelace" } });
    await api.call("PATCH", `/leads/email/${email}`, { body: { waitlist: true } });
  });
  expect(typesOf(events)).toEqual(["lead.created", "lead.updated", "lead.joined_waitlist"]);
  const lead = (await api.get(`/leads/email/${email}`)).data;
  expect(events.map(({ data }) => data)).toEqual([
    { ...lead, change: {} },
    { ...lead, change: { fields: ["lastname"] } },
    { ...lead, previous: { onWaitlist: false }, change: { fields: ["onWaitlist"], onWaitlist: true } },
  ]);
  const sequences = events.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(sequences).size).toBe(3);
});

test("the event of a lead names the code that changed with them, so that copies read both", async () => {
  const email = uniqueEmail();
  await api.post("/leads/create", { email });
  const [{ code: text }] = (await api.post("/codes/generate", { amount: 1 })).data;
  const events = await eventsOf(() => recordEvent(project.ctx, { kind: "lead.declined", email, code: { key: normalizeCode(text), text } }));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ["lead.declined", { ...(await api.get(`/leads/email/${email}`)).data, change: { code: text } }],
  ]);
});

test("the events of a code have the code, and who claimed it", async () => {
  const email = uniqueEmail();
  let code = "";
  const events = await eventsOf(async () => {
    code = (await api.post("/codes/generate", { amount: 1, allowedClaims: 2 })).data[0].code;
    await api.post("/codes/claim", { code, email });
    await api.call("PATCH", `/codes/${code}`, { body: { paused: true } });
    await api.call("PATCH", `/codes/${code}`, { body: { paused: false } });
    await api.call("PATCH", `/codes/${code}`, { body: { allowedClaims: 5 } });
    await api.call("PATCH", `/codes/${code}`, { body: { tags: ["vip"] } });
    await api.post("/claims/revoke", { code, email });
  });
  expect(typesOf(events).filter((type) => type !== "records.changed")).toEqual([
    ...["codes.generated", "lead.created", "code.claimed", "code.paused", "code.resumed", "code.extended", "code.updated", "claim.revoked"],
  ]);
  const [record] = (await api.post("/codes/lookup", { codes: [code] })).data;
  const dataOf = (type: FeedEvent["type"]) => events.find((event) => event.type === type)?.data;
  expect(dataOf("codes.generated")).toMatchObject({ id: record.batch.id, codeCount: 1, change: { amount: 1 } });
  expect(dataOf("lead.created")).toMatchObject({ email });
  expect(dataOf("code.claimed")).toEqual({ ...record, change: { email } });
  expect(dataOf("code.extended")).toEqual({ ...record, previous: { allowedClaims: 2 }, change: { allowedClaims: 5 } });
  expect(dataOf("claim.revoked")).toMatchObject({ id: record.id, change: { email } });
});

test("the events of sends, waves, imports and batches have their records", async () => {
  const emails = [uniqueEmail(), uniqueEmail()];
  await Promise.all(emails.map((email) => api.post("/leads/create", { email, waitlist: true })));
  const codes = (await api.post("/codes/generate", { amount: 2, allowedClaims: 9 })).data;
  const [{ code, batch }] = codes;
  const events = await eventsOf(async () => {
    await api.post("/codes/send", { code, emails });
    await api.post("/announcements", { emails, subject: "News", body: "Hello" });
    await api.post("/waves", { size: 1 });
    await importLeads(project.ctx, `email\n${uniqueEmail()}\n`);
    await api.call("PATCH", `/batches/${batch.id}`, { body: { name: "Renamed" } });
    await api.call("PATCH", `/batches/${batch.id}`, { body: { paused: true } });
    await api.post("/batches/bulk", { action: "delete", batches: [batch.id] });
  });
  const byType = Map.groupBy(events, ({ type }) => type);
  const dataOf = (type: FeedEvent["type"]) => byType.get(type)?.[0]?.data;
  expect(dataOf("code.sent")).toEqual({
    id: null,
    code,
    deleted: true,
    change: expect.objectContaining({ send: expect.any(String), notified: 2 }),
  });
  expect(dataOf("announcement.sent")).toMatchObject({ kind: "announcement" });
  expect(dataOf("wave.sent")).toMatchObject({ size: 1, invited: 1, change: { invited: 1 } });
  expect(dataOf("lead.invited")).toMatchObject({ kind: "invitation" });
  expect(dataOf("leads.imported")).toMatchObject({ kind: "leads", change: { created: 1 } });
  expect(dataOf("batch.deleted")).toMatchObject({ id: batch.id, deleted: true });
  expect(dataOf("batch.updated")).toMatchObject({ deleted: true });
  expect(dataOf("records.changed")).toMatchObject({ leads: expect.any(Array), codes: expect.any(Array) });
});

test("events of a lead who was deleted have only the ID, and those in the bin are restored with their record", async () => {
  const email = uniqueEmail();
  const { id } = (await api.post("/leads/create", { email, firstname: "Grace" })).data;
  const cursor = await cursorNow();
  await api.call("PATCH", `/leads/email/${email}`, { body: { addTags: ["secret"] } });
  await api.post("/leads/bulk", { action: "delete", emails: [email], bin: true });
  const events = async () => {
    await expect.poll(async () => (await read({ after: cursor, types: ["lead.deleted"] })).events.length).toBeGreaterThan(0);
    return (await read({ after: cursor })).events;
  };
  const deleted = await events();
  expect(typesOf(deleted)).toEqual(["lead.updated", "lead.deleted"]);
  expect(deleted[1]?.data).toEqual({ id, deleted: true, change: { id, bin: true } });
  for (const text of [email, "Grace", "secret"]) expect(JSON.stringify(deleted)).not.toContain(text);
  const [entry] = (await api.get(`/bin?q=${email}`)).data;
  await api.post("/bin/restore", { entries: [entry.id] });
  await expect.poll(async () => typesOf((await read({ after: cursor })).events)).toContain("lead.restored");
  const restored = (await read({ after: cursor })).events;
  expect(restored.find(({ type }) => type === "lead.restored")?.data).toMatchObject({ id, email, firstname: "Grace" });
  expect(restored.find(({ type }) => type === "lead.deleted")?.data).toEqual({ id, deleted: true, change: { id, bin: true } });
});

/** Reads all pages with few events on each. */
async function readAll(query: Parameters<typeof readFeed>[1], reader: Pick<Project, "ctx">): Promise<FeedEvent[]> {
  const events: FeedEvent[] = [];
  await waitForFeed(reader.ctx);
  for (let after = query.after, hasMore = true; hasMore; ) {
    const page = await read({ ...query, after }, { ...project, ...reader });
    events.push(...page.events);
    after = page.cursor;
    hasMore = page.hasMore;
  }
  return events;
}

test("a reader finds the events it follows behind many that it doesn't, such as claims by new leads", async () => {
  const { ctx } = await insertProject(app.ctx);
  const claims = (amount: number) =>
    ctx.db.execute(sql`insert into events (project_id, id, kind, actor_kind, email)
    select ${ctx.projectId}::int, ${newEventId(sql`n`)}, ${claimByNewLead}, 'public_key', 'ada@example.org' from generate_series(1, ${amount}::int) as n`);
  await claims(150);
  await recordEvent(ctx, { kind: "lead.moved", email: "ada@example.org" });
  await claims(20);
  await recordEvent(ctx, { kind: "lead.updated", email: "ada@example.org", data: { fields: ["onWaitlist"], onWaitlist: true } });
  await claims(1);
  for (const limit of [1, 2, 7, 100]) {
    expect(typesOf(await readAll({ types: ["lead.updated"], limit }, { ctx }))).toEqual(["lead.updated"]);
    expect(typesOf(await readAll({ types: ["lead.joined_waitlist"], limit }, { ctx }))).toEqual(["lead.joined_waitlist"]);
    for (const type of ["lead.created", "code.claimed"] as const)
      expect(await readAll({ types: [type], limit }, { ctx })).toHaveLength(171);
    const all = await readAll({ limit }, { ctx });
    expect([all.length, new Set(all.map(({ id }) => id)).size]).toEqual([344, 344]);
  }
});

test("the position of a reader passes events that it doesn't follow, so that it waits for others", async () => {
  const { ctx } = await insertProject(app.ctx);
  const reader = { ...project, ctx };
  const cursor = await cursorNow(reader);
  await recordEvent(ctx, { kind: "view.created" });
  await expect.poll(async () => (await read({ after: cursor }, reader)).cursor > cursor).toBe(true);
  await expect.poll(async () => waitForEvent(ctx, (await read({ after: cursor }, reader)).cursor, 500)).toBe(false);
  expect(await waitForEvent(ctx, cursor, 5000)).toBe(true);
});

test("a reader whose key is revoked while it waits gets nothing", async () => {
  const key = await insertApiKey(project.ctx, "secret_key", { scopes: ["events"] });
  const { beside } = await api.get("/events/feed?after=now");
  const waiting = apiClient(key).get(`/events/feed?after=${beside.cursor}&wait=20`);
  await sleep(100);
  await revokeApiKey(project.ctx.db, key);
  // Keys are kept in memory for a second.
  await sleep(1500);
  await recordEvent(project.ctx, { kind: "code.paused" });
  expect((await waiting).error).toBe("bad_key");
});

test("the events of a code that was deleted aren't those of another with its text, and new words keep them", async () => {
  const cursor = await cursorNow();
  const [{ code, id }] = (await api.post("/codes/generate", { amount: 1, type: "creative" })).data;
  await api.call("PATCH", `/codes/${code}`, { body: { tags: ["old"] } });
  const { code: words } = (await api.post(`/codes/${code}/new-words`)).data;
  const updates = () => readAll({ after: cursor, types: ["code.updated"] }, project);
  await expect.poll(async () => (await updates()).map(({ data }) => "id" in data && data.id)).toEqual([id, id]);
  await api.post("/codes/bulk", { action: "delete", codes: [words], bin: false });
  await sleep(5);
  expect((await api.post("/codes/generate", { code: words })).status).toBe(200);
  await expect
    .poll(updates)
    .toMatchObject([{ data: { id: null, code, deleted: true } }, { data: { id: null, code: words, deleted: true } }]);
});

test("a reader gets each event once, in pages of any size, with the types it asks for", async () => {
  const { ctx } = await insertProject(app.ctx);
  const kinds = ["code.paused", "list.exported", "code.resumed"] as const;
  for (let n = 0; n < 60; n++) await recordEvent(ctx, { kind: kinds[n % 3] ?? "code.paused", data: { n } });
  await waitForFeed(ctx);
  for (const limit of [1, 7, 40, 1000])
    for (const [types, expected] of [
      [undefined, 40],
      [["code.paused"], 20],
      [eventTypes, 40],
    ] as const) {
      const found: unknown[] = [];
      for (let after: string | undefined, hasMore = true; hasMore; ) {
        const page = await read({ after, limit, types: types && [...types] }, { ...project, ctx });
        expect(page.events.length).toBeLessThanOrEqual(limit);
        found.push(...page.events.map(({ data }) => (data.change as { n: number }).n));
        after = page.cursor;
        hasMore = page.hasMore;
      }
      expect(found).toHaveLength(expected);
      expect(found).toEqual([...new Set(found)].sort((a, b) => Number(a) - Number(b)));
    }
});

test("events about staff members and keys are read only by readers who ask for them", async () => {
  const cursor = await cursorNow();
  await recordEvent(project.ctx, { kind: "key.created", data: { name: "Feed" } });
  await expect.poll(async () => typesOf((await read({ after: cursor, types: ["key.created"] })).events)).toEqual(["key.created"]);
  expect((await read({ after: cursor })).events).toEqual([]);
  expect(kindsOfTypes(accountTypes)).toEqual(accountTypes);
});

test("a reader who waits gets an event within a second, and an answer without one when the time is over", async () => {
  const { ctx } = await insertProject(app.ctx);
  const reader = { ...project, ctx };
  const cursor = await cursorNow(reader);
  const waiting = read({ after: cursor, wait: 20 }, reader);
  await sleep(300);
  const written = performance.now();
  await recordEvent(ctx, { kind: "code.paused" });
  const { events, cursor: next } = await waiting;
  expect(typesOf(events)).toEqual(["code.paused"]);
  // Much less than the time to wait: the clock of the machine isn't what is tested.
  expect(performance.now() - written).toBeLessThan(10_000);
  expect(await read({ after: next, wait: 1 }, reader)).toMatchObject({ events: [], hasMore: false });
  expect((await read({ after: next }, reader)).events).toEqual([]);
});

test("a reader who waits gets the event of a transaction that ends late", async () => {
  const { ctx } = await insertProject(app.ctx);
  const reader = { ...project, ctx };
  const cursor = await cursorNow(reader);
  let waiting: Promise<Read> | undefined;
  await inTransaction(ctx, async (inner) => {
    await recordEvent(inner, { kind: "code.paused" });
    waiting = read({ after: cursor, wait: 20 }, reader);
    await recordEvent(ctx, { kind: "code.resumed" });
    await sleep(700);
  });
  const first = await waiting;
  const rest = first?.events.length === 2 ? [] : (await read({ after: first?.cursor, wait: 5 }, reader)).events;
  expect(typesOf([...(first?.events ?? []), ...rest])).toEqual(["code.paused", "code.resumed"]);
});

/** Reads a stream until its text has so many events, and closes it. */
async function readStream(stream: AsyncIterable<string>, amount: number): Promise<string> {
  let text = "";
  for await (const chunk of stream) {
    text += chunk;
    if (text.split("\nevent: ").length > amount) break;
  }
  return text;
}

test("a stream has each event once as it happens, continues after the last one, and ends", async () => {
  const { ctx } = await insertProject(app.ctx);
  const stream = streamFeed(ctx, {});
  const reading = readStream(stream, 2);
  await sleep(50);
  await recordEvent(ctx, { kind: "code.paused", data: { n: 1 } });
  await sleep(500);
  await recordEvent(ctx, { kind: "code.resumed", data: { n: 2 } });
  const text = await reading;
  const events = [...text.matchAll(/^id: (.+)\nevent: (.+)\ndata: (.+)\n\n/gm)].map(([, id, type, data]) => ({
    id,
    type,
    data: JSON.parse(data ?? ""),
  }));
  expect(events.map(({ type, data }) => [type, data.data.change.n])).toEqual([
    ["code.paused", 1],
    ["code.resumed", 2],
  ]);
  for (const { id, type, data } of events) expect(data).toMatchObject({ id, type });
  const rest = await readStream(streamFeed(ctx, { after: events[0]?.id }), 1);
  expect(rest).toContain(`id: ${events[1]?.id}\nevent: code.resumed\n`);
  expect(rest).not.toContain("code.paused");
  expect(await readStream(streamFeed(ctx, { after: events[1]?.id }, { seconds: 0.3 }), 1)).toMatch(
    /^retry: \d+\n(id: [0-9a-f-]{36}\n\n)+$/,
  );
});

test("a stream tells its reader how far it has read, also without an event that they follow", async () => {
  const { ctx } = await insertProject(app.ctx);
  const cursor = await cursorNow({ ...project, ctx });
  for (let n = 0; n < 3; n++) await recordEvent(ctx, { kind: "code.paused" });
  await expect.poll(async () => (await read({ after: cursor }, { ...project, ctx })).events.length).toBe(3);
  const text = await readStream(streamFeed(ctx, { types: ["wave.ended"], after: cursor }, { seconds: 0 }), 1);
  const positions = [...text.matchAll(/^id: (.+)$/gm)].map(([, id = ""]) => id);
  expect(positions[0]).toBe(cursor);
  expect((positions.at(-1) ?? "") > cursor).toBe(true);
  expect((await read({ after: positions.at(-1) }, { ...project, ctx })).events).toEqual([]);
});

test("a stream of a reader who can't read any more ends without an error", async () => {
  const refuse = () => Promise.reject(new ApiError("bad_key"));
  const stream = streamFeed(project.ctx, {}, { checkAccess: refuse });
  const reading = readStream(stream, 1);
  await sleep(300);
  await recordEvent(project.ctx, { kind: "code.paused" });
  expect(await reading).not.toContain("event: ");
});

test("a stream ends at once when its reader leaves while it waits", async () => {
  const stream = streamFeed(project.ctx, {})[Symbol.asyncIterator]();
  // The start, and the position after everything that there is.
  for (let read = 0; read < 2; read++) await stream.next();
  const waiting = stream.next();
  const left = performance.now();
  await stream.return?.();
  expect((await waiting).done).toBe(true);
  // Much less than the time until the next sign of life.
  expect(performance.now() - left).toBeLessThan(10_000);
});

test("a reader of a stream who sends a wrong Last-Event-ID is told so", async () => {
  const { error, fields } = await api.get("/events/stream", { headers: { "last-event-id": "7" } });
  expect([error, fields]).toEqual(["invalid_input", { "Last-Event-ID": [expect.stringContaining("cursor")] }]);
  expect((await api.get("/events/stream")).text).toContain("retry: ");
});

test("a wait ends without an event when the database is away", async () => {
  const closed = openDatabase(app.url, { max: 1 });
  await closed.close();
  expect(await waitForEvent({ ...project.ctx, projectId: 999_999, db: closed.db }, "0", 20_000)).toBe(false);
});

test("the sequence of an event is its time in microseconds", async () => {
  const { ctx } = await insertProject(app.ctx);
  await recordEvent(ctx, { kind: "code.paused" });
  const [{ id, at } = { id: "", at: "" }] = await queryRows<{ id: string; at: string }>(
    ctx.db,
    sql`select id, extract(epoch from at) * 1000 as at from events where project_id = ${ctx.projectId}`,
  );
  expect(Math.abs(eventSequence(id) / 1000 - Number(at))).toBeLessThan(60_000);
  expect(Number.isSafeInteger(eventSequence(id))).toBe(true);
});

test("a key with the scope of events or reading follows them, and others don't", async () => {
  const call = async (scopes: Parameters<typeof insertApiKey>[2] & object) =>
    (await apiClient(await insertApiKey(project.ctx, "secret_key", scopes)).get("/events/feed?after=now")).status;
  expect(await call({ scopes: ["events"] })).toBe(200);
  expect(await call({ scopes: ["read"] })).toBe(200);
  expect(await call({ scopes: ["everything"] })).toBe(200);
  expect(await call({ scopes: ["leads"] })).toBe(403);
  const viewer = await createCookie(project.ctx, await insertStaff(project.ctx, { role: "viewer" }));
  expect((await api.get("/events/feed?after=now", { cookie: viewer })).status).toBe(200);
  const { data, beside } = await api.get("/events/feed?limit=1");
  expect(data).toHaveLength(1);
  expect(beside).toEqual({ cursor: data[0].id, hasMore: true });
});

test("a reader who asks for what doesn't exist is told what does", async () => {
  for (const [query, field] of [
    ["after=yesterday", "after"],
    ["types=lead.cloned", "types"],
    ["types=", "types"],
    ["types=code.claimed,", "types"],
    ["limit=0", "limit"],
    ["limit=1001", "limit"],
    ["wait=31", "wait"],
    ["wait=-1", "wait"],
    ["after=ffffffff-ffff-7fff-8fff-ffffffffffff", "after"],
  ] as const) {
    const { error, fields } = await api.get(`/events/feed?${query}`);
    expect([query, error, Object.keys(fields ?? {})]).toEqual([query, "invalid_input", [expect.stringContaining(field)]]);
  }
});

test("the record of an event is the one that the code or email belongs to when it is read", async () => {
  const email = uniqueEmail();
  await api.post("/leads/create", { email });
  const cursor = await cursorNow();
  const [{ code }] = (await api.post("/codes/generate", { amount: 1, type: "creative", validUntil: secondsFromNow(90_000) })).data;
  await api.call("PATCH", `/codes/${code}`, { body: { reservedFor: email } });
  await api.call("PATCH", `/codes/${code}`, { body: { reservedFor: null } });
  const { code: words } = (await api.post(`/codes/${code}/new-words`)).data;
  await expect.poll(async () => (await read({ after: cursor, types: ["code.updated"] })).events.length).toBe(3);
  const { events } = await read({ after: cursor, types: ["code.updated"] });
  expect(events.at(-1)?.data).toMatchObject({ code: words, change: { from: code } });
  expect(normalizeCode(words)).not.toBe(normalizeCode(code));
  expect((await getLead(project.ctx, email)).email).toBe(email);
});
