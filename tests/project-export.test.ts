import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pendingStatuses } from "@/contract/enums";
import { createCodeLinkToken } from "@/core/abuse-protection/link-token";
import { getWaitlistPosition, recountWaitlist } from "@/core/leads/waitlist";
import { saveProjectExport } from "@/core/project-export/export";
import { importProject } from "@/core/project-export/import";
import { readExport } from "@/core/project-export/read-export";
import { exportedTables } from "@/core/project-export/tables";
import { createFirstProject } from "@/core/projects/create-first";
import { exportKind, type Member, readArchive, writeArchive } from "@/db/backup/archive";
import journal from "@/db/migrations/meta/_journal.json" with { type: "json" };
import { queryRows } from "@/db/query";
import { deliveryQueue, openJobQueue } from "@/db/queue";
import { sha256Hex } from "@/lib/ids";
import { apiClient, callRoute, type RequestOptions } from "./harness/api";
import { createCookie, fingerprintDatabase, insertApiKey, insertStaff } from "./harness/factories";
import { exportMembers, type SampleRows, sampleRows, writeExport } from "./harness/sample-export";
import { isHeavy, size } from "./harness/size";
import { createTestApp } from "./harness/test-app";
import { createEmptyDatabase, createTestDatabase } from "./harness/test-database";

