// cspell:words bcdfghjk bcdf ghjk
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { suppressionReasons } from "@/contract/enums";
import type { CsvExport } from "@/contract/export-columns";
import { listLeadsEndpoint } from "@/contract/leads";
import type { Question } from "@/contract/questions";
import { listSuppressionsEndpoint } from "@/contract/suppressions";
import { listWaitlistEndpoint } from "@/contract/waitlist";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, importSuppressionList } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { exportChunks } from "../exports/file-formats";
import { listLeads } from "../leads/list";
import { listWaitlist } from "../leads/waitlist-list";
import type { ListResult } from "../pagination";
import { updateProject } from "../projects/update";
import { listSuppressions } from "../suppressions/list";
import { getImport } from "./record";
import { saveReferrers } from "./referrers";

const app = await createTestApp();

const question = { required: false, onJoinForms: true, options: [] };
const questions: Question[] = [
  { ...question, key: "company", label: "Company", type: "text" },
  { ...question, key: "beta", label: "Beta tester", type: "checkbox" },
];

async function createProject(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await updateProject(ctx, { questions, timeZone: "America/New_York" });
  return ctx;
}

const files = [
  { format: "csv", header: "titles" },
  { format: "csv", header: "names" },
  { format: "xlsx", header: "titles" },
  { format: "xlsx", header: "names" },
] as const;

async function exportList(csv: CsvExport | undefined, list: ListResult<unknown>, file: (typeof files)[number]): Promise<Buffer> {
  if (!csv) throw new Error("The list has no export");
  const pieces = await Array.fromAsync(exportChunks({ csv, ...file }, list));
  return Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)));
}

// What the API accepts. NUL isn't text for PostgreSQL.
const characters = fc.oneof(
  fc.constantFrom(..."ab '\"=+-@|;,_x0041", "_x0041_", "\u00a0", "\u200b", "\u200d", "\ufeff", "\u202e", "é", "😀", "\uff1d", "\u2028"),
  fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
);
const text = (maxLength: number) => fc.array(characters, { maxLength }).map((parts) => parts.join(""));
const line = text(12)
  .map((value) => value.replace(/[\p{Cc}\u2028\u2029]/gu, "").trim())
  .map((value) => value || null);
const notes = fc
  .oneof(
    text(20),
    fc.array(fc.oneof(characters, fc.constantFrom("\n", "\t", " ", "\r\n")), { maxLength: 12 }).map((parts) => parts.join("")),
  )
  // Spreadsheets can't keep carriage returns and other control characters.
  .map((value) => value.replace(/\r/g, "").replace(/[^\P{Cc}\t\n]/gu, ""));
const tag = text(6).map((value) =>
  value
    .normalize("NFC")
    .toLowerCase()
    .replace(/[,\p{Cc}\u2028\u2029]/gu, "")
    .trim(),
);
const at = fc.date({ min: new Date("2001-01-01"), max: new Date("2026-01-01"), noInvalidDate: true }).map((date) => date.toISOString());
const lead = fc.record({
  firstname: line,
  lastname: line,
  notes,
  tags: fc.array(tag, { maxLength: 4 }).map((tags) => [...new Set(tags.filter((each) => each !== ""))].sort()),
  company: line,
  beta: fc.boolean(),
  createdAt: fc.oneof(at, fc.constant("2020-03-05T00:00:00.000Z")),
  confirmedAt: fc.option(at),
  onWaitlist: fc.boolean(),
});

async function insertSamples({ db, projectId }: Context): Promise<void> {
  const samples = fc.sample(lead, { numRuns: size(150, 1500), seed: 35 });
  const values = samples.map(({ company, beta, ...each }, index) => ({
    ...each,
    email: `${index % 3 === 0 ? "'+=-"[index % 4] : ""}lead${index}@example.org`,
    answers: { ...(company === null ? {} : { company }), beta },
    code: `bcd${String(index)
      .replace(/[01]/g, (digit) => (digit === "0" ? "x" : "z"))
      .padStart(5, "k")}`,
    referrer: index % 5 === 1 ? index + (index % 2 ? 1 : -1) : null,
  }));
  const rows = values.map((each) => ({ ...each, referrer: each.referrer === null ? null : (values[each.referrer]?.email ?? null) }));
  await db.execute(
    sql`insert into leads (project_id, email, firstname, lastname, notes, tags, answers, referral_code, created_at, confirmed_at, confirmed_by, on_waitlist, waitlist_changed_at)
      select ${projectId}::int, v.email, v.firstname, v.lastname, v.notes, v.tags, v.answers, v.code, v."createdAt", v."confirmedAt",
        case when v."confirmedAt" is not null then 'link' end, v."onWaitlist", v."createdAt"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (email text, firstname text, lastname text, notes text, tags text[], answers jsonb,
        code text, "createdAt" timestamptz, "confirmedAt" timestamptz, "onWaitlist" boolean)`,
  );
  await db.execute(
    sql`update leads l set referred_by = v.referrer from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (email text, referrer text)
      where l.project_id = ${projectId} and l.email = v.email and v.referrer is not null`,
  );
}

const listLine = async (ctx: Context) =>
  (await collectAll(await listWaitlist(ctx, {}))).map(({ email, firstname, lastname, position }) => ({
    email,
    firstname,
    lastname,
    position,
  }));

