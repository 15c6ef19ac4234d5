import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "@/tests/harness/test-database";
import { createBackup } from "./backup/create";
import { migrate } from "./migrate";

const { url } = await createTestDatabase();
const role = new URL(url).pathname.slice(1);
const owner = postgres(url, { max: 1 });
await owner.unsafe(`create role ${role} login password '${role}'`);
const applicationUrl = Object.assign(new URL(url), { username: role, password: role }).href;
const application = postgres(applicationUrl, { max: 1 });
afterAll(async () => {
  await application.end();
  await owner.unsafe(`drop owned by ${role}; drop role ${role}`);
  await owner.end();
});

test("the application role can read and write the rows of every table, and nothing else", async () => {
  await migrate(url, { applicationUrl });
  const tables = await application<{ schema: string; name: string; writable: boolean }[]>`
    select schemaname as schema, tablename as name,
      has_table_privilege(format('%I.%I', schemaname, tablename), 'select') and has_table_privilege(format('%I.%I', schemaname, tablename), 'insert')
        and has_table_privilege(format('%I.%I', schemaname, tablename), 'update') and has_table_privilege(format('%I.%I', schemaname, tablename), 'delete') as writable
    from pg_tables where schemaname in ('public', 'pgboss')`;
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(({ writable }) => !writable)).toEqual([]);
  for (const statement of [
    "create table stolen ()",
    "drop table codes",
    "alter table codes add column stolen text",
    "truncate codes",
    "create schema stolen",
    "create role stolen superuser",
    "delete from drizzle.__drizzle_migrations",
    "select from pg_authid",
    "copy codes to program 'cat'",
    "set session authorization postgres",
  ])
    await expect(application.unsafe(statement), statement).rejects.toThrow(/permission denied|must be (owner|superuser)|does not exist/);
});

test("the application role can make a backup", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-role-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await migrate(url, { applicationUrl });
  await createBackup(applicationUrl, join(folder, "a.tar.zst"), { secrets: { authSecret: "a".repeat(32), previousAuthSecrets: [] } });
  expect(existsSync(join(folder, "a.tar.zst"))).toBe(true);
});
