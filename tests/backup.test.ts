import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { summarizeBackup } from "@/cli/launch/backup-summary";
import { normalizeCode } from "@/contract/normalize";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { claimCode } from "@/core/codes/claim";
import { createLinkToken } from "@/core/leads/email-links";
import { getSuppressionReason } from "@/core/suppressions/unsubscribe";
import { BackupError, type Member, readArchive, writeArchive } from "@/db/backup/archive";
import { createBackup } from "@/db/backup/create";
import { backedUpTables, descriptionName, knownMigrations } from "@/db/backup/description";
import { restoreBackup, verifyBackup } from "@/db/backup/restore";
import type { Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { queryRows } from "@/db/query";
import { openJobQueue } from "@/db/queue";
import { authSecret } from "@/lib/env";
import { routes, unsubscribeSubmitPath } from "@/lib/routes";
import { fillDemo } from "@/scripts/demo/fill-database";
import { publicPages } from "@/server/pages";
import { apiClient } from "./harness/api";
import { createCookie, getClaimCounts, insertCode, insertLead, uniqueEmail } from "./harness/factories";
import { isHeavy, size } from "./harness/size";
import { createTestApp } from "./harness/test-app";
import { createEmptyDatabase, type TestDatabase } from "./harness/test-database";

const app = await createTestApp();
const { url, db, ctx, publicCtx } = app;
const folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secrets = { authSecret: authSecret(), previousAuthSecrets: [] };
const passphrase = "a passphrase of several words";

let fileCount = 0;
const newFile = () => join(folder, `${++fileCount}.tar.zst`);

async function backUp(options: { passphrase?: string; from?: string } = {}): Promise<string> {
  const file = newFile();
  await createBackup(options.from ?? url, file, { secrets, ...options });
  return file;
}

let sharedBackup: Promise<string> | undefined;
/** Returns a backup of the demo project, made once. */
const demoBackup = () => (sharedBackup ??= backUp());

async function restore(file: string, options: { passphrase?: string } = {}): Promise<TestDatabase> {
  const target = await createEmptyDatabase();
  await restoreBackup(target.url, await verifyBackup(file, options));
  return target;
}

/** Returns a digest of all columns of every table in a backup, and of the jobs that have not ended. */
async function digestTables(database: Database): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const name of [...backedUpTables, "pgboss.job"]) {
    const filter = name === "pgboss.job" ? "where state < 'completed'" : "";
    const [row] = await queryRows<{ digest: string }>(
      database,
      sql.raw(`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} t ${filter}`),
    );
    digests[name] = row?.digest ?? "";
  }
  return digests;
}

async function digestSchema(database: Database): Promise<unknown> {
  return queryRows(
    database,
    sql`select 'index' as kind, indexdef as definition from pg_indexes where schemaname = 'public'
      union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      order by 1, 2`,
  );
}

beforeAll(async () => {
  await fillDemo(url);
});

