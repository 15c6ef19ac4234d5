// cspell:words Mailadresse Nachname Warteliste Kontakt Müller OPTIN
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CsvExport } from "@/contract/export-columns";
import { listImportRowsEndpoint } from "@/contract/imports";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { waitForLockWaits } from "@/tests/harness/locks";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import { type Context, inTransaction } from "../context";
import { listEvents } from "../events/list";
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

const app = await createTestApp();
const { db } = app;
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

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
    const { done } = await importLeads(
      ctx,
      "Email Address;First Name;Nachname;OPTIN_TIME;Notes;Warteliste\r\n" +
        'ADA@example.org;Ada;Lovelace;2020-03-04 05:06:07;"likes; semicolons";ja\r\n' +
        "grace@example.org;Grace;Hopper;2019-01-02;;yes\r\n" +
        "linus@example.org;Linus;;2021-01-02;;no\r\n",
      { consent: "Newsletter form on example.org", waitlistOrder: "date" },
    );
    expect(done).toMatchObject({ status: "completed", delimiter: ";", result: { created: 3, updated: 0, skipped: 0 } });
    expect(await getLead(ctx, "ada@example.org")).toMatchObject({
      firstname: "Ada",
      lastname: "Lovelace",
      notes: "likes; semicolons",
      source: "import",
      status: "active",
      onWaitlist: true,
      createdAt: "2020-03-04T05:06:07.000Z",
      consent: { wording: "Newsletter form on example.org", at: "2020-03-04T05:06:07.000Z" },
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
    await importLeads(ctx, "email\nb@example.org\na@example.org", { waitlist: "all" });
    expect(await getLeadPosition(ctx, "b@example.org")).toMatchObject({ position: 2 });
    expect(await getLeadPosition(ctx, "a@example.org")).toMatchObject({ position: 3 });
    await importLeads(ctx, "email,position\nd@example.org,21\nc@example.org,3.0", { waitlist: "all" });
    expect(await getLeadPosition(ctx, "c@example.org")).toMatchObject({ position: 4 });
    expect(await getLeadPosition(ctx, "d@example.org")).toMatchObject({ position: 5 });
  });

  test("doesn't count imported leads as sign-ups of today", async () => {
    const ctx = await createProject();
    await insertLead(ctx, {});
    await importLeads(ctx, "email,created\na@example.org,\nb@example.org,2020-01-02");
    const { days } = await getDailyStats(ctx, dailyLeadCounts, { span: "all" });
    expect(days[0]).toEqual({ date: "2020-01-02", count: 1 });
    expect(days.at(-1)?.count).toBe(1);
  });

  test("accepts headers that are names of properties of objects", async () => {
    const ctx = await createProject();
    const { id } = await importLeads(ctx, "email,constructor,__proto__,toString\na@example.org,1,2,3");
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
    const { id, checked, done } = await importLeads(ctx, file, { answers: { "unreadable_dates:created": "skip" } });
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
    const { id } = await importLeads(ctx, file, { answers: { "unreadable_dates:Created": "skip" } });
    const list = await listImportRows(ctx, id, { outcome: "refused" });
    const refused = (await Array.fromAsync(exportChunks({ csv: listImportRowsEndpoint.csv as CsvExport, format: "csv" }, list))).join("");
    const corrected = refused
      .replace(/(?<=ada@)(?=,)/, "example.org")
      .replace(/yesterday(?=\r)/, "2020-01-02")
      .replace(/(?<=,)ok@/, "twice@");
    const { done, checked } = await importLeads(ctx, corrected);
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
      const { id, done } = await importLeads(ctx, "email,first name,last name,notes\nada@example.org,Augusta,King,new note", { existing });
      expect(done.result).toMatchObject({ created: 0, [result]: 1 });
      expect(await getLead(ctx, "ada@example.org")).toMatchObject({
        firstname,
        notes,
        lastname: existing === "skip" ? before.lastname : (before.lastname ?? "King"),
      });
      await undoImport(ctx, id);
      const { updatedAt: _, ...after } = await getLead(ctx, "ada@example.org");
      expect(before).toMatchObject(after);
    },
  );

  test("remembers what was chosen for a header", async () => {
    const ctx = await createProject();
    const file = "Kontakt,Extra\na@example.org,x";
    const { id, suggestedMapping } = await uploadLeads(ctx, file);
    expect(suggestedMapping).toEqual({ Kontakt: "email" });
    await checkImport(ctx, id, { mapping: { Kontakt: "email", Extra: "notes" } });
    await runImport(ctx, id);
    expect((await uploadLeads(ctx, file)).suggestedMapping).toEqual({ Kontakt: "email", Extra: "notes" });
  });
});

