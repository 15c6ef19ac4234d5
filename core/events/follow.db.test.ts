import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertProject } from "@/tests/harness/factories";
import { waitForFeed } from "@/tests/harness/feed";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "../context";
import { readFeed } from "./feed";
import { listEvents } from "./list";
import { recordEvent, recordEvents } from "./record-event";

const { ctx: appCtx } = await createTestApp({ max: size(24, 80) });

const writers = size(16, 64);
const eventsPerWriter = size(200, 4000);

/** Writes events in transactions of one to three, some of which wait before they start to write, in between, or before they end. */
async function write(ctx: Context, name: string): Promise<void> {
  const pause = () => (randomInt(3) === 0 ? sleep(randomInt(20)) : undefined);
  for (let written = 0; written < eventsPerWriter; ) {
    const amount = Math.min(randomInt(1, 4), eventsPerWriter - written);
    const events = Array.from({ length: amount }, (_, index) => ({ kind: "code.paused" as const, data: { name, n: written + index } }));
    written += amount;
    if (amount === 1 && randomInt(2) === 0) {
      await recordEvents(ctx, events);
      continue;
    }
    await inTransaction(ctx, async (inner) => {
      await pause();
      for (const event of events) {
        await recordEvent(inner, event);
        await pause();
      }
    });
  }
}

/** Reads forwards until `isOver` and everything was read. */
async function follow(ctx: Context, isOver: () => boolean): Promise<{ name: string; n: number }[]> {
  const read: { name: string; n: number }[] = [];
  for (let after: string | undefined, wasOver = false; ; ) {
    const result = await listEvents(ctx, { order: "asc", limit: randomInt(1, 200), count: "capped", after });
    const events = "page" in result ? result.page : [];
    read.push(...events.map(({ data }) => ({ name: String(data.name), n: Number(data.n) })));
    after = events.at(-1)?.id ?? after;
    if (events.length > 0) continue;
    if (wasOver) return read;
    wasOver = isOver();
    await sleep(1);
  }
}

/** Follows the feed until `isOver` and everything was read, waiting for what is next. */
async function followFeed(ctx: Context, isOver: () => boolean): Promise<{ name: string; n: number }[]> {
  const read: { name: string; n: number }[] = [];
  for (let after: string | undefined, wasOver = false; ; ) {
    const { items, fields } = await readFeed(ctx, { after, limit: randomInt(1, 1000), wait: wasOver ? 0 : 1 });
    read.push(...items.map(({ data }) => data.change as { name: string; n: number }));
    after = String(fields.cursor);
    if (items.length > 0) continue;
    if (wasOver) return read;
    wasOver = isOver();
  }
}

test("reading forwards while many write finds each event once, also those of transactions that end late", async () => {
  const { ctx } = await insertProject(appCtx);
  let isOver = false;
  const reading = Promise.all([follow(ctx, () => isOver), followFeed(ctx, () => isOver), followFeed(ctx, () => isOver)]);
  await Promise.all(Array.from({ length: writers }, (_, index) => write(ctx, `writer ${index}`)));
  await waitForFeed(ctx);
  isOver = true;
  for (const read of await reading) {
    expect(read).toHaveLength(writers * eventsPerWriter);
    // A writer waits for each of its transactions, so its events are read in their order.
    for (const [name, events] of Map.groupBy(read, (event) => event.name))
      expect(
        events.map(({ n }) => n),
        name,
      ).toEqual(Array.from({ length: eventsPerWriter }, (_, n) => n));
  }
});

test("events wait for a transaction that has written, and not for one that only reads", async () => {
  const { ctx } = await insertProject(appCtx);
  const readKinds = async () => (await collectAll(listEvents(ctx, { order: "asc" }))).map(({ kind }) => kind);
  await inTransaction(ctx, async (reader) => {
    await queryRows(reader.db, sql`select 1`);
    await recordEvent(ctx, { kind: "code.paused" });
    await expect.poll(readKinds).toEqual(["code.paused"]);
  });
  await inTransaction(ctx, async (writer) => {
    await writer.db.execute(sql`update projects set name = 'Late' where id = ${ctx.projectId}`);
    await recordEvent(ctx, { kind: "code.resumed" });
    expect(await readKinds()).toEqual(["code.paused"]);
    await recordEvent(writer, { kind: "project.updated" });
  });
  await expect.poll(readKinds).toEqual(["code.paused", "code.resumed", "project.updated"]);
});

test("events that a statement writes at once keep their order, and are valid UUIDs of version 7", async () => {
  const { ctx } = await insertProject(appCtx);
  const names = Array.from({ length: 20_000 }, (_, n) => n);
  await recordEvents(
    ctx,
    names.map((n) => ({ kind: "code.paused", data: { n } })),
  );
  const events = await collectAll(listEvents(ctx, {}));
  expect(events.map(({ data }) => data.n).reverse()).toEqual(names);
  for (const { id } of events) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
