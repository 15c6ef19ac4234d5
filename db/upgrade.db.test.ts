// cspell:ignore straße strasse STRASSE Strasse

import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { normalizeCode, setAmbiguousCodeKeys } from "@/contract/normalize";
import { newId } from "@/lib/ids";
import { fillDemo } from "@/scripts/demo/fill-database";
import { isHeavy } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { createEmptyDatabase, type TestDatabase } from "@/tests/harness/test-database";
import { backUpBeforeUpgrade } from "./backup/before-upgrade";
import { type BackupTable, backedUpTables, copyTarget, knownMigrations, readColumns } from "./backup/description";
import { restoreBackup, verifyBackup } from "./backup/restore";
import type { Database } from "./client";
import { loadAmbiguousCodeKeys } from "./code-keys";
import { migrate } from "./migrate";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "./query";

const current = await createTestApp();
const folder = mkdtempSync(join(tmpdir(), "gatehouse-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secrets = { authSecret: "a test secret with at least 32 characters", previousAuthSecrets: [] };

/** Creates a database of the first release with rows in every table. */
async function createFirstRelease(): Promise<{ first: TestDatabase; tables: BackupTable[] }> {
  await fillDemo(current.url);
  // The first release had no announcements.
  await current.db.execute(sql`delete from deliveries where kind = 'announcement'`);
  await current.db.execute(sql`delete from sends where kind = 'announcement'`);
  const first = await createEmptyDatabase();
  await migrate(first.url, { until: knownMigrations[0] ?? 0 });
  const tables = await readColumns(first.db, backedUpTables);
  // Without checks of foreign keys, because the tables are in alphabetical order.
  await first.sql`set session_replication_role = replica`;
  for (const target of tables) {
    const { table, columns } = copyTarget(target);
    const [row] = await queryRows<{ rows: string }>(
      current.db,
      sql.raw(`select coalesce(jsonb_agg(t), '[]')::text as rows from ${table} t`),
    );
    await first.sql.unsafe(
      `insert into ${table} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [row?.rows ?? "[]"],
    );
  }
  return { first, tables };
}

async function readRows(db: Database, tables: readonly BackupTable[]): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const target of tables) {
    const { table, columns } = copyTarget(target);
    rows[target.name] = await queryRows(db, sql.raw(`select ${columns} from ${table} t order by t::text`));
  }
  return rows;
}

const readSchema = (db: Database): Promise<unknown> =>
  queryRows(
    db,
    sql`select 'column' as kind, table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as definition
        from information_schema.columns where table_schema = 'public'
      union all select 'index', indexdef from pg_indexes where schemaname = 'public'
      union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      order by 1, 2`,
  );

test.skipIf(!isHeavy)("a database of the first release is upgraded without losing a row, after a backup that can be restored", async () => {
  const { first, tables } = await createFirstRelease();
  const before = await readRows(first.db, tables);
  expect(Object.values(before).filter((rows) => (rows as unknown[]).length > 0).length).toBeGreaterThan(12);
  const file = await backUpBeforeUpgrade(first.url, join(folder, "backups"), secrets);
  expect(file !== null && existsSync(file)).toBe(true);
  await migrate(first.url);
  expect(await readRows(first.db, tables)).toEqual(before);
  expect(await readSchema(first.db)).toEqual(await readSchema(current.db));

  const restored = await createEmptyDatabase();
  await restoreBackup(restored.url, await verifyBackup(file ?? ""));
  expect(await readRows(restored.db, tables)).toEqual(before);
  expect(await backUpBeforeUpgrade(first.url, join(folder, "backups"), secrets)).toBeNull();
});

test("a new database gets no backup, and nothing changes if the backup fails", async () => {
  const empty = await createEmptyDatabase();
  expect(await backUpBeforeUpgrade(empty.url, join(folder, "new"), secrets)).toBeNull();
  expect(readdirSync(folder)).not.toContain("new");
  await migrate(empty.url, { until: knownMigrations[0] ?? 0 });
  await expect(backUpBeforeUpgrade(empty.url, join(import.meta.filename, "backups"), secrets)).rejects.toThrow(/not upgraded.*ENOTDIR/);
});

test("a database that a newer version has migrated is refused", async () => {
  const newer = await createEmptyDatabase();
  await migrate(newer.url);
  await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`);
  await expect(migrate(newer.url)).rejects.toThrow(/newer version/);
});

/** Creates a database as it was before a migration. */
async function createBefore(migration: string): Promise<TestDatabase> {
  const index = journal.entries.findIndex(({ tag }) => tag.endsWith(migration));
  const database = await createEmptyDatabase();
  await migrate(database.url, { until: journal.entries[index - 1]?.when ?? 0 });
  return database;
}

test("an upgrade takes leads off the waitlist whose invitation is open, and keeps the others in line", async () => {
  const { url, db } = await createBefore("lead_invitations");
  await db.execute(sql`insert into projects (id, name) overriding system value values (1, 'Test')`);
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims, actor_kind)
    values (1, ${newId()}, 'Invitations', 'creative', 2, 1, 2, 2, 'staff')`);
  await db.execute(
    sql`insert into sends (project_id, id, kind, batch_id, received, notified) select 1, ${newId()}, 'invitation', id, 2, 2 from batches`,
  );
  for (const [index, [email, code, validUntil]] of [
    ["open@example.org", "gopher", null],
    ["expired@example.org", "badger", "2020-01-01"],
    ["waiting@example.org", null, null],
  ].entries()) {
    await db.execute(sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_sort_key, invited_at)
      values (1, ${email}, ${`referral${index}`}, true, ${index}, case when ${code}::text is not null then now() end)`);
    if (code === null) continue;
    await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, valid_until, reserved_for, batch_id, batch_index)
      select 1, ${code}, ${code}, 'creative', 1, ${validUntil}::timestamptz, ${email}, id, ${index} from batches`);
    await db.execute(sql`insert into deliveries (project_id, id, send_id, email, code_key, code_text, status)
      select 1, ${newId()}, id, ${email}, ${code}, ${code}, 'sent' from sends`);
  }
  await migrate(url);
  expect(await queryRows(db, sql`select email, on_waitlist, invitation_code from leads order by waitlist_sort_key`)).toEqual([
    { email: "open@example.org", on_waitlist: false, invitation_code: "gopher" },
    { email: "expired@example.org", on_waitlist: true, invitation_code: "badger" },
    { email: "waiting@example.org", on_waitlist: true, invitation_code: null },
  ]);
  expect(await queryRows(db, sql`select code_key, was_waiting from lead_invitations order by code_key`)).toEqual([
    { code_key: "badger", was_waiting: true },
    { code_key: "gopher", was_waiting: true },
  ]);
  expect(await queryRows(db, sql`select sort_key::int, delta from waitlist_changes`)).toEqual([{ sort_key: 0, delta: -1 }]);
});

test("an upgrade trusts a saved mail server for emails to owners only if its last change was by an owner at that time", async () => {
  const { url, db } = await createBefore("email_delivery_owner");
  const changed = (actor: string, fields: readonly string[]) => ({ kind: "project.email_delivery_updated", actor, data: { fields } });
  const cases = {
    "by an owner": [changed("admin", ["server"]), changed("owner", ["sender", "server"]), changed("admin", ["sender"])],
    "by an admin": [changed("owner", ["server"]), changed("admin", ["server"])],
    "by an admin who became an owner": [
      changed("owner", ["server"]),
      { kind: "staff.updated", actor: "owner", data: { staff: "owner", from: "admin", to: "owner" } },
    ],
    unknown: [],
  };
  for (const [name, events] of Object.entries(cases)) {
    const [project] = await queryRows<{ id: number }>(
      db,
      sql`insert into projects (name, smtp_encrypted) values (${name}, '1.x') returning id`,
    );
    const ids: Record<string, string> = { owner: newId(), admin: newId() };
    for (const [role, id] of Object.entries(ids))
      await db.execute(
        sql`insert into staff (project_id, id, email, name, role) values (${project?.id}, ${id}::uuid, ${`${role}@example.org`}, ${role}, ${role})`,
      );
    for (const { kind, actor, data } of events) {
      const storedData = "staff" in data ? { ...data, staff: ids[data.staff] } : data;
      await db.execute(
        sql`insert into events (project_id, id, kind, actor_kind, actor_id, data)
          values (${project?.id}, ${newId()}::uuid, ${kind}, 'staff', ${ids[actor]}, ${JSON.stringify(storedData)}::jsonb)`,
      );
    }
  }
  await migrate(url);
  expect(await queryRows(db, sql`select name from projects where smtp_set_by_role = 'owner'`)).toEqual([{ name: "by an owner" }]);
});

test("an upgrade counts a claim through an emailed link as the confirmation of the email, and keeps earlier confirmations", async () => {
  const { url, db } = await createBefore("email_confirmations");
  await db.execute(sql`insert into projects (id, name) overriding system value values (1, 'Test')`);
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims, actor_kind)
    values (1, ${newId()}, 'Codes', 'creative', 1, 9, 1, 9, 'staff')`);
  await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
    select 1, 'gopher', 'gopher', 'creative', 9, id, 0 from batches`);
  const leads = [
    { email: "link@example.org", status: "active", confirmedAt: "2026-01-01T00:00:00Z", verifiedBy: "link" },
    { email: "claim@example.org", status: "unconfirmed", confirmedAt: null, verifiedBy: "confirmation" },
    { email: "other@example.org", status: "active", confirmedAt: null, verifiedBy: null },
  ];
  for (const { email, status, confirmedAt, verifiedBy } of leads) {
    await db.execute(
      sql`insert into leads (project_id, email, referral_code, status, confirmed_at) values (1, ${email}, ${email}, ${status}, ${confirmedAt}::timestamptz)`,
    );
    await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at, email_verified_by)
      select 1, 'gopher', ${email}, id, 'page', '2026-02-02T00:00:00Z', ${verifiedBy} from batches`);
  }
  await migrate(url);
  expect(
    await queryRows(db, sql`select email, status, confirmed_at at time zone 'UTC' as at, confirmed_by from leads order by email`),
  ).toEqual([
    { email: "claim@example.org", status: "active", at: "2026-02-02 00:00:00", confirmed_by: "claim" },
    { email: "link@example.org", status: "active", at: "2026-01-01 00:00:00", confirmed_by: null },
    { email: "other@example.org", status: "active", at: null, confirmed_by: null },
  ]);
});