describe("a restored database", () => {
  test("has the rows of every table, the jobs that have not ended, all indexes and constraints, and continues the numbers of projects", async () => {
    const before = await digestTables(db);
    expect(Object.values(before).filter((digest) => !digest.startsWith("0 ")).length).toBeGreaterThan(12);
    expect(before["pgboss.job"]).not.toMatch(/^0 /);
    const restored = await restore(await demoBackup());
    expect(await digestTables(restored.db)).toEqual(before);
    expect(await digestSchema(restored.db)).toEqual(await digestSchema(db));

    const nextId = async (database: Database) =>
      (await queryRows<{ id: number }>(database, sql`insert into projects (name) values ('Next') returning id`))[0]?.id ?? 0;
    const id = await nextId(restored.db);
    expect(id).toBeGreaterThan(ctx.projectId);
    expect(await nextId(restored.db)).toBe(id + 1);
  });

  test("has as many claims of each code as its counter, even if codes are claimed during the backup", async () => {
    const codes = await Promise.all(Array.from({ length: 4 }, () => insertCode(ctx, { allowedClaims: 10_000 })));
    let isFinished = false;
    const claimUntilFinished = async (code: string) => {
      while (!isFinished) await claimCode(publicCtx, { code: normalizeCode(code), email: uniqueEmail() });
    };
    const claiming = Promise.all(codes.map(claimUntilFinished));
    await expect.poll(async () => (await getClaimCounts(ctx, codes[0] ?? "")).claims).toBeGreaterThan(5);
    const file = await backUp();
    const countAfter = (await getClaimCounts(ctx, codes[0] ?? "")).claims;
    isFinished = true;
    await claiming;
    const restored = await restore(file);
    for (const code of codes) {
      const { counter, claims } = await getClaimCounts({ ...ctx, db: restored.db }, code);
      expect(claims).toBe(counter);
      expect(claims).toBeGreaterThan(0);
    }
    expect((await getClaimCounts({ ...ctx, db: restored.db }, codes[0] ?? "")).claims).toBeLessThanOrEqual(countAfter);
  });

  test("accepts earlier keys, sessions and links in emails", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    const [code, linkCode, email] = [await insertCode(ctx), await insertCode(ctx), uniqueEmail()];
    const linkToken = createCodeLinkToken(ctx.projectId, { code: linkCode, email });
    const lead = await insertLead(ctx);
    const unsubscribeToken = createLinkToken({ projectId: ctx.projectId, referralCode: "k7d2m9qx", email: lead }, "unsubscribe");
    const options = size({}, { passphrase });
    const restored = await restore(await backUp(options), options);
    const queue = openJobQueue(restored.url, (error) => console.error(error));
    onTestFinished(() => queue.close());

    await app.runOnPool({ connection: restored, queue }, async () => {
      expect((await apiClient(app.secretKey).get(`/codes/${code}`)).status).toBe(200);
      expect((await apiClient(app.publicKey).post("/codes/claim", { code, email })).status).toBe(200);
      expect((await apiClient(null).get("/keys", { cookie })).status).toBe(200);
      const claimed = await apiClient(app.publicKey).post("/codes/claim", { code: linkCode, email, linkToken });
      const exchanged = await apiClient(app.secretKey).post("/claims/exchange", { token: claimed.data.token });
      expect(exchanged.data.emailVerified).toBe(true);
      const page = publicPages[routes.forms.unsubscribe] as { POST(request: Request): Promise<Response> };
      const unsubscribed = await page.POST(
        new Request(`http://localhost:3000${unsubscribeSubmitPath(unsubscribeToken)}`, {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        }),
      );
      expect(unsubscribed.status).toBe(200);
      expect(await getSuppressionReason({ ...ctx, db: restored.db }, lead)).toBe("unsubscribed");
    });
  });

  test("has no job of a queue that only a worker creates", async () => {
    const source = await createEmptyDatabase();
    await migrate(source.url);
    await source.db.execute(sql`select pgboss.create_queue('__pgboss__send-it', '{"policy": "standard"}')`);
    await source.db.execute(sql`insert into pgboss.job (name) values ('__pgboss__send-it'), ('cleanup')`);
    const restored = await restore(await backUp({ from: source.url }));
    expect(await queryRows(restored.db, sql`select name from pgboss.job`)).toEqual([{ name: "cleanup" }]);
  });

  test("is migrated to this version if the backup is from an earlier one", async () => {
    const earlier = await createEmptyDatabase();
    await migrate(earlier.url, { until: knownMigrations[0] ?? 0 });
    await earlier.db.execute(sql`insert into projects (name) values ('Earlier')`);
    const restored = await restore(await backUp({ from: earlier.url }));
    expect(await queryRows(restored.db, sql`select id, name from projects`)).toEqual([{ id: 1, name: "Earlier" }]);
    const [row] = await queryRows<{ latest: string }>(restored.db, sql`select max(created_at) as latest from drizzle.__drizzle_migrations`);
    expect(Number(row?.latest)).toBe(knownMigrations.at(-1));
    expect(await digestSchema(restored.db)).toEqual(await digestSchema(db));
  });
});

