// cspell:words Mailadresse Nachname Warteliste Kontakt Müller OPTIN ller
import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { Cell } from "hucre";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, onTestFinished, test } from "vitest";
import type { CsvExport } from "@/contract/endpoint";
import { type ImportRecord, listImportRowsEndpoint } from "@/contract/imports";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { importCodes } from "../codes/import-codes";
import { type Context, inTransaction } from "../context";
import { exportChunks } from "../exports/file-formats";
import { parseExport } from "../exports/lists";
import { createLead } from "../leads/create";
import { deleteLead, deleteLockedLeads, lockLeadsForDeletion } from "../leads/delete";
import { getLead } from "../leads/record";
import { processSignUp } from "../leads/referrals";
import { updateLead } from "../leads/update";
import { getLeadPosition } from "../leads/waitlist";
import { dailyLeadCounts, getDailyStats } from "../stats/daily-counts";
import { getImport, listImportRows } from "./record";
import { cancelImport, checkImport, pauseImport, runImport, undoImport } from "./start";
import { uploadImport } from "./upload";

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const upload = (ctx: Context, file: string | Uint8Array, name = "leads.csv"): Promise<ImportRecord> =>
  uploadImport(ctx, Readable.from([Buffer.from(file)]), name);

async function importFile(ctx: Context, file: string | Uint8Array, settings: Partial<Parameters<typeof checkImport>[2]> = {}) {
  const { id, suggestedMapping } = await upload(ctx, file);
  const checked = await checkImport(ctx, id, { mapping: suggestedMapping, ...settings });
  return { id, checked, done: await runImport(ctx, id) };
}

/** Runs the job of an import's current step. */
async function runJobOf(ctx: Context, id: string, signal = new AbortController().signal): Promise<void> {
  const [row] = await queryRows<{ job_id: string }>(db, sql`select job_id from imports where id = ${id}`);
  await runBackgroundJob(ctx, row?.job_id ?? "", signal);
}

const listEmails = async (ctx: Context): Promise<string[]> =>
  (await queryRows<{ email: string }>(db, sql`select email from leads where project_id = ${ctx.projectId} order by email`)).map(
    ({ email }) => email,
  );

const manyLeads = (amount: number) => `email\n${Array.from({ length: amount }, (_, n) => `lead${n}@example.org`).join("\n")}`;