test("an upgrade gives codes of earlier versions the key that they have now, and keeps those whose key is taken", async () => {
  const { url, db } = await createBefore("code_keys");
  await db.execute(sql`insert into projects (id, name) overriding system value values (1, 'Test')`);
  await db.execute(sql`insert into batches (project_id, id, name, type, amount, allowed_claims, code_count, total_allowed_claims, actor_kind)
    values (1, ${newId()}, 'Codes', 'custom', 4, 9, 4, 36, 'staff')`);
  for (const [index, [key, text]] of [
    ["strasse", "STRASSE"],
    ["straße", "straße"],
    ["ολος", "ΟΛΟΣ"],
    ["٢٨", "٢٨"],
  ].entries())
    await db.execute(sql`insert into codes (project_id, key, text, type, allowed_claims, batch_id, batch_index)
      select 1, ${key}, ${text}, 'creative', 9, id, ${index} from batches`);
  await db.execute(sql`insert into leads (project_id, email, referral_code, invitation_code) values (1, 'ada@example.org', 'abc', 'ολος')`);
  await db.execute(sql`insert into claims (project_id, code_key, email, batch_id, source, claimed_at)
    select 1, 'ολος', 'ada@example.org', id, 'page', now() from batches`);
  await db.execute(sql`insert into lead_invitations (project_id, code_key, code_text, email, was_waiting)
    values (1, 'ολος', 'ΟΛΟΣ', 'ada@example.org', false)`);
  await migrate(url);
  expect(await queryRows(db, sql`select key, text from codes order by batch_index`)).toEqual([
    { key: "strasse", text: "STRASSE" },
    { key: "straße", text: "straße" },
    { key: "ολοσ", text: "ΟΛΟΣ" },
    { key: "28", text: "٢٨" },
  ]);
  expect(
    await queryRows(
      db,
      sql`select k.code_key as claim, i.code_key as invitation, l.invitation_code as lead from claims k, lead_invitations i, leads l`,
    ),
  ).toEqual([{ claim: "ολοσ", invitation: "ολοσ", lead: "ολοσ" }]);
  expect(await queryRows(db, sql`select key from ambiguous_codes`)).toEqual([{ key: "straße" }]);
  onTestFinished(() => setAmbiguousCodeKeys([]));
  await loadAmbiguousCodeKeys(db);
  expect(["straße", "STRASSE", "Strasse", "STRAßE"].map(normalizeCode)).toEqual(["straße", "strasse", "strasse", "straße"]);
});

test("processes of the previous version can make, read and delete files after the table of files was renamed", async () => {
  const { url, db } = await createBefore("saved_files");
  await migrate(url);
  await db.execute(sql`insert into projects (id, name) overriding system value values (1, 'Test')`);
  const id = newId();
  await db.execute(
    sql`insert into saved_exports (project_id, id, list, kind, format, size, actor_kind, expires_at)
      values (1, ${id}::uuid, 'leads', default, 'csv', default, 'staff', now() + interval '1 day')`,
  );
  await db.execute(sql`insert into saved_export_chunks (project_id, export_id, position, content) values (1, ${id}::uuid, 0, 'a')`);
  await db.execute(sql`update saved_exports set size = 1, completed_at = now() where project_id = 1 and id = ${id}::uuid`);
  expect(await queryRows(db, sql`select kind, size from saved_files where completed_at is not null`)).toEqual([
    { kind: "export", size: "1" },
  ]);
  expect(await queryRows(db, sql`select content::text from saved_export_chunks where export_id = ${id}::uuid`)).toHaveLength(1);
  await db.execute(sql`delete from saved_exports where expires_at > now()`);
  expect(await queryRows(db, sql`select from saved_file_chunks`)).toEqual([]);
});
