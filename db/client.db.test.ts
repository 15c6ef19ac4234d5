import net from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testDatabase } from "@/tests/harness/db";
import { openDatabase } from "./client";
import { isUnavailable, rows } from "./rows";

const { db, url } = await testDatabase();

test("a transaction whose connection is lost fails as unavailable, and the pool goes on", async () => {
  const lost = openDatabase(url, { max: 1 });
  try {
    const story = lost.db.transaction(async (tx) => {
      const [own] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${own?.pid}::int)`);
      await expect.poll(() => rows(db, sql`select from pg_stat_activity where pid = ${own?.pid}::int`)).toHaveLength(0);
      await rows(tx, sql`select 1`);
    });
    const error = await story.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    await expect.poll(() => rows(lost.db, sql`select 1 as one`).catch(() => "not yet")).toEqual([{ one: 1 }]);
  } finally {
    await lost.close();
  }
});

test("a connection that falls silent is given up", async () => {
  const address = new URL(url);
  let silent = false;
  const relay = net.createServer((client) => {
    const server = net.connect(Number(new URL(url).port), address.hostname);
    client.on("data", (data) => server.write(data));
    server.on("data", (data) => silent || client.write(data));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  address.port = String((relay.address() as net.AddressInfo).port);
  const far = openDatabase(address.href, { max: 1, silence: 300 });
  try {
    await rows(far.db, sql`select 1`);
    silent = true;
    const error = await rows(far.db, sql`select 2`).catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    silent = false;
    expect(await rows(far.db, sql`select 3 as three`)).toEqual([{ three: 3 }]);
  } finally {
    await far.close();
    relay.close();
  }
});