describe("importing a file", () => {
  test("keeps names, dates, notes, consent and waitlist order, and emails no one", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "first@example.org", onWaitlist: true });
    const { done } = await importFile(
      ctx,
      "Email Address;First Name;Nachname;OPTIN_TIME;Notes;Warteliste\r\n" +
        'ADA@example.org;Ada;Lovelace;2020-03-04 05:06:07;"likes; semicolons";ja\r\n' +
        "grace@example.org;Grace;Hopper;2019-01-02;;yes\r\n" +
        "linus@example.org;Linus;;2021-01-02;;no\r\n",
      { consent: "Newsletter form on example.org" },
    );
    expect(done).toMatchObject({ status: "completed", delimiter: ";", result: { created: 3, updated: 0, skipped: 0 } });
    expect(await getLead(ctx, "ada@example.org")).toMatchObject({
      ...{ firstname: "Ada", lastname: "Lovelace", notes: "likes; semicolons", source: "import", status: "active", onWaitlist: true },
      ...{ createdAt: "2020-03-04T05:06:07.000Z", consent: { wording: "Newsletter form on example.org", at: "2020-03-04T05:06:07.000Z" } },
    });
    expect(await getLeadPosition(ctx, "grace@example.org")).toMatchObject({ position: 1, waiting: 3 });
    expect(await getLeadPosition(ctx, "ada@example.org")).toMatchObject({ position: 2 });
    expect(await getLeadPosition(ctx, "first@example.org")).toMatchObject({ position: 3 });
    expect((await getLead(ctx, "linus@example.org")).onWaitlist).toBe(false);
    expect(await queryRows(db, sql`select from deliveries where project_id = ${ctx.projectId}`)).toEqual([]);
    expect(
      await queryRows(db, sql`select from pgboss.job where name = 'sign_ups' and (data ->> 'projectId')::int = ${ctx.projectId}`),
    ).toEqual([]);
  });

  test("puts leads without a date at the end of the waitlist, in the order of their positions or of the file", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "first@example.org", onWaitlist: true });
    await importFile(ctx, "email\nb@example.org\na@example.org", { waitlist: "all" });
    expect(await getLeadPosition(ctx, "b@example.org")).toMatchObject({ position: 2 });
    expect(await getLeadPosition(ctx, "a@example.org")).toMatchObject({ position: 3 });
    await importFile(ctx, "email,position\nd@example.org,21\nc@example.org,3.0", { waitlist: "all" });
    expect(await getLeadPosition(ctx, "c@example.org")).toMatchObject({ position: 4 });
    expect(await getLeadPosition(ctx, "d@example.org")).toMatchObject({ position: 5 });
  });

  test("doesn't count imported leads as sign-ups of today", async () => {
    const ctx = await createProject();
    await insertLead(ctx, {});
    await importFile(ctx, "email,created\na@example.org,\nb@example.org,2020-01-02");
    const { days } = await getDailyStats(ctx, dailyLeadCounts, { span: "all" });
    expect(days[0]).toEqual({ date: "2020-01-02", count: 1 });
    expect(days.at(-1)?.count).toBe(1);
  });

  test("accepts headers that are names of properties of objects", async () => {
    const ctx = await createProject();
    const { id } = await importFile(ctx, "email,constructor,__proto__,toString\na@example.org,1,2,3");
    const { columns, suggestedMapping } = await getImport(ctx, id);
    expect(columns).toEqual(["email", "constructor", "Column 3", "toString"]);
    expect(Object.entries(suggestedMapping)).toEqual([
      ["email", "email"],
      ["constructor", "ignore"],
      ["Column 3", "ignore"],
      ["toString", "ignore"],
    ]);
  });

  test("names invalid rows with number, value and reason, and refuses duplicates within the file", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "old@example.org" });
    const file = "email,created\nada@,\nnew@example.org,yesterday\n\nok@example.org,\nOK@example.org,\nold@example.org,";
    const { id, checked, done } = await importFile(ctx, file);
    expect(checked).toMatchObject({ status: "checked", counts: { new: 1, existing: 1, duplicate: 1, invalid: 2 } });
    const rows = await collectAll(await listImportRows(ctx, id, { outcome: "refused" }));
    expect(rows).toMatchObject([
      { row: 2, problem: { column: "email", value: "ada@", reason: "must be a valid email, such as ada@example.org" } },
      { row: 3, problem: { column: "created", value: "yesterday" } },
      { row: 6, outcome: "duplicate", problem: null },
    ]);
    expect(done.result).toMatchObject({ created: 1, skipped: 1 });
  });

  test("imports the refused rows once their file is corrected, and the others only once", async () => {
    const ctx = await createProject();
    const file =
      'Email,First name,Created\nada@,"=Ada, ""Countess""",\nlin@example.org,Lin,yesterday\nok@example.org,Ok,\nok@example.org,Twice,\n';
    const { id } = await importFile(ctx, file);
    const list = await listImportRows(ctx, id, { outcome: "refused" });
    const refused = (await Array.fromAsync(exportChunks({ csv: listImportRowsEndpoint.csv as CsvExport, format: "csv" }, list))).join("");
    const corrected = refused
      .replace(/(?<=ada@)(?=,)/, "example.org")
      .replace(/yesterday(?=\r)/, "2020-01-02")
      .replace(/(?<=,)ok@/, "twice@");
    const { done, checked } = await importFile(ctx, corrected);
    expect(checked).toMatchObject({
      settings: { mapping: { Email: "email", "First name": "firstname", Created: "createdAt" } },
      counts: { new: 3 },
    });
    expect(done.result).toMatchObject({ created: 3, skipped: 0 });
    expect(await listEmails(ctx)).toEqual(["ada@example.org", "lin@example.org", "ok@example.org", "twice@example.org"]);
    expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: '=Ada, "Countess"' });
    expect(await getLead(ctx, "lin@example.org")).toMatchObject({ createdAt: "2020-01-02T00:00:00.000Z" });
  });

  test.each([
    ["skip", "Ada", "old note", "skipped"],
    ["fill", "Ada", "old note", "updated"],
    ["overwrite", "Augusta", "new note", "updated"],
  ] as const)(
    "with %s, existing leads keep or get fields as chosen, and undo restores them",
    async (existing, firstname, notes, result) => {
      const ctx = await createProject();
      await insertLead(ctx, { email: "ada@example.org", firstname: "Ada", notes: "old note" });
      const before = await getLead(ctx, "ada@example.org");
      const { id, done } = await importFile(ctx, "email,first name,last name,notes\nada@example.org,Augusta,King,new note", { existing });
      expect(done.result).toMatchObject({ created: 0, [result]: 1 });
      expect(await getLead(ctx, "ada@example.org")).toMatchObject({
        ...{ firstname, notes, lastname: existing === "skip" ? before.lastname : (before.lastname ?? "King") },
      });
      await undoImport(ctx, id);
      const { updatedAt: _, ...after } = await getLead(ctx, "ada@example.org");
      expect(before).toMatchObject(after);
    },
  );

  test("remembers what was chosen for a header", async () => {
    const ctx = await createProject();
    const file = "Kontakt,Extra\na@example.org,x";
    const { id, suggestedMapping } = await upload(ctx, file);
    expect(suggestedMapping).toEqual({});
    await checkImport(ctx, id, { mapping: { Kontakt: "email", Extra: "notes" } });
    expect((await upload(ctx, file)).suggestedMapping).toEqual({ Kontakt: "email", Extra: "notes" });
  });
});