const app = await createTestApp();
const { db, ctx } = app;
/** Has tables, but no project. */
const otherDatabase = await createTestDatabase({ max: 2 });
const folder = mkdtempSync(join(tmpdir(), "gatehouse-export-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let fileCount = 0;
const newFile = () => join(folder, `${++fileCount}.tar.gz`);

async function exportProject(url = app.url): Promise<string> {
  const file = newFile();
  await saveProjectExport({ url, file });
  return file;
}

const importFile = (file: string, url = app.url) => importProject({ url, file, openQueue: () => openJobQueue(url, console.error) });

async function readMembers(file: string): Promise<Member[]> {
  return Array.fromAsync(readArchive(file, { kind: exportKind }));
}

/** Returns the rows of an export by table. */
async function readRows(file: string): Promise<SampleRows> {
  const rows: SampleRows = {};
  for (const { name, content } of (await readMembers(file)).slice(1))
    rows[name.split("/")[0] ?? ""] = content
      .toString()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return rows;
}

/** Removes when statistics were computed. */
const withoutTime = (data: unknown) => JSON.parse(JSON.stringify(data, (name, value) => (name === "asOf" ? null : value)));

const countLeads = async () => (await queryRows<{ count: number }>(db, sql`select count(*)::int as count from leads`))[0]?.count;

describe("a refused file", () => {
  const rowsWith = (table: string, change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]): SampleRows => ({
    ...sampleRows,
    [table]: change(structuredClone(sampleRows[table] ?? [])),
  });
  /** Changes the fields of a row. */
  const withFields = (table: string, index: number, fields: Record<string, unknown>) =>
    exportMembers(rowsWith(table, (rows) => rows.with(index, { ...rows[index], ...fields })));
  const replaceIn = (name: string, from: string, to: string): Member[] =>
    exportMembers(sampleRows).map((member) =>
      member.name === name ? { name, content: Buffer.from(member.content.toString().replace(from, to)) } : member,
    );
  const leads = "leads/000001.ndjson";
  const unknownId = "0193a5c0-0000-7000-8000-00000000ffff";

  test.each<[string, Member[], RegExp]>([
    ["has another format", replaceIn("manifest.json", '"format":1', '"format":2'), /has format 2/],
    ["is of another product", replaceIn("manifest.json", "gatehouse", "other"), /is not the export of a project/],
    ["has a table of a newer version", replaceIn("manifest.json", '"codes"', '"pods"'), /doesn't know a table: "pods"/],
    ["names a table that isn't exported", replaceIn("manifest.json", '"codes"', '"api_keys"'), /doesn't know a table: "api_keys"/],
    [
      "has a field of a newer version",
      exportMembers(sampleRows, { events: ["id", "kind", "mood"] }),
      /doesn't know a field in events: "mood"/,
    ],
    ["names a secret setting", exportMembers(sampleRows, { projects: ["name", "smtpEncrypted"] }), /field in projects: "smtpEncrypted"/],
    ["has no project", exportMembers({ ...sampleRows, projects: [] }), /exactly one project/],
    ["has another number of rows than its manifest", replaceIn("manifest.json", '"rows":5', '"rows":6'), /has 5 rows of leads.*says 6/],
    ["lacks a table", exportMembers(sampleRows).filter(({ name }) => name !== leads), /has 0 rows of leads/],
    [
      "has members in another order",
      exportMembers(sampleRows).toSpliced(1, 2, ...exportMembers(sampleRows).slice(1, 3).reverse()),
      /unexpected member: "projects\/000001.ndjson"/,
    ],
    ...["../../etc/passwd", "/etc/passwd", "leads/../codes/000001.ndjson", "leads/000002.ndjson", "notes.txt"].map(
      (name): [string, Member[], RegExp] => [
        `has the member ${name}`,
        exportMembers(sampleRows).map((member) => (member.name === leads ? { ...member, name } : member)),
        /unexpected member/,
      ],
    ),
    ["has a line that isn't JSON", replaceIn(leads, '{"email":"bob', '{email:"bob'), /leads\/000001.ndjson, line 2: it isn't JSON/],
    [
      "ends within a line",
      exportMembers(sampleRows).map(({ name, content }) => ({ name, content: name === leads ? content.subarray(0, -1) : content })),
      /leads\/000001.ndjson, line 5: the line isn't complete/,
    ],
    ["has an unknown field", withFields("leads", 2, { admin: true }), /leads\/000001.ndjson, line 3: .*"admin"/],
    ["has an unknown value", withFields("leads", 1, { status: "vip" }), /line 2: status: /],
    ["has a text for a number", withFields("codes", 0, { allowedClaims: "10" }), /codes\/000001.ndjson, line 1: allowedClaims: /],
    [
      "has an email that isn't normalized",
      withFields("leads", 0, { email: "Ada@example.org" }),
      /line 1: email: must be a normalized email/,
    ],
    ["has a code with another key", withFields("codes", 0, { key: "other" }), /codes\/000001.ndjson, line 1: key: /],
    ["has an answer that isn't one", withFields("leads", 0, { answers: { age: 36 } }), /line 1: answers.age: /],
    [
      "has a question without a key",
      withFields("projects", 0, { questions: [{ label: "Age", type: "text" }] }),
      /line 1: questions.0.key: /,
    ],
    ["has a script as redirect URL", withFields("projects", 0, { redirectUrl: "javascript:alert(1)" }), /line 1: redirectUrl: must be/],
    [
      "has a sending rate that isn't one",
      withFields("projects", 0, { emailsPerSecond: -5 }),
      /line 1: emailsPerSecond: must be at least 1/,
    ],
    ["has an unknown rate limit", withFields("projects", 0, { rateLimits: { "claim.moon": 7 } }), /line 1: rateLimits: .*claim\.moon/],
    [
      "has no rate limit at all",
      withFields("projects", 0, { rateLimits: { "guess.client": 1e9 } }),
      /line 1: rateLimits.guess.client: must be at most/,
    ],
    ["allows all origins", withFields("projects", 0, { allowedOrigins: ["*"] }), /line 1: allowedOrigins.0: must be/],
    [
      "has a wave at an impossible time",
      withFields("waves", 0, { repeat: { weekdays: ["monday"], time: "99:99", total: 5 } }),
      /waves\/000001.ndjson, line 1: repeat.time: must be a time of day/,
    ],
    [
      "has metadata with a key that no API accepts",
      withFields("leads", 0, { metadata: { "a:b": "x" } }),
      /line 1: metadata: must have keys/,
    ],
    ["has metadata with a number", withFields("codes", 0, { metadata: { plan: 1 } }), /line 1: metadata\.plan: must be a text/],
    ["has an empty external ID", withFields("leads", 0, { externalId: "" }), /line 1: externalId: must not be empty/],
    ["has tags in upper case", withFields("leads", 0, { tags: ["VIP"] }), /line 1: tags: must be the list that the API would save/],
    ["has an empty referral code", withFields("leads", 0, { referralCode: "" }), /line 1: referralCode: must be letters and digits/],
    ["has a negative count", withFields("batches", 0, { codeCount: -1 }), /batches\/000001.ndjson, line 1: codeCount: must be at least 0/],
    [
      "has a code that names a file elsewhere",
      withFields("codes", 0, { text: "../curious-pineapple" }),
      /line 1: text: must only contain letters/,
    ],
    [
      "has a code in another notation",
      withFields("codes", 0, { text: "x".repeat(65), key: "x".repeat(65) }),
      /line 1: text: must be at most/,
    ],
    ["has an event about an account", withFields("events", 0, { kind: "staff.joined" }), /line 1: kind: must not be about accounts/],
    [
      "has an event about a key",
      withFields("events", 0, { kind: "key.created" }),
      /events\/000001.ndjson, line 1: kind: must not be about/,
    ],
    ["has an event about the set-up", withFields("events", 0, { kind: "project.set_up" }), /line 1: kind: must not be about accounts/],
    [
      "has an event with a wrong person",
      withFields("events", 1, { data: { staff: "x" } }),
      /line 2: data.staff: must be the ID of someone/,
    ],
    ["has an event by a wrong person", withFields("events", 0, { actorId: "x" }), /events\/000001.ndjson, line 1: actorId: must be a UUID/],
    ["has an event by an unknown person", withFields("events", 0, { actorId: unknownId }), /line 1: actorId: must be the ID of someone/],
    [
      "has a batch by an unknown person",
      withFields("batches", 0, { actorId: unknownId }),
      /batches\/000001.ndjson, line 1: actorId: must be/,
    ],
    ["has a wave by a wrong person", withFields("waves", 0, { actorId: "1" }), /waves\/000001.ndjson, line 1: actorId: must be a UUID/],
    [
      "has an import by a wrong person",
      withFields("imports", 0, { actorId: "1" }),
      /imports\/000001.ndjson, line 1: actorId: must be a UUID/,
    ],
    [
      "has a person with a line break in their name",
      withFields("staff", 0, { name: "Joan\nClarke" }),
      /staff\/000001.ndjson, line 1: name/,
    ],
    ["has another consent text than the ID says", withFields("consents", 0, { text: "I agree to all" }), /line 1: id: must be the SHA-256/],
    [
      "has a claim by someone without an email",
      withFields("claims", 0, { email: "Ada@example.org" }),
      /line 1: email: must be a normalized/,
    ],
    ["reserves a code for no one", withFields("codes", 0, { reservedFor: "someone" }), /line 1: reservedFor: must be a normalized email/],
    ["has a delivery to a list of people", withFields("deliveries", 0, { recipient: "a@b.example,c@d.example" }), /recipient: must be/],
    ["has a name of a batch with a control character", withFields("batches", 0, { name: "Batch\u001b" }), /line 1: name: must not contain/],
    ["has a long name of a wave", withFields("waves", 0, { name: "x".repeat(201) }), /waves\/000001.ndjson, line 1: name: must be at most/],
    [
      "has a saved view without a name",
      withFields("saved_views", 0, { name: "" }),
      /saved_views\/000001.ndjson, line 1: name: is required/,
    ],
    [
      "has a button that runs a script",
      withFields("sends", 0, { buttonUrl: "javascript:alert(1)" }),
      /sends\/000001.ndjson, line 1: buttonUrl/,
    ],
    ["has a referrer that runs a script", withFields("leads", 0, { referrerUrl: "javascript:alert(1)" }), /line 1: referrerUrl: must be/],
    ["has an email template without a body", withFields("email_templates", 0, { body: " " }), /line 1: body/],
    ["has a version of a template without a subject", withFields("email_template_versions", 0, { subject: "" }), /line 1: subject/],
    ["has a long note", withFields("suppressions", 0, { note: "x".repeat(2001) }), /suppressions\/000001.ndjson, line 1: note: must be/],
    ["blocks no email or domain", withFields("block_list_entries", 0, { entry: "not a domain" }), /line 1: entry: must be a normalized/],
    ["has a file name with a control character", withFields("imports", 0, { fileName: "a\u0007.csv" }), /line 1: fileName: must not/],
    ["has an accent color that isn't one", withFields("projects", 0, { accent: "red;}" }), /line 1: accent: must be a color/],
  ])("that %s is noticed before anything is written", async (_, members, message) => {
    const file = await writeExport(newFile(), members);
    await expect(Array.fromAsync(readExport(file))).rejects.toThrow(message);
  });

  type DatabaseCase = [string, Member[], RegExp];
  const databaseCases: readonly DatabaseCase[] = [
    [
      "has a NUL character",
      withFields("import_rows", 0, { unreadable: "\u0000" }),
      /import_rows\/000001.ndjson, line 1: the database doesn't accept/,
    ],
    ["has more claims than allowed", withFields("codes", 1, { claims: 2 }), /codes\/000001.ndjson, line 2: it violates .*within_limit/],
    ["has a key twice", withFields("leads", 4, { email: "bob@example.org" }), /leads\/000001.ndjson, line 5: there is another row/],
    ["has a number that is too large", withFields("codes", 2, { batchIndex: 1e15 }), /codes\/000001.ndjson, line 3: the database doesn't/],
    [
      "has a claim of an unknown lead",
      withFields("claims", 1, { email: "unknown@example.org" }),
      /claims\/000001.ndjson, line 2: it refers to a row of leads/,
    ],
    ["has a wrong number of codes", withFields("batches", 0, { codeCount: 900 }), /batches\/000001.ndjson, line 1: codeCount: must fit/],
    ["has a lead without their claim", withFields("leads", 0, { hasClaimed: false }), /leads\/000001.ndjson, line 1: hasClaimed: must fit/],
    ["has an unknown referrer", withFields("leads", 0, { referredBy: "x@example.org" }), /leads\/000001.ndjson, line 1: it refers to/],
    [
      "has a wrong number of claims",
      withFields("codes", 0, { claims: 0 }),
      /codes\/000001.ndjson, line 1: claims: must fit the other rows/,
    ],
  ];
  test.each(size(databaseCases.slice(-1), databaseCases))("that %s changes nothing", async (_, members, message) => {
    await expect(importFile(await writeExport(newFile(), members))).rejects.toThrow(message);
    expect(await countLeads()).toBe(0);
  });

  test("acts as a person or key of the installation that imports it changes nothing", async () => {
    const [key] = await queryRows<{ id: string }>(db, sql`select id from api_keys limit 1`);
    const owner = await insertStaff(ctx, { role: "owner" });
    const cases: [Member[], RegExp][] = [
      [withFields("events", 0, { actorKind: "secret_key", actorId: key?.id }), /line 1: actorId: must not be the ID of a person or key/],
      [withFields("batches", 0, { actorKind: "public_key", actorId: key?.id }), /line 1: actorId: must not be the ID of a person or key/],
      [withFields("staff", 0, { id: owner.id }), /staff\/000001.ndjson, line 1: id: must not be the ID of someone/],
    ];
    for (const [members, message] of cases) await expect(importFile(await writeExport(newFile(), members))).rejects.toThrow(message);
    expect(await countLeads()).toBe(0);
    await db.execute(sql`delete from staff where id = ${owner.id}::uuid`);
  });

  test("is one that is truncated, changed, a backup, or something else", async () => {
    const file = await writeExport(newFile(), exportMembers(sampleRows));
    const bytes = readFileSync(file);
    const tar = gunzipSync(bytes);
    const changedTar = Buffer.from(tar);
    changedTar.write("bxb@example.org", tar.indexOf("bob@example.org"));
    const damaged: [Buffer, RegExp][] = [
      [bytes.subarray(0, bytes.length / 2), /damaged or incomplete/],
      [gzipSync(tar.subarray(0, tar.length - 2048)), /damaged or incomplete/],
      [gzipSync(tar.subarray(0, 512 * Math.floor(tar.length / 1024))), /damaged or incomplete/],
      [gzipSync(changedTar), /leads\/000001.ndjson doesn't have its checksum/],
      [gzipSync("not a tar file"), /damaged or incomplete|not the export/],
      [Buffer.from("leads"), /is not a Gatehouse export/],
    ];
    for (const [content, message] of damaged) {
      const damagedFile = newFile();
      writeFileSync(damagedFile, content);
      await expect(Array.fromAsync(readExport(damagedFile))).rejects.toThrow(message);
    }
    const backup = newFile();
    const noMembers = async function* (): AsyncGenerator<Member> {};
    await writeArchive(backup, noMembers());
    await expect(importFile(backup)).rejects.toThrow(/npm run restore/);
    await expect(importFile(join(folder, "missing"))).rejects.toThrow(/can't be read \(ENOENT\)/);
    expect(await countLeads()).toBe(0);
  });

  test("is a small file that unpacks to a huge one", async () => {
    // The header of a member of 300 MB, and that many zeros.
    const header = gunzipSync(readFileSync(await writeExport(newFile(), exportMembers(sampleRows)))).subarray(0, 512);
    header.write((300 * 1024 ** 2).toString(8).padStart(11, "0"), 124);
    header.fill(" ", 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
    );
    const file = newFile();
    writeFileSync(file, gzipSync(Buffer.concat([header, Buffer.alloc(8 * 1024 ** 2)])));
    await expect(Array.fromAsync(readExport(file))).rejects.toThrow(/damaged or incomplete/);
  });

  test("is any file once it was canceled", async () => {
    const file = await writeExport(newFile(), exportMembers(sampleRows));
    const queue = () => openJobQueue(app.url, console.error);
    await expect(importProject({ url: app.url, file, openQueue: queue }, AbortSignal.abort())).rejects.toThrow(/canceled/);
    expect(await countLeads()).toBe(0);
  });
});

describe("an imported project", () => {
  beforeAll(async () => {
    // The new installation has keys and an owner already.
    await insertStaff(ctx, { name: "Owner of the new installation", role: "owner" });
    expect(await importFile(await writeExport(newFile(), exportMembers(sampleRows)))).toEqual({ rows: 35, pendingEmails: 3 });
  });

  test("has every row and field of the file, and exports the same", async () => {
    const rows = await readRows(await exportProject());
    expect(rows).toEqual(sampleRows);
    const emptyFields = exportedTables.flatMap(({ name, fields }) =>
      fields.filter((field) => !rows[name]?.some((row) => row[field.name] !== null)).map((field) => `${name}.${field.name}`),
    );
    expect(emptyFields).toEqual([]);
  });

  test("keeps its secrets, accounts and keys", async () => {
    await db.execute(sql`update projects set smtp_encrypted = 'sealed-secret', trusted_providers = '{oidc}'`);
    await db.execute(
      sql`insert into email_webhooks (project_id, provider, secret_encrypted) values (${ctx.projectId}, 'ses', 'sealed-secret')`,
    );
    const [{ salt = "" } = {}] = await queryRows<{ salt?: string }>(db, sql`select client_salt as salt from projects`);
    const keys = await queryRows<{ hash: string; name: string }>(db, sql`select hash, name from api_keys`);
    const text = (await readMembers(await exportProject())).map(({ content }) => content.toString()).join("");
    expect(text).toContain("ada@example.org");
    for (const secret of [
      salt,
      "sealed-secret",
      "Owner of the new installation",
      "oidc",
      ...keys.flatMap(({ hash, name }) => [hash, name]),
    ])
      expect(text).not.toContain(secret);
    expect(keys.length).toBeGreaterThan(0);
    const secrets = exportedTables
      .flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.column}`))
      .filter((field) => /secret|encrypted|password|hash|salt|token|totp/.test(field));
    expect(secrets).toEqual([]);
  });

  test("works with the keys of its new installation", async () => {
    const api = apiClient(app.secretKey);
    expect((await api.get("/codes/curious-pineapple")).data).toMatchObject({ claims: 1, allowedClaims: 10, tags: ["press"] });
    const claimed = await apiClient(app.publicKey).post("/codes/claim", { code: "Curious Pineapple", email: "new@example.org" });
    expect(claimed.status).toBe(200);
    expect((await api.post("/claims/exchange", { token: claimed.data.token })).data.lead.email).toBe("new@example.org");
    expect((await api.get("/codes/curious-pineapple")).data.claims).toBe(2);
    await db.execute(sql`update projects set paused = array_remove(paused, 'sign_ups')`);
    const friend = await api.post("/leads/create", { email: "friend@example.org", referralCode: "bcdfgh22", waitlist: true });
    expect(friend.data.referredBy.email).toBe("bob@example.org");
    expect((await api.get("/leads?q=lovelace")).data.map((lead: { email: string }) => lead.email)).toEqual(["ada@example.org"]);
  });

  test("keeps positions in the waitlist and links in emails", async () => {
    const positions = await Promise.all(["bob@example.org", "carl@example.org"].map((email) => getWaitlistPosition(ctx, email)));
    expect(positions.map((each) => each?.position)).toEqual([2, 1]);
    // Signed by the old installation, whose secret is the same or in AUTH_SECRET_PREVIOUS.
    const linkToken = createCodeLinkToken(ctx.projectId, { code: "rπ-1", email: "bob@example.org" });
    const claimed = await apiClient(app.publicKey).post("/codes/claim", { code: "rπ-1", email: "bob@example.org", linkToken });
    const exchanged = await apiClient(app.secretKey).post("/claims/exchange", { token: claimed.data.token });
    expect(exchanged.data.emailVerified).toBe(true);
  });

  test("shows who did what in the activity log, without an account", async () => {
    const { data } = await apiClient(app.secretKey).get("/events?kind=codes.generated");
    expect(data[0].actor).toEqual({ kind: "staff", id: sampleRows.staff?.[0]?.id, name: "Joan Clarke" });
    const team = await apiClient(null).get("/team", { cookie: await createCookie(ctx, { role: "owner" }) });
    expect(team.data.map(({ name }: { name: string }) => name)).not.toContain("Joan Clarke");
    const imported = await apiClient(app.secretKey).get("/events?kind=project.imported");
    expect(imported.data[0].data).toEqual({ pendingEmails: 3 });
  });

  test("sends nothing until email is resumed, and then each waiting email in its turn", async () => {
    expect(await queryRows(db, sql`select paused from projects`)).toEqual([{ paused: ["email"] }]);
    const jobs = await queryRows<{ data: { attempt: number; deliveryIds: string[] }; waits: boolean }>(
      db,
      sql`select data, start_after > now() + interval '1 year' as waits from pgboss.job where name = ${deliveryQueue} and state < 'active' order by data ->> 'attempt', waits`,
    );
    const ids = sampleRows.deliveries?.map(({ id }) => id) ?? [];
    const imported = jobs.filter(({ data }) => data.deliveryIds.some((id) => ids.includes(id)));
    expect(imported.map(({ data, waits }) => [data.attempt, data.deliveryIds, waits])).toEqual([
      [1, [ids[1]], false],
      [2, [ids[3]], false],
      [2, [ids[2]], true],
    ]);
  });

  test("finishes only the sends that have waiting emails later", async () => {
    const pending = new Set(
      sampleRows.deliveries?.flatMap(({ status, sendId }) => (pendingStatuses.includes(status as never) ? [sendId] : [])),
    );
    const sends = await queryRows<{ id: string; is_finished: boolean }>(db, sql`select id, is_finished from sends`);
    expect(sends.filter(({ is_finished: isFinished }) => !isFinished).map(({ id }) => id)).toEqual(
      sends.flatMap(({ id }) => (pending.has(id) ? [id] : [])),
    );
  });

  test("gives the same file after an import into an empty database, and into a new installation", async () => {
    const file = await exportProject();
    const target = isHeavy ? await createEmptyDatabase() : otherDatabase;
    await importFile(file, target.url);
    expect(readFileSync(await exportProject(target.url)).equals(readFileSync(file))).toBe(true);
    const { secretKey } = await createFirstProject(target.db, {});
    expect(readFileSync(await exportProject(target.url)).equals(readFileSync(file))).toBe(true);

    // Numbers and lists are those of the old installation.
    await recountWaitlist(db, ctx.projectId, { force: true });
    await db.execute(sql`delete from stats`);
    const paths = [
      "/leads",
      "/leads/stats",
      "/codes",
      "/batches",
      "/claims",
      "/claims/stats",
      "/waitlist",
      "/sends",
      "/suppressions",
      "/imports",
    ];
    const readAll = (key: string | null) => Promise.all(paths.map(async (path) => (await apiClient(key).get(path)).data));
    const before = await readAll(app.secretKey);
    const queue = openJobQueue(target.url, console.error);
    const after = await app.runOnPool({ connection: target, queue }, () => readAll(secretKey)).finally(() => queue.close());
    for (const [index, path] of paths.entries()) expect(withoutTime(after[index]), path).toEqual(withoutTime(before[index]));
  });

  test("is only loaded into an empty project", async () => {
    const before = await fingerprintDatabase(db);
    await expect(importFile(await exportProject())).rejects.toThrow(/project is not empty \(the table consents has rows\)/);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});

describe("the endpoint", () => {
  const download = (options: RequestOptions) => callRoute("GET", "/project/export", options);

  test("returns the same file as the command, and records it", async () => {
    const response = await download({ cookie: await createCookie(ctx, { role: "admin" }) });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/gzip",
      "content-disposition": expect.stringMatching(/^attachment; filename="gatehouse-export-\d{4}-\d\d-\d\d.tar.gz"/),
      "cache-control": "private, no-store",
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(await exportProject()))).toBe(true);
    const { data } = await apiClient(app.secretKey).get("/events?kind=project.exported");
    expect(data.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual(["staff"]);
  });

  test("accepts secret keys that can read everything, and no members", async () => {
    const keyWith = async (scopes: string) => {
      const key = await insertApiKey(ctx, "secret_key");
      await db.execute(sql`update api_keys set scopes = ${scopes}::text[] where hash = ${sha256Hex(key)}`);
      return key;
    };
    expect((await download({ key: await keyWith("{codes,leads,sends}") })).status).toBe(403);
    expect((await download({ cookie: await createCookie(ctx, { role: "member" }) })).status).toBe(403);
    expect((await download({ key: app.publicKey })).status).toBe(403);
    expect((await download({})).status).toBe(401);
    const reader = await download({ key: await keyWith("{read}") });
    expect(reader.status).toBe(200);
    await reader.body?.cancel();
  });

  test("runs two exports at once, and another after one was canceled", async () => {
    const open = await Promise.all([download({ key: app.secretKey }), download({ key: app.secretKey })]);
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await apiClient(app.secretKey).get("/project/export");
    expect(refused).toMatchObject({ status: 429, error: "too_many_requests" });
    for (const { body } of open) await body?.cancel();
    const next = await download({ key: app.secretKey });
    expect(next.status).toBe(200);
    await next.body?.cancel();
    await expect
      .poll(() =>
        queryRows(db, sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'gatehouse export'`),
      )
      .toEqual([]);
  });
});

test("an export of an empty database, or of one that another version migrated, is refused", async () => {
  const target = await createEmptyDatabase();
  await expect(exportProject(target.url)).rejects.toThrow(/database is empty/);
  await target.db.execute(sql`create schema drizzle`);
  await target.db.execute(sql`create table drizzle.__drizzle_migrations (created_at bigint)`);
  const [first = 0, ...others] = journal.entries.map(({ when }) => when);
  const addMigrations = (times: readonly number[]) =>
    target.db.execute(
      sql`insert into drizzle.__drizzle_migrations select value::bigint from jsonb_array_elements_text(${JSON.stringify(times)}::jsonb)`,
    );
  await addMigrations([first]);
  await expect(exportProject(target.url)).rejects.toThrow(/earlier version/);
  await expect(importFile(newFile(), target.url)).rejects.toThrow(/earlier version/);
  await addMigrations([...others, 99_999_999_999_999]);
  await expect(exportProject(target.url)).rejects.toThrow(/newer version/);
});