describe("a backup file", () => {
  test("can be read only by its owner, and no other file is left", async () => {
    const file = await demoBackup();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
  });

  test("never replaces an existing file", async () => {
    const file = newFile();
    writeFileSync(file, "precious");
    await expect(createBackup(url, file, { secrets })).rejects.toThrow(/already exists/);
    expect(readFileSync(file, "utf8")).toBe("precious");
  });

  test("needs an existing folder", async () => {
    await expect(createBackup(url, join(folder, "missing", "file"), { secrets })).rejects.toThrow(/folder .* doesn't exist/);
  });

  test("is not created if the backup is canceled or reading the database fails", async () => {
    const before = readdirSync(folder);
    await expect(createBackup(url, newFile(), { secrets, signal: AbortSignal.timeout(1) })).rejects.toThrow(/canceled/);
    const failingMembers = async function* (): AsyncGenerator<Member> {
      yield { name: "one", content: Buffer.alloc(100_000, "x") };
      throw new Error("The connection was lost");
    };
    await expect(writeArchive(newFile(), failingMembers())).rejects.toThrow("The connection was lost");
    expect(readdirSync(folder)).toEqual(before);
  });

  test("says how many rows of each table it has, when it is made and when it is checked", async () => {
    const file = newFile();
    const saved = await createBackup(url, file, { secrets });
    for (const table of ["codes", "leads", "staff"]) {
      const [row] = await queryRows<{ rows: number }>(db, sql.raw(`select count(*)::int as rows from ${table}`));
      expect(saved[table] ?? 0, table).toBe(row?.rows);
    }
    const { rows } = await verifyBackup(file);
    expect(rows).toEqual(saved);
    expect(summarizeBackup(file, rows)).toMatch(/^[\d,]+ codes, [\d,]+ leads, [\d,]+ staff members? \([\d.]+ [kM]B\)$/);
  });

  test("of a database without tables is refused", async () => {
    const empty = await createEmptyDatabase();
    await expect(backUp({ from: empty.url })).rejects.toThrow(/database is empty/);
  });

  test("of a database that a newer version migrated is refused", async () => {
    const newer = await createEmptyDatabase();
    await migrate(newer.url);
    await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 99999999999999)`);
    await expect(backUp({ from: newer.url })).rejects.toThrow(/newer version/);
  });
});

describe("a restore", () => {
  const rewrite = async (file: string, change: (member: Member) => Member): Promise<string> => {
    const rewritten = newFile();
    const members = async function* () {
      for await (const member of readArchive(file)) yield change(member);
    };
    await writeArchive(rewritten, members());
    return rewritten;
  };
  const changeDescription = (change: object) => (member: Member) =>
    member.name === descriptionName
      ? { ...member, content: Buffer.from(JSON.stringify({ ...JSON.parse(member.content.toString()), ...change })) }
      : member;

  test("refuses a database with rows and leaves them unchanged", async () => {
    const backup = await verifyBackup(await demoBackup());
    const before = await digestTables(db);
    await expect(restoreBackup(url, backup)).rejects.toThrow(/not empty/);
    expect(await digestTables(db)).toEqual(before);
  });

  test.each(size([undefined], [undefined, passphrase]))(
    "a truncated file or one with a changed byte is refused, with the passphrase %s",
    async (secret) => {
      const file = secret === undefined ? await demoBackup() : await backUp({ passphrase: secret });
      const bytes = readFileSync(file);
      const damage = async (damaged: Buffer) => {
        const damagedFile = newFile();
        writeFileSync(damagedFile, damaged);
        const error: unknown = await verifyBackup(damagedFile, { passphrase: secret }).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(BackupError);
        // A check restores nothing anyway.
        expect(String(error)).not.toContain("Nothing was restored");
        if (String(error).includes("is damaged")) expect(String(error)).toContain("It can't be restored. Use another copy of it.");
      };
      // Some bytes of the compression have no effect: the checksums are of the content. The key in the header of an encrypted file takes a
      // second to derive.
      const start = secret === undefined ? 16 : 400;
      for (const share of secret === undefined ? [0.05, 0.3, 0.7, 0.95] : [0.7]) {
        const position = Math.floor(start + share * (bytes.length - 1 - start));
        await damage(
          Buffer.concat([bytes.subarray(0, position), Buffer.from([(bytes[position] ?? 0) ^ 0x10]), bytes.subarray(position + 1)]),
        );
        await damage(bytes.subarray(0, position));
      }
    },
  );

  test.runIf(isHeavy)("refuses a wrong or missing passphrase", async () => {
    const file = await backUp({ passphrase });
    await expect(verifyBackup(file, { passphrase: "wrong" })).rejects.toThrow(/passphrase for .* is wrong/);
    await expect(verifyBackup(file)).rejects.toThrow(/is encrypted/);
    await verifyBackup(file, { passphrase });
    expect(readFileSync(file).includes(secrets.authSecret)).toBe(false);
  });

  test("refuses other files, other formats and backups of newer versions", async () => {
    const other = newFile();
    writeFileSync(other, "not a backup");
    await expect(verifyBackup(other)).rejects.toThrow(/not a Gatehouse backup/);
    await expect(verifyBackup(join(folder, "missing"))).rejects.toThrow(/can't be read \(ENOENT\)/);
    const file = await demoBackup();
    await expect(verifyBackup(await rewrite(file, changeDescription({ product: "other" })))).rejects.toThrow(/not a Gatehouse backup/);
    await expect(verifyBackup(await rewrite(file, changeDescription({ format: 2 })))).rejects.toThrow(/has format 2/);
    const newer = changeDescription({ migrations: [...knownMigrations, 99_999_999_999_999] });
    await expect(verifyBackup(await rewrite(file, newer))).rejects.toThrow(/newer version/);
    await expect(verifyBackup(await rewrite(file, (member) => ({ ...member, name: `../${member.name}` })))).rejects.toThrow(BackupError);
  });

  test("leaves the database empty if a row can't be loaded, so that it can be repeated", async () => {
    const file = await backUp();
    const broken = await rewrite(file, (member) =>
      member.name.startsWith("tables/staff/") ? { ...member, content: Buffer.from("not a row\n") } : member,
    );
    const target = await createEmptyDatabase();
    await expect(verifyBackup(broken).then((backup) => restoreBackup(target.url, backup))).rejects.toThrow();
    expect(Object.values(await digestTables(target.db)).every((digest) => digest.startsWith("0 "))).toBe(true);
    await restoreBackup(target.url, await verifyBackup(file));
    expect(await digestTables(target.db)).toEqual(await digestTables(db));
  });
});