describe("steps", () => {
  test("a large import can be paused, resumed and canceled, and imports each row once", async () => {
    const ctx = await createProject();
    const amount = size(2000, 5000);
    const { id, suggestedMapping } = await uploadLeads(ctx, manyLeads(amount));
    expect(await checkImport(ctx, id, { mapping: suggestedMapping, waitlist: "all" })).toMatchObject({ status: "checking" });
    await runJobOf(ctx, id);
    expect(await runImport(ctx, id)).toMatchObject({ status: "running", progress: { processed: 0, total: amount } });
    const other = app.openSecondPool().ctx;
    // Pauses after the first rows, however fast the others would be.
    let pausing: ReturnType<typeof pauseImport> | undefined;
    const transaction: Context["db"]["transaction"] = async (callback, options) => {
      const result = await other.db.transaction(callback, options);
      if (!pausing && (await getImport(ctx, id)).progress.processed > 0) pausing = pauseImport(ctx, id);
      await pausing;
      return result;
    };
    await runJobOf({ ...other, db: Object.assign(Object.create(other.db), { transaction }), projectId: ctx.projectId }, id);
    const paused = await getImport(ctx, id);
    expect(await pausing).toEqual(paused);
    expect(paused.status).toBe("paused");
    expect(paused.progress.processed).toBeLessThan(amount);
    const events = await collectAll(listEvents(ctx, { kind: ["records.changed"] }));
    expect(events.map(({ data }) => data)).toEqual([{ import: id }]);
    await cancelImport(ctx, id);
    expect((await listEmails(ctx)).length).toBe(paused.result.created);
    await runImport(ctx, id);
    await runJobOf(ctx, id);
    expect(await getImport(ctx, id)).toMatchObject({ status: "completed", result: { created: amount } });
    expect((await listEmails(ctx)).length).toBe(amount);
  });

  test("a pause that arrives while the import starts stops it", async () => {
    const ctx = await createProject();
    const { id } = await uploadLeads(ctx, manyLeads(501));
    await checkImport(ctx, id, { mapping: { email: "email" } });
    await runJobOf(ctx, id);
    const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const steps = await inTransaction(ctx, async (inner) => {
      await inner.db.execute(sql`select from imports where id = ${id} for update`);
      const run = runImport(other, id);
      await waitForLockWaits(db, 1);
      const pause = pauseImport(other, id);
      await waitForLockWaits(db, 2);
      return [run, pause];
    });
    await Promise.all(steps);
    const open = await queryRows(db, sql`select from background_jobs where project_id = ${ctx.projectId} and ended_at is null`);
    expect([(await getImport(ctx, id)).status, open.length]).toEqual(["paused", 0]);
  });

  test("undo deletes exactly the leads that were added, and keeps those who have claimed a code or signed up again", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "before@example.org" });
    const { id } = await importLeads(ctx, "email\na@example.org\nclaimed@example.org\nagain@example.org\nbefore@example.org");
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
    const { id } = await importLeads(
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
    await importLeads(ctx, "email,name\nada@example.org,Ada Lovelace");
    await deleteLead(ctx, "ada@example.org");
    const rows = await queryRows(db, sql`select r::text from import_rows r where project_id = ${ctx.projectId}`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/\bada\b|lovelace/i);
  });

  test.each(["check", "run"])("a lead who is deleted during the %s isn't imported again and leaves no trace", async (step) => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "ada@example.org" });
    const { id } = await uploadLeads(ctx, "email,name,unsubscribed\nada@example.org,Ada Lovelace,yes\nbob@example.org,Bob,no");
    const check = (context: Context) =>
      checkImport(context, id, { mapping: { email: "email", name: "name", unsubscribed: "unsubscribed" }, existing: "overwrite" });
    if (step === "run") await check(ctx);
    const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    const [running] = await inTransaction(ctx, async (inner) => {
      const locked = await lockLeadsForDeletion(inner, ["ada@example.org"]);
      await deleteLockedLeads(inner, locked);
      const promise = step === "run" ? runImport(other, id) : check(other);
      await waitForLockWaits(db, 1);
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
    await importLeads(ctx, file.join(""));
    for (const [email, firstname] of leads) expect(await getLead(ctx, email)).toMatchObject({ firstname });
  });

  test("a wrong column, question or status is refused", async () => {
    const ctx = await createProject();
    const { id } = await uploadLeads(ctx, "email\na@example.org");
    for (const mapping of [{ other: "email" } as Record<string, string>, { email: "email", x: "field:company" }])
      expect(await getErrorName(checkImport(ctx, id, { mapping }))).toBe("invalid_input");
    for (const step of [runImport, undoImport, pauseImport]) expect(await getErrorName(step(ctx, id))).toBe("import_not_ready");
    expect(await getErrorName(getImport(await createProject(), id))).toBe("import_not_found");
    const { message } = await runImport(ctx, id).catch((error) => error);
    expect(message).toMatch(/the import is uploaded\. Check the file first: POST \/imports\/:id\/check/);
    await checkImport(ctx, id, { mapping: { email: "email" } });
    expect((await undoImport(ctx, id).catch((error) => error)).message).toMatch(/is checked\. Run it first: POST \/imports\/:id\/run/);
  });
});
