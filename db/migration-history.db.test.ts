import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { createEmptyDatabase, type TestDatabase } from "@/tests/harness/test-database";
import { backUpBeforeUpgrade } from "./backup/before-upgrade";
import { createBackup } from "./backup/create";
import { knownMigrations } from "./backup/description";
import type { Database } from "./client";
import { migrate } from "./migrate";
import checksums from "./migrations/checksums.json" with { type: "json" };
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "./query";

const secrets = { authSecret: "a test secret with at least 32 characters", previousAuthSecrets: [] };

/** The times of the migrations that were replaced by `0000_schema`. */
const migrationsBeforeFirstRelease = [1795275950266, 1795275951608, 1795282242379];

async function addMigrations(db: Database, times: readonly number[]): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const time of times) await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${time})`);
}

async function readRelations(db: Database): Promise<unknown> {
  return queryRows(
    db,
    sql`select oid::regclass::text from pg_class where relnamespace::regnamespace::text !~ '^pg_|^information' order by 1`,
  );
}

/** Expects that an upgrade and a backup of the database are refused with `reason`, that neither changes it, and that no file is left. */
async function expectRefusal({ url, db }: TestDatabase, reason: RegExp): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-history-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const before = await readRelations(db);
  await expect(backUpBeforeUpgrade(url, folder, secrets)).rejects.toThrow(reason);
  await expect(migrate(url)).rejects.toThrow(reason);
  await expect(createBackup(url, join(folder, "a.tar.zst"), { secrets })).rejects.toThrow(reason);
  expect(await readRelations(db)).toEqual(before);
  expect(readdirSync(folder)).toEqual([]);
}

describe("a database that this version can't upgrade is refused before the backup, with a sentence about what to do", () => {
  test("if it is from before the first release", async () => {
    const database = await createEmptyDatabase();
    await addMigrations(database.db, migrationsBeforeFirstRelease);
    await database.db.execute(sql`create table codes (code text)`);
    await database.db.execute(sql`create table claim_tokens (token text)`);
    await expectRefusal(
      database,
      /^The database test_\w+ is from a version of Gatehouse before the first release.* Use an empty database: set DATA_DIR/,
    );
  });

  test("if it has tables of another program", async () => {
    const database = await createEmptyDatabase();
    for (const name of ["posts", "users", "comments", "likes"]) await database.sql`create table ${database.sql(name)} (id int)`;
    await expectRefusal(
      database,
      /has tables of another program \(comments, likes, posts, …\)\. Nothing was changed\. Use an empty database/,
    );
  });

  test("if it has our tables, but not which migrations created them", async () => {
    const database = await createEmptyDatabase();
    await migrate(database.url);
    await database.db.execute(sql`drop schema drizzle cascade`);
    await expectRefusal(database, /has tables of another program/);
  });

  test("if another program with drizzle has migrated it, also at later times", async () => {
    for (const times of [[1600000000000], [99999999999999]]) {
      const database = await createEmptyDatabase();
      await addMigrations(database.db, times);
      await database.db.execute(sql`create table users (id int)`);
      await expectRefusal(database, /was migrated by another program/);
    }
  });

  test("if a migration in between is missing or unknown", async () => {
    const [first = 0, second = 0, third = 0] = knownMigrations;
    for (const times of [
      [first, third],
      [first, second + 1],
      [first, second, third - 1, third],
      [...knownMigrations.slice(0, -1), 99999999999999],
    ]) {
      const database = await createEmptyDatabase();
      await addMigrations(database.db, times);
      await expectRefusal(database, /version of Gatehouse that is not an earlier one of this version/);
    }
  });

  test("if a newer version has migrated it", async () => {
    const database = await createEmptyDatabase();
    await addMigrations(database.db, [...knownMigrations, 99999999999999]);
    await expectRefusal(database, /newer version of Gatehouse\. Start that version/);
  });
});

test("a database that only has an empty history, as a start leaves it that was killed, is migrated", async () => {
  const database = await createEmptyDatabase();
  await addMigrations(database.db, []);
  await migrate(database.url);
  expect(await queryRows(database.db, sql`select from codes`)).toEqual([]);
});

test("only the newest snapshot of the schema is kept, which is all that generating a migration reads", () => {
  const newest = journal.entries.at(-1)?.tag.slice(0, 4);
  expect(readdirSync("db/migrations/meta").sort()).toEqual([`${newest}_snapshot.json`, "_journal.json"]);
});

test("no migration that has landed is changed or removed, and each new one adds its checksum to checksums.json", () => {
  const files = Object.fromEntries(
    journal.entries.map(({ tag }) => {
      const file = join("db/migrations", `${tag}.sql`);
      return [tag, existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "missing"];
    }),
  );
  expect(files).toEqual(checksums);
});