describe("steps", () => {
  test("a large import can be paused, resumed and canceled, and imports each row once", async () => {
    const ctx = await createProject();
    const amount = size(2000, 5000);
    const { id, suggestedMapping } = await upload(ctx, manyLeads(amount));
    expect(await checkImport(ctx, id, { mapping: suggestedMapping, waitlist: "all" })).toMatchObject({ status: "checking" });
    await runJobOf(ctx, id);
    expect(await runImport(ctx, id)).toMatchObject({ status: "running", progress: { processed: 0, total: amount } });
    const other = app.openSecondPool().ctx;
    const running = runJobOf({ ...other, projectId: ctx.projectId }, id);
    while ((await getImport(ctx, id)).progress.processed === 0);
    const paused = await pauseImport(ctx, id);
    await running;
    expect(paused.status).toBe("paused");
    expect(paused.progress.processed).toBeLessThan(amount);
    expect(await getImport(ctx, id)).toEqual(paused);
    await cancelImport(ctx, id);
    expect((await listEmails(ctx)).length).toBe(paused.result.created);
    await runImport(ctx, id);
    await runJobOf(ctx, id);
    expect(await getImport(ctx, id)).toMatchObject({ status: "completed", result: { created: amount } });
    expect((await listEmails(ctx)).length).toBe(amount);
  });

  test("a pause that arrives while the import starts stops it", async () => {
    const ctx = await createProject();
    const { id } = await upload(ctx, manyLeads(501));
    await checkImport(ctx, id, { mapping: { email: "email" } });
    await runJobOf(ctx, id);
    const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const steps = await inTransaction(ctx, async (inner) => {
      await inner.db.execute(sql`select from imports where id = ${id} for update`);
      const run = runImport(other, id);
      await expect.poll(() => queryRows(db, isWaiting)).toHaveLength(1);
      const pause = pauseImport(other, id);
      await expect.poll(() => queryRows(db, isWaiting)).toHaveLength(2);
      return [run, pause];
    });
    await Promise.all(steps);
    const open = await queryRows(db, sql`select from background_jobs where project_id = ${ctx.projectId} and ended_at is null`);
    expect([(await getImport(ctx, id)).status, open.length]).toEqual(["paused", 0]);
  });

  test("undo deletes exactly the leads that were added, and keeps those who have claimed a code or signed up again", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "before@example.org" });
    const { id } = await importFile(ctx, "email\na@example.org\nclaimed@example.org\nagain@example.org\nbefore@example.org");
    await insertCode(ctx, { claimedBy: ["claimed@example.org"] });
    await deleteLead(ctx, "again@example.org");
    await insertLead(ctx, { email: "again@example.org" });
    expect(await undoImport(ctx, id)).toMatchObject({ status: "undone", result: { undone: 1, kept: 2 } });
    expect(await listEmails(ctx)).toEqual(["again@example.org", "before@example.org", "claimed@example.org"]);
    expect(await getErrorName(undoImport(ctx, id))).toBe("import_not_ready");
  });

  test("undo keeps leads that were edited or signed up themselves since, and counts them", async () => {
    const ctx = await createProject();
    const names = ["unchanged", "edited", "tagged", "joined", "waiting"];
    const { id } = await importFile(
      ctx,
      `email,waitlist\n${names.map((name) => `${name}@example.org,${name === "waiting" ? "yes" : "no"}`).join("\n")}`,
    );
    await updateLead(ctx, "edited@example.org", { firstname: "Ada" });
    await updateLead(ctx, "tagged@example.org", { addTags: ["vip"] });
    const visitor: Context = { ...ctx, actor: { kind: "visitor", id: null } };
    for (const name of ["joined", "waiting"]) {
      await createLead(visitor, { email: `${name}@example.org`, waitlist: true });
      const { referralCode } = await getLead(ctx, `${name}@example.org`);
      await processSignUp(ctx, { referralCode, sendEmail: true });
    }
    expect(await undoImport(ctx, id)).toMatchObject({ status: "undone", result: { undone: 1, kept: 4 } });
    expect(await listEmails(ctx)).toEqual(
      names
        .slice(1)
        .map((name) => `${name}@example.org`)
        .sort(),
    );
  });

  test("a deleted lead leaves no trace in the rows of the file", async () => {
    const ctx = await createProject();
    await importFile(ctx, "email,name\nada@example.org,Ada Lovelace");
    await deleteLead(ctx, "ada@example.org");
    const rows = await queryRows(db, sql`select r::text from import_rows r where project_id = ${ctx.projectId}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/ada|Lovelace/i);
  });

  test.each(["check", "run"])("a lead who is deleted during the %s isn't imported again and leaves no trace", async (step) => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "ada@example.org" });
    const { id } = await upload(ctx, "email,name,unsubscribed\nada@example.org,Ada Lovelace,yes\nbob@example.org,Bob,no");
    const check = (context: Context) =>
      checkImport(context, id, { mapping: { email: "email", name: "name", unsubscribed: "unsubscribed" }, existing: "overwrite" });
    if (step === "run") await check(ctx);
    const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const isWaiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const [running] = await inTransaction(ctx, async (inner) => {
      const locked = await lockLeadsForDeletion(inner, ["ada@example.org"]);
      await deleteLockedLeads(inner, locked);
      const promise = step === "run" ? runImport(other, id) : check(other);
      await expect.poll(() => queryRows(db, isWaiting)).toHaveLength(1);
      return [promise];
    });
    await running;
    if (step === "check") await runImport(ctx, id);
    expect(await listEmails(ctx)).toEqual(["bob@example.org"]);
    for (const table of ["import_rows", "suppressions", "events"])
      expect(
        JSON.stringify(await queryRows(db, sql.raw(`select t::text from ${table} t where project_id = ${ctx.projectId}`))),
      ).not.toMatch(/ada@|Lovelace/i);
  });

  test("reads texts that an export marked with an apostrophe as they were", async () => {
    const ctx = await createProject();
    const texts = ["=1+1", "+1", "-1", "@a", "\uff1d1", "\uff0b1", "\uff0d1", "\uff20a", "plain", "'=1+1", "''=1", "'plain", "''"];
    const leads = new Map(texts.map((firstname, index) => [`lead${index}@example.org`, firstname]));
    for (const [email, firstname] of leads) await insertLead(ctx, { email, firstname });
    const { csv, read } = parseExport({ list: "leads", format: "csv", columns: ["email", "firstName"] });
    const file = await Array.fromAsync(exportChunks({ csv, format: "csv", columns: ["email", "firstName"] }, await read(ctx)));
    for (const email of leads.keys()) await deleteLead(ctx, email);
    await importFile(ctx, file.join(""));
    for (const [email, firstname] of leads) expect(await getLead(ctx, email)).toMatchObject({ firstname });
  });

  test("a wrong column, question or status is refused", async () => {
    const ctx = await createProject();
    const { id } = await upload(ctx, "email\na@example.org");
    for (const mapping of [{ other: "email" } as Record<string, string>, { email: "email", x: "field:company" }])
      expect(await getErrorName(checkImport(ctx, id, { mapping }))).toBe("invalid_input");
    for (const step of [runImport, undoImport, pauseImport]) expect(await getErrorName(step(ctx, id))).toBe("import_not_ready");
    expect(await getErrorName(getImport(await createProject(), id))).toBe("import_not_found");
  });
});

describe("encodings and formats", () => {
  const text = "Mailadresse\tVorname\nmuller@example.org\tMüller – Zoë\n";
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  test.each([
    ["UTF-8", Buffer.from(text), "UTF-8"],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${text}`), "UTF-8"],
    ["UTF-16 LE", utf16, "UTF-16LE"],
    ["UTF-16 BE", Buffer.from(utf16).swap16(), "UTF-16BE"],
    ["Windows-1252", Buffer.from(text.replace("–", "\x96"), "latin1"), "WINDOWS-1252"],
  ])("%s is detected", async (_name, file, encoding) => {
    const ctx = await createProject();
    expect(await upload(ctx, file)).toMatchObject({
      encoding,
      delimiter: "\t",
      suggestedMapping: { Mailadresse: "email", Vorname: "firstname" },
    });
    await importFile(ctx, file);
    expect((await getLead(ctx, "muller@example.org")).firstname).toBe("Müller – Zoë");
  });

  test("an Excel file is read with its dates, and formulas are data", async () => {
    const ctx = await createProject();
    const rows = [
      ["Email", "First name", "Created"],
      ["ada@example.org", "=1+1", new Date("2020-01-02T00:00:00Z")],
    ];
    const { done } = await importFile(ctx, await writeXlsx({ sheets: [{ name: "Leads", rows }] }));
    expect(done).toMatchObject({ format: "xlsx", result: { created: 1 } });
    expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: "=1+1", createdAt: "2020-01-02T00:00:00.000Z" });
  });

  const workbook = (...rows: string[][]) => writeXlsx({ sheets: [{ name: "a", rows: [["email"], ...rows] }] });
  /** An Excel file with a row, in whose files and their names `from` was replaced. Not compressed, which takes half a second for 5 MB. */
  const changedWorkbook = async (cell: string, from: string, to: string) => {
    const files = Object.entries(unzipSync(await workbook([cell])));
    const changed = files.map(([name, content]) => [name.replace(from, to), strToU8(strFromU8(content).replaceAll(from, to))]);
    return zipSync(Object.fromEntries(changed), { level: 0 });
  };
  /** An Excel file whose second row says that it has another number. */
  const misnumbered = (number: string) => changedWorkbook("a@example.org", '<row r="2"', `<row r="${number}"`);
  const withCell = (cell: string) => changedWorkbook("@@@", "@@@", cell);

  test("at most six files of a project arrive at a time, and stalled ones don't block files of codes or of other projects", async () => {
    const ctx = await createProject();
    const started: number[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isFull, resolve: setFull } = Promise.withResolvers<void>();
    const uploads = Array.from({ length: 8 }, (_, index) =>
      uploadImport(
        ctx,
        (async function* () {
          if (started.push(index) === 6) setFull();
          await released;
          yield Buffer.from("email\na@example.org");
        })(),
        "leads.csv",
      ),
    );
    await isFull;
    expect(await upload(await createProject(), "email\na@example.org")).toMatchObject({ format: "csv" });
    expect(await importCodes(ctx, Buffer.from("code\nQX7V-9RTM-4KZP"), { dryRun: true })).toMatchObject({ imported: 1 });
    expect(started.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    release();
    expect(await Promise.all(uploads)).toHaveLength(8);
    expect(started.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test.each(["sep=;\n", '"sep=;"\n'])("the first line %j only states the separator, and rows keep their numbers", async (line) => {
    const ctx = await createProject();
    const { id, columns, delimiter } = await upload(ctx, `${line}email;name, title\n\n;\na@example.org;Ada, Dr.\n`);
    expect({ columns, delimiter }).toEqual({ columns: ["email", "name, title"], delimiter: ";" });
    expect(await collectAll(await listImportRows(ctx, id, {}))).toMatchObject([{ row: 5, cells: ["a@example.org", "Ada, Dr."] }]);
  });

  test("an upload removes the files of uploads that were killed hours ago", async () => {
    const [abandoned, recent] = [7, 5].map((hours) => {
      const path = join(tmpdir(), `gatehouse-import-${randomUUID()}`);
      writeFileSync(path, "");
      utimesSync(path, new Date(), new Date(Date.now() - hours * 3_600_000));
      return path;
    }) as [string, string];
    onTestFinished(() => rmSync(recent));
    await upload(await createProject(), "email\na@example.org");
    expect([existsSync(abandoned), existsSync(recent)]).toEqual([false, true]);
  });

  test("an Excel file with gaps between its rows keeps their numbers", async () => {
    const ctx = await createProject();
    const { id } = await upload(ctx, await misnumbered("5"));
    expect(await collectAll(await listImportRows(ctx, id, {}))).toMatchObject([{ row: 5, cells: ["a@example.org"] }]);
  });

  test("a formula of an Excel file is read as its saved value, and never evaluated or imported as a formula", async () => {
    const ctx = await createProject();
    const rows = [["Email", "First name", "Notes"], ["ada@example.org"], ["grace@example.org"]];
    const cells = new Map<string, Partial<Cell>>([
      ["1,1", { formula: "1+1", formulaResult: "Ada" }],
      ["1,2", { formula: 'HYPERLINK("https://example.com","Click")', formulaResult: "Click" }],
      ["2,1", { formula: 'IMAGE("https://example.com")' }],
    ]);
    const file = await writeXlsx({ sheets: [{ name: "Leads", rows, cells }] });
    const { done } = await importFile(ctx, file);
    expect(done.result.created).toBe(2);
    expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: "Ada", notes: "Click" });
    expect(await getLead(ctx, "grace@example.org")).toMatchObject({ firstname: null, notes: "" });
  });

  const bomb = async () => {
    const file = Buffer.from(await workbook(["a@example.org"]));
    // Both places that state the unpacked size of each file say 4 GB.
    for (let at = file.indexOf("PK\x01\x02", 0, "latin1"); at >= 0; at = file.indexOf("PK\x01\x02", at + 4, "latin1"))
      file.writeUInt32LE(0xfffffffe, at + 24);
    return file;
  };
  test.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, RegExp]>([
    ["an empty file", () => "", /empty/],
    ["headers only", () => "email\n", /no rows/],
    ["a cell of 1 MB", () => `email,notes\na@example.org,${"x".repeat(1_000_000)}`, /Row 2 has more than 100,000 characters/],
    ["10,000 columns", () => `email\n${"x,".repeat(10_000)}`, /Row 2 has 10,001 columns/],
    ["20,000 empty columns", () => `email\n${",".repeat(20_000)}`, /Row 2 has 20,001 columns/],
    ["a row of separators only", () => `email\n${",".repeat(600_000)}`, /Row 2 has more than 100,000 characters/],
    ["more than a million empty lines", () => `email\n${"\n".repeat(1_200_000)}a@example.org`, /1,048,576 with the empty ones/],
    ["a NUL byte", () => "email,notes\na@example.org,\0", /Row 2 has a NUL/],
    ["a quote that is never closed", () => 'email,notes\na@example.org,"half', /cut off/],
    ["a quote in the wrong place", () => 'email,notes\na@example.org,ha"lf', /quote in the wrong place/],
    ["a file cut in the middle of a character", () => Buffer.from("email\nü").subarray(0, 7), /cut off/],
    [
      "mixed encodings",
      () => Buffer.concat([Buffer.from("email,n\na@example.org,Müller é à\n"), Buffer.from("b@example.org,M\xfcller", "latin1")]),
      /mixes/,
    ],
    ["a truncated Excel file", async () => (await workbook()).subarray(0, 700), /damaged or cut off/],
    ["an Excel file that unpacks to gigabytes", bomb, /too large when unpacked/],
    ["an Excel file that unpacks to 1,000 times its size", () => workbook(["x".repeat(3_000_000)]), /too large when unpacked/],
    ["an Excel cell of 1 MB", () => withCell(randomBytes(500_000).toString("hex")), /Row 2 has more than 100,000 characters/],
    ["an Excel cell of 5 MB", () => withCell(randomBytes(2_500_000).toString("hex")), /too large when unpacked/],
    ["an Excel tag of 200 KB", () => withCell(`<${"a".repeat(200_000)}`), /too large when unpacked/],
    [
      "an Excel cell in a far column with a long tag",
      () => changedWorkbook("x", '<c r="A2"', `<c x="${">".repeat(80_000)}" r="AAAA2"`),
      /column AAA/,
    ],
    ["an Excel row of 300 columns", () => workbook(Array(300).fill("x")), /Row 2 has 300 columns/],
    ["an Excel row of 10,000 columns", () => workbook(Array(10_000).fill("x")), /cells in column AAA or later/],
    ["a ZIP file that isn't of Excel", () => changedWorkbook("x", "xl/workbook.xml", "my/contacts.csv"), /Unpack it/],
    ["an Excel file with a row twice", () => misnumbered("1"), /damaged or cut off/],
    ["an Excel file with a negative row", () => misnumbered("-5"), /damaged or cut off/],
    ["an Excel file with a row without a number", () => misnumbered("x"), /damaged or cut off/],
    ["an old Excel file", () => Buffer.from("d0cf11e0a1b11ae1", "hex"), /old or encrypted/],
  ])("%s is refused with a clear error, and nothing is stored", async (_name, file, message) => {
    const ctx = await createProject();
    const outcome = await upload(ctx, await file()).catch((error: Error & { errorName?: string }) => error);
    expect(outcome).toMatchObject({ errorName: "import_not_readable", message: expect.stringMatching(message) });
    expect(await queryRows(db, sql`select from imports where project_id = ${ctx.projectId}`)).toEqual([]);
    expect(await queryRows(db, sql`select from import_rows where project_id = ${ctx.projectId}`)).toEqual([]);
  });
});
