import { writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { addDays, localDate } from "@/lib/dates";
import { insertProject } from "@/tests/harness/factories";
import { importLeads, importSuppressionList, uploadLeads } from "@/tests/harness/imports";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { updateProject } from "../projects/update";
import { checkImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;
const created = async (ctx: Context, email: string) => (await getLead(ctx, email)).createdAt;

test("a date without a time is that day in the project's time zone", async () => {
  const ctx = await createProject();
  await updateProject(ctx, { timeZone: "America/New_York" });
  await importLeads(ctx, "email,created\na@example.org,2020-03-05\nb@example.org,2020-03-05 00:00\nc@example.org,43895");
  expect(await created(ctx, "a@example.org")).toBe("2020-03-05T05:00:00.000Z");
  expect(await created(ctx, "b@example.org")).toBe("2020-03-05T00:00:00.000Z");
  expect(await created(ctx, "c@example.org")).toBe("2020-03-05T05:00:00.000Z");
});

test.each(["America/New_York", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland", "Europe/Berlin", "UTC"])(
  "a day of an imported file stays that day in %s, as text and as a cell of Excel, also where its reading is shown",
  async (timeZone) => {
    const ctx = await createProject();
    await updateProject(ctx, { timeZone });
    const days = ["2025-10-01", "10/01/2025", "1 Oct 2025", "45931", "20251001"];
    await importLeads(ctx, ["email,created", ...days.map((day, index) => `lead-${index}@example.org,${day}`)].join("\n"), {
      dates: "month_first",
    });
    const rows = [
      ["Email", "Created"],
      ["excel@example.org", new Date("2025-10-01T00:00:00Z")],
    ];
    const workbook = await writeXlsx({ sheets: [{ name: "Leads", rows }] });
    const { columnSummaries } = await uploadLeads(ctx, workbook);
    expect(columnSummaries[1]?.dateSamples[0]?.readings.month_first).toBe("2025-10-01");
    await importLeads(ctx, workbook);
    for (const email of [...days.map((_, index) => `lead-${index}@example.org`), "excel@example.org"])
      expect(localDate(timeZone, new Date(await created(ctx, email)))).toBe("2025-10-01");
  },
);

test("a suppression that ends on a day lasts through it", async () => {
  const ctx = await createProject();
  await updateProject(ctx, { timeZone: "America/New_York" });
  const today = localDate("America/New_York", new Date());
  const file = `email,reason,expires_at\na@example.org,bounce,${today}\nb@example.org,bounce,${addDays(today, -1)}\nc@example.org,bounce,9999-12-31`;
  const { checked } = await importSuppressionList(ctx, file, { answers: { "expired_rows:expires_at": "skip" } });
  expect(checked.counts).toMatchObject({ new: 2, invalid: 1 });
});

test("the order of day and month is decided by the whole column", async () => {
  const ctx = await createProject();
  const { checked } = await importLeads(ctx, "email,created\na@example.org,03/04/2020 10:00\nb@example.org,25/04/2020 10:00");
  expect(checked.counts).toMatchObject({ new: 2 });
  expect(await created(ctx, "a@example.org")).toBe("2020-04-03T10:00:00.000Z");
});

test("an import asks for the order if no date of the column decides it, and shows how the first dates are read", async () => {
  const ctx = await createProject();
  const {
    id,
    questions,
    columnSummaries,
    suggestedMapping: mapping,
  } = await uploadLeads(ctx, "email,created\na@example.org,03/04/2020\nb@example.org,05/06/2020");
  expect(questions).toMatchObject([
    { id: "date_order:created", kind: "date_order", rows: 2, options: ["month_first", "day_first", "year_first"] },
  ]);
  expect(columnSummaries[1]?.dateSamples[0]).toMatchObject({
    value: "03/04/2020",
    readings: { month_first: "2020-03-04", day_first: "2020-04-03" },
  });
  await expect(checkImport(ctx, id, { mapping })).rejects.toMatchObject({ errorName: "invalid_input" });
  for (const answer of [{ dates: "day_first" as const }, { answers: { "date_order:created": "day_first" } }]) {
    const other = await createProject();
    await importLeads(other, "email,created\na@example.org,03/04/2020\nb@example.org,05/06/2020", answer);
    expect(await created(other, "a@example.org")).toBe("2020-04-03T00:00:00.000Z");
  }
});

test("rows whose date can't be read are imported without it, or refused, as was chosen", async () => {
  const file = "email,created\na@example.org,last spring\nb@example.org,2020-03-05\nc@example.org,0000-00-00 00:00:00\nd@example.org,soon";
  const ctx = await createProject();
  const { id, questions, suggestedMapping: mapping } = await uploadLeads(ctx, file);
  expect(questions).toMatchObject([{ id: "unreadable_dates:created", kind: "unreadable_dates", rows: 2, options: ["ignore", "skip"] }]);
  // A cell that can't be read doesn't cost the person.
  expect(questions[0]?.suggestion).toBe("ignore");
  expect((await checkImport(ctx, id, { mapping })).counts).toMatchObject({ new: 4, invalid: 0, omittedDates: 2, warnings: 2 });
  const kept = await importLeads(ctx, file, { answers: { "unreadable_dates:created": "ignore" } });
  expect(kept.checked.counts).toMatchObject({ new: 4, invalid: 0, omittedDates: 2 });
  const refused = await importLeads(await createProject(), file, { answers: { "unreadable_dates:created": "skip" } });
  expect(refused.checked.counts).toMatchObject({ new: 2, invalid: 2, omittedDates: 0 });
});

test("columns with dates or emails that aren't imported must be confirmed", async () => {
  const ctx = await createProject();
  const file = "email,manager,last order,city\na@example.org,b@example.org,2020-03-05,Rome";
  const { id, questions, suggestedMapping: mapping } = await uploadLeads(ctx, file);
  expect(questions).toMatchObject([{ id: "unused_columns", column: "manager, last order", options: ["ignore"] }]);
  await expect(checkImport(ctx, id, { mapping })).rejects.toMatchObject({ errorName: "invalid_input" });
  expect((await checkImport(ctx, id, { mapping, answers: { unused_columns: "ignore" } })).questions).toHaveLength(1);
});

test("cells are cleaned instead of refused", async () => {
  const ctx = await createProject();
  const file = [
    "email,first name,notes",
    '"Grace Hopper <mailto:grace@example.org>",,"  indented\n"',
    'mailto:ada@example.org,"Ada\nKing\tLovelace",',
    "\u200bjean@example.org\u00a0,\ufeffJean\u200b,",
    '"a@example.org; b@example.org",,',
  ].join("\n");
  const { checked } = await importLeads(ctx, file);
  expect(checked.counts).toMatchObject({ new: 3, invalid: 1 });
  expect(await getLead(ctx, "grace@example.org")).toMatchObject({ firstname: "Grace", lastname: "Hopper", notes: "  indented\n" });
  expect(await getLead(ctx, "ada@example.org")).toMatchObject({ firstname: "Ada King Lovelace" });
  expect(await getLead(ctx, "jean@example.org")).toMatchObject({ firstname: "Jean" });
});