test.each(files)("an exported list of leads comes back as it was, as $format with $header", async (file) => {
  const ctx = await createProject();
  await insertSamples(ctx);
  const other = await createProject();
  const exported = await exportList(listLeadsEndpoint.csv, await listLeads(ctx, file), file);
  const { checked } = await importLeads(other, exported, { waitlist: "column" });
  expect(checked.counts).toMatchObject({ invalid: 0, duplicate: 0, replacedReferralCodes: 0, omittedDates: 0 });
  const read = async (context: Context) =>
    (await collectAll(await listLeads(context, {})))
      .map(({ email, firstname, lastname, notes: note, tags, fields, referralCode, referredBy, createdAt, confirmedAt, onWaitlist }) => ({
        email,
        firstname,
        lastname,
        note,
        tags,
        fields,
        referralCode,
        referredBy,
        createdAt,
        confirmedAt,
        onWaitlist,
      }))
      .sort((a, b) => (a.email < b.email ? -1 : 1));
  expect(await read(other)).toEqual(await read(ctx));
  expect(await listLine(other)).toEqual(await listLine(ctx));
});

test.each(files)("an exported waitlist comes back in its order, as $format with $header", async (file) => {
  const ctx = await createProject();
  await insertSamples(ctx);
  const other = await createProject();
  const exported = await exportList(listWaitlistEndpoint.csv, await listWaitlist(ctx, file), file);
  await importLeads(other, exported, { waitlist: "all", answers: {} });
  expect(await listLine(other)).toEqual(await listLine(ctx));
});

test.each(files)("an exported list of suppressions comes back as it was, as $format with $header", async (file) => {
  const ctx = await createProject();
  const record = fc.record({ reason: fc.constantFrom(...suppressionReasons), note: notes, createdAt: at });
  const values = fc
    .sample(record, { numRuns: size(150, 1500), seed: 36 })
    .map((each, index) => ({ ...each, email: `${index % 3 === 0 ? "'+=-"[index % 4] : ""}lead${index}@example.org` }));
  await ctx.db.execute(
    sql`insert into suppressions (project_id, email, reason, note, created_at) select ${ctx.projectId}::int, v.email, v.reason, v.note, v."createdAt"
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (email text, reason text, note text, "createdAt" timestamptz)`,
  );
  const other = await createProject();
  const exported = await exportList(listSuppressionsEndpoint.csv, await listSuppressions(ctx, file), file);
  const { checked } = await importSuppressionList(other, exported);
  expect(checked).toMatchObject({ product: "Gatehouse", counts: { new: values.length, invalid: 0, duplicate: 0, omittedDates: 0 } });
  const read = async (context: Context) =>
    (await collectAll(await listSuppressions(context, {}))).map(({ email, reason, note, createdAt }) => ({
      email,
      reason,
      note,
      createdAt,
    }));
  expect(await read(other)).toEqual(await read(ctx));
});

test("an import keeps referral codes that are free and well-formed, and finds referrers later in the file, by email or code", async () => {
  const ctx = await createProject();
  const file = [
    "email,referral code,referred by",
    "a@example.org,bcdfghjk,B@example.org",
    "b@example.org,OLD-CODE-1,",
    "c@example.org,bcdfghjk,BCDF-GHJK",
    "d@example.org,,unknown@example.org",
    "e@example.org,,e@example.org",
  ].join("\n");
  const { checked, id } = await importLeads(ctx, file);
  expect(checked.counts).toMatchObject({ new: 5, replacedReferralCodes: 2 });
  const leads = new Map((await collectAll(await listLeads(ctx, {}))).map((each) => [each.email, each]));
  expect(leads.get("a@example.org")).toMatchObject({ referralCode: "bcdfghjk", referredBy: { email: "b@example.org" } });
  expect(leads.get("b@example.org")?.referralCode).toMatch(/^[b-z2-9]{8}$/);
  expect(leads.get("c@example.org")?.referredBy).toMatchObject({ email: "a@example.org" });
  expect(leads.get("d@example.org")?.referredBy).toBeNull();
  expect(leads.get("e@example.org")?.referredBy).toBeNull();
  expect((await getImport(ctx, id)).counts?.missingReferrers).toBe(2);
  // After a pause, the import lists all rows again.
  const job = { id, params: { importId: id }, createdAt: "", snapshot: null };
  expect(await saveReferrers(ctx, job, ["2", "3", "4", "5", "6"])).toBe(2);
});

test("an import says who confirmed their email, when, and where that is from", async () => {
  const ctx = await createProject();
  const file =
    "email,created,email confirmed\na@example.org,2020-01-02T03:04:05Z,yes\nb@example.org,,2021-02-03T04:05:06Z\nc@example.org,,no\nd@example.org,,\n";
  await importLeads(ctx, file);
  const leads = (await collectAll(await listLeads(ctx, { sort: "email", order: "asc" }))).map((each) => [
    each.confirmedAt,
    each.confirmedBy,
    each.confirmedFrom,
  ]);
  expect(leads).toEqual([
    ["2020-01-02T03:04:05.000Z", "import", "leads.csv"],
    ["2021-02-03T04:05:06.000Z", "import", "leads.csv"],
    [null, null, null],
    [null, null, null],
  ]);
});
