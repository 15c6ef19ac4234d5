import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SavedExport } from "@/contract/exports";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { stopAtCheck } from "@/tests/harness/jobs";
import { waitForLockWaits } from "@/tests/harness/locks";
import { createTestApp } from "@/tests/harness/test-app";
import { runBackgroundJob } from "@/worker/background-jobs";
import type { ApiError } from "../api-error";
import { deleteExpiredRows } from "../cleanup";
import { type Context, inTransaction } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { deleteLead, deleteLockedLeads, lockLeadsForDeletion } from "../leads/delete";
import { createExport, deleteExport, downloadExport, getExport, listExportColumns, listExports } from "./exports";
import type { ExportInput } from "./lists";

const app = await createTestApp();
const newContext = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const run = (ctx: Context, id: string, signal = new AbortController().signal) => runBackgroundJob(ctx, id, signal);
const leadsCsv: ExportInput = { list: "leads", format: "csv", columns: ["email", "firstName"] };

async function download(ctx: Context, id: string): Promise<string> {
  const { chunks, size } = await downloadExport(ctx, id);
  const content = Buffer.concat(await Array.fromAsync(chunks));
  expect(content.length).toBe(size);
  return content.toString();
}

async function insertLeads({ db, projectId }: Context, count: number): Promise<void> {
  await db.execute(sql`insert into leads (project_id, email, referral_code, notes) select ${projectId}::int, 'lead' || n || '@example.org', 'code' || n, repeat('x', 1500)
    from generate_series(1, ${count}::int) as n`);
}

/** Exports a list and returns the export. */
async function exportList(ctx: Context, input: ExportInput): Promise<SavedExport> {
  const { id } = await createExport(ctx, input);
  await run(ctx, id);
  return getExport(ctx, id);
}

const storedPieces = async ({ db, projectId }: Context) =>
  (await queryRows(db, sql`select from saved_file_chunks where project_id = ${projectId}`)).length;

test("an export is a file of all rows that match, with the chosen columns", async () => {
  const ctx = await newContext();
  const email = await insertLead(ctx, { firstname: "Ada", onWaitlist: true });
  await insertLead(ctx);
  const queued = await createExport(ctx, { ...leadsCsv, query: { waitlist: true, sort: "email" } });
  expect(queued).toMatchObject({
    list: "leads",
    format: "csv",
    status: "queued",
    progress: { processed: 0, total: 1 },
    size: null,
    fileName: "leads.csv",
  });
  expect(await getErrorName(downloadExport(ctx, queued.id))).toBe("export_not_ready");
  await run(ctx, queued.id);
  expect(await getExport(ctx, queued.id)).toMatchObject({ status: "completed", progress: { processed: 1, total: 1 } });
  expect(await getJob(ctx, queued.id)).toMatchObject({
    kind: "list.export",
    status: "completed",
    file: { path: `/exports/${queued.id}/file` },
  });
  expect(await download(ctx, queued.id)).toBe(`\uFEFFEmail,First name\r\n${email},Ada\r\n`);
});

test("an export for a program has the names of columns instead of their titles", async () => {
  const ctx = await newContext();
  const email = await insertLead(ctx, { firstname: "Ada" });
  const { id } = await exportList(ctx, { list: "leads", format: "csv", columns: ["email", "firstname"], header: "names" });
  expect(await download(ctx, id)).toBe(`\uFEFFemail,firstname\r\n${email},Ada\r\n`);
  const refused = await createExport(ctx, { list: "leads", format: "ndjson", header: "names" }).catch((error: ApiError) => error.fields);
  expect(refused).toEqual({ header: ["needs `format` csv or xlsx"] });
});

test.each(["xlsx", "ndjson"] as const)("a large %s file is stored in pieces, and starts over after it was interrupted", async (format) => {
  const ctx = await newContext();
  await insertLeads(ctx, 1100);
  const { id } = await createExport(ctx, { list: "leads", format });
  await expect(run(ctx, id, stopAtCheck(3))).rejects.toThrow("The worker was stopped");
  expect(await storedPieces(ctx)).toBe(0);
  await run(ctx, id);
  expect(await getExport(ctx, id)).toMatchObject({ status: "completed", progress: { processed: 1100, total: 1100 } });
  const { chunks, size } = await downloadExport(ctx, id);
  const pieces = await Array.fromAsync(chunks);
  expect(Buffer.concat(pieces).length).toBe(size);
  // Repeated texts are smaller in Excel files, which are compressed.
  expect(pieces.length).toBe(format === "xlsx" ? 1 : 2);
  if (format === "ndjson") expect(readEmails(Buffer.concat(pieces).toString()).size).toBe(1100);
});

const readEmails = (lines: string) =>
  new Set(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).email),
  );

