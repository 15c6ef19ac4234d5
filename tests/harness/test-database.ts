import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject, onTestFinished } from "vitest";
import { type Connection, openDatabase } from "@/db/client";
import { killWorkers } from "./worker";

export type TestDatabase = Connection & { url: string };

/** Creates a migrated database for this test file and drops it after the last test. Call it at the top level. */
export async function createTestDatabase({ max = 10 } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const serverUrl = inject("serverUrl");
  await runOnServer(serverUrl, (sql) => sql`create database ${sql(name)} template migrated strategy file_copy`);
  const database = connectAndDrop(serverUrl, name, { max, after: afterAll });
  // Each file calls this, unlike hooks at the top level of this module, which Vitest loads once for many files.
  afterAll(killWorkers);
  return database;
}

/** Creates a database without tables for the current test and drops it afterwards. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const serverUrl = inject("serverUrl");
  await runOnServer(serverUrl, (sql) => sql`create database ${sql(name)}`);
  return connectAndDrop(serverUrl, name, { max: 2, after: onTestFinished });
}

type DropOptions = { max: number; after(drop: () => Promise<void>): void };

function connectAndDrop(serverUrl: string, name: string, { max, after }: DropOptions): TestDatabase {
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const connection = openDatabase(url, { max });
  after(async () => {
    await connection.close();
    await runOnServer(serverUrl, (sql) => sql`drop database ${sql(name)} with (force)`);
  });
  return { ...connection, url };
}

async function runOnServer(url: string, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await run(sql);
  } finally {
    await sql.end();
  }
}
