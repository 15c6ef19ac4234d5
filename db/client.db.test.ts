import net from "node:net";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createTestDatabase } from "@/tests/harness/test-database";
import { openDatabase } from "./client";
import { isUnavailable, queryRows } from "./query";

const { db, url } = await createTestDatabase();

test("reports a transaction whose connection is lost as unavailable, and reconnects", async () => {
  const pool = openDatabase(url, { max: 1 });
  try {
    const transaction = pool.db.transaction(async (tx) => {
      const [backend] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
      await db.execute(sql`select pg_terminate_backend(${backend?.pid}::int)`);
      await expect.poll(() => queryRows(db, sql`select from pg_stat_activity where pid = ${backend?.pid}::int`)).toHaveLength(0);
      await queryRows(tx, sql`select 1`);
    });
    const error = await transaction.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    await expect.poll(() => queryRows(pool.db, sql`select 1 as one`).catch(() => "not yet")).toEqual([{ one: 1 }]);
  } finally {
    await pool.close();
  }
});

test("closes a connection that stops sending data", async () => {
  const proxyUrl = new URL(url);
  let isSilent = false;
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(new URL(url).port), proxyUrl.hostname);
    client.on("data", (data) => server.write(data));
    server.on("data", (data) => isSilent || client.write(data));
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on("error", () => {});
      socket.on("close", () => peer.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  proxyUrl.port = String((proxy.address() as net.AddressInfo).port);
  const pool = openDatabase(proxyUrl.href, { max: 1, silenceMs: 300 });
  try {
    await queryRows(pool.db, sql`select 1`);
    isSilent = true;
    const error = await queryRows(pool.db, sql`select 2`).catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    isSilent = false;
    expect(await queryRows(pool.db, sql`select 3 as three`)).toEqual([{ three: 3 }]);
  } finally {
    await pool.close();
    proxy.close();
  }
});