test("two workers make a file once", async () => {
  const ctx = await newContext();
  await insertLeads(ctx, 1100);
  const { id } = await createExport(ctx, { list: "leads", format: "ndjson" });
  const both = [ctx, { ...app.openSecondPool().ctx, projectId: ctx.projectId }].map((worker) => run(worker, id));
  await Promise.allSettled(both);
  expect(readEmails(await download(ctx, id)).size).toBe(1100);
});

test("a canceled export keeps nothing of its file", async () => {
  const ctx = await newContext();
  await insertLeads(ctx, 1100);
  const { id } = await createExport(ctx, { list: "leads", format: "ndjson" });
  await Promise.all([run(ctx, id), cancelJob(ctx, id)]);
  expect(await getExport(ctx, id)).toMatchObject({ status: "canceled", size: null });
  expect(await storedPieces(ctx)).toBe(0);
  const other = await createExport(ctx, leadsCsv);
  expect(await deleteExport(ctx, other.id)).toMatchObject({ status: "queued" });
  expect(await getJob(ctx, other.id)).toMatchObject({ status: "canceled" });
  expect(await getErrorName(getExport(ctx, other.id))).toBe("export_not_found");
});

test("the deletion of a lead deletes the files that may contain them, also while they are being made", async () => {
  const ctx = await newContext();
  const email = await insertLead(ctx);
  const { id } = await exportList(ctx, leadsCsv);
  const { id: unfinished } = await createExport(ctx, leadsCsv);
  await deleteLead(ctx, email);
  await run(ctx, unfinished);
  expect(await getJob(ctx, unfinished)).toMatchObject({ status: "failed", error: { error: "lead_deleted" } });
  expect(await getExport(ctx, unfinished)).toMatchObject({ status: "failed", size: null });
  expect(await getErrorName(downloadExport(ctx, id))).toBe("export_not_found");
  expect(await storedPieces(ctx)).toBe(0);
});

test("an export starts only after a deletion in progress, so that it has none of the deleted leads", async () => {
  const ctx = await newContext();
  const email = await insertLead(ctx);
  const other = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
  const [exported] = await inTransaction(ctx, async (inner) => {
    await deleteLockedLeads(inner, await lockLeadsForDeletion(inner, [email]));
    const promise = exportList(other, leadsCsv);
    await waitForLockWaits(ctx.db, 1);
    return [promise];
  });
  expect(await download(ctx, (await exported).id)).toBe("\uFEFFEmail,First name\r\n");
});

test("an expired file is deleted", async () => {
  const ctx = await newContext();
  const { id, expiresAt, createdAt } = await exportList(ctx, leadsCsv);
  expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 3600_000);
  await ctx.db.execute(sql`update saved_files set expires_at = now() - interval '1 second' where project_id = ${ctx.projectId}`);
  const list = await listExports(ctx, { limit: 10 });
  expect("page" in list && list.page).toEqual([]);
  expect(await getErrorName(getExport(ctx, id))).toBe("export_not_found");
  await deleteExpiredRows(ctx.db);
  expect(await queryRows(ctx.db, sql`select from saved_files where project_id = ${ctx.projectId}`)).toEqual([]);
});

test("the list of columns has the project's questions, and the same names as for older clients", async () => {
  const ctx = await newContext();
  await ctx.db.execute(
    sql`update projects set questions = '[{"key":"company","label":"Company","type":"text"}]' where id = ${ctx.projectId}`,
  );
  const columns = await listExportColumns(ctx, "leads");
  expect([columns[0], columns[1], columns.at(-1)]).toEqual([
    { field: "email", name: "email", title: "Email" },
    { field: "firstname", name: "firstName", title: "First name" },
    { field: "fields.company", name: "field.company", title: "Company" },
  ]);
});

test("an export with columns or parameters that the list doesn't have is rejected", async () => {
  const ctx = await newContext();
  const fieldsOf = (input: Partial<ExportInput>) => createExport(ctx, { ...leadsCsv, ...input }).catch((error: ApiError) => error.fields);
  expect(await fieldsOf({ columns: ["emails"] })).toEqual({
    columns: ['includes "emails", which isn\'t a column of this list. Did you mean email?'],
  });
  expect(await fieldsOf({ query: { waitlist: "maybe", limit: 5 } })).toEqual({ "query.limit": ["is not a valid field"] });
  expect(await fieldsOf({ query: { waitlist: "maybe", role: "x" } })).toEqual({
    "query.waitlist": ["must be true or false"],
    "query.role": ["is not a valid field"],
  });
});

test("the exports of a project are hidden from other projects", async () => {
  const [ctx, other] = [await newContext(), await newContext()];
  const { id } = await exportList(ctx, { list: "suppressions", format: "ndjson", query: { q: uniqueEmail() } });
  for (const use of [getExport, downloadExport, deleteExport]) expect(await getErrorName(use(other, id))).toBe("export_not_found");
});
