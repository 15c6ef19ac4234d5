// cspell:words Nicht einverstanden n’accepte accepte
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { importLeads, importSuppressionList, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getLead } from "../leads/record";
import { getImport, listImportRows } from "./record";
import { checkImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const listSuppressions = async ({ db, projectId }: Context) =>
  (
    await queryRows<{ email: string; reason: string }>(
      db,
      sql`select email, reason from suppressions where project_id = ${projectId} order by email`,
    )
  ).map(({ email, reason }) => `${email} ${reason}`);

const listRows = async (ctx: Context, id: string) =>
  (await collectAll(await listImportRows(ctx, id, {}))).map(({ row, outcome, problem }) => [row, outcome, problem?.column ?? null]);

describe("a person who must not be emailed isn't, whatever else is in the row", () => {
  test("leads with a date, a number or tags that can't be read", async () => {
    const ctx = await createProject();
    await insertLead(ctx, { email: "known@example.org" });
    const tags = Array.from({ length: 30 }, (_, index) => `tag${index}`).join(";");
    const { id } = await importLeads(
      ctx,
      [
        "Email,Signed up,Tags,Unsubscribed",
        "known@example.org,sometime in spring,,yes",
        "new@example.org,2999-01-01,,yes",
        `tagged@example.org,2024-01-01,${tags},yes`,
        "twice@example.org,2023-01-01,,no",
        "Twice@example.org,bad date,,yes",
        "fine@example.org,bad date,,no",
      ].join("\n"),
      { waitlist: "all" },
    );
    expect(await listSuppressions(ctx)).toEqual([
      "known@example.org unsubscribed",
      "new@example.org unsubscribed",
      "tagged@example.org unsubscribed",
      "twice@example.org unsubscribed",
    ]);
    expect(await listRows(ctx, id)).toEqual([
      [2, "existing", "Signed up"],
      [3, "new", "Signed up"],
      [4, "new", "Tags"],
      [5, "new", null],
      [6, "duplicate", "Signed up"],
      [7, "new", "Signed up"],
    ]);
  });

  test("suppressions with a date that can't be read, or in the future", async () => {
    const ctx = await createProject();
    await importSuppressionList(ctx, "email,reason,created\na@example.org,bounced,someday\nb@example.org,unsubscribed,2999-01-01");
    expect(await listSuppressions(ctx)).toEqual(["a@example.org bounced", "b@example.org unsubscribed"]);
  });
});

test("a row that a separator in a cell has shifted is refused, and a column without a header that most rows have is read", async () => {
  const ctx = await createProject();
  const { id } = await importLeads(
    ctx,
    "Email,Name,Opted in\na@example.org,Ada Lovelace,yes\nb@example.org,Smith, yes, no\nc@example.org,Grace,yes",
  );
  expect(await listRows(ctx, id)).toEqual([
    [2, "new", null],
    [3, "invalid", "Column 4"],
    [4, "new", null],
  ]);
  const other = await importLeads(ctx, "Email,Name,\nd@example.org,Ada,1\ne@example.org,Bob,2\nf@example.org,Eve,");
  expect((await listRows(ctx, other.id)).map(([, outcome]) => outcome)).toEqual(["new", "new", "new"]);
});

test.each([
  "I do not agree",
  "declined",
  "withdrawn 2024-03-01",
  "Nicht einverstanden",
  "Je n’accepte pas",
  "No, thanks",
  "同意しません",
  "受け取らない",
  "미동의",
])("a column of consents doesn't make one of %j", async (refusal) => {
  const ctx = await createProject();
  const agreed = "I agree to get news about the launch. We don't share addresses, and you can always unsubscribe.";
  const { id } = await importLeads(ctx, `Email,Consent\na@example.org,"${agreed}"\nb@example.org,"${refusal}"`);
  expect(await listRows(ctx, id)).toEqual([
    [2, "new", null],
    [3, "invalid", "Consent"],
  ]);
  expect((await getLead(ctx, "a@example.org")).consent?.wording).toBe(agreed);
});

test("an import asks about empty cells of a column with yes and no", async () => {
  const ctx = await createProject();
  const { questions } = await uploadLeads(ctx, "Email,Consent\na@example.org,yes\nb@example.org,no\nc@example.org,");
  expect(questions.map(({ kind, column, value }) => [kind, column, value])).toEqual([["value_meaning", "Consent", ""]]);
});

describe("what was chosen for a header isn't used in another file", () => {
  test("if it says who must not be emailed", async () => {
    const ctx = await createProject();
    await importLeads(ctx, "email,When\na@example.org,2026-01-02", { mapping: { email: "email", When: "bounced" } });
    expect((await uploadLeads(ctx, "email,When\nb@example.org,2026-01-03")).suggestedMapping).toEqual({ email: "email" });
  });

  test("if the import never ran", async () => {
    const ctx = await createProject();
    const file = "email,Extra\na@example.org,x";
    const { id } = await uploadLeads(ctx, file);
    await checkImport(ctx, id, { mapping: { email: "email", Extra: "notes" } });
    expect((await uploadLeads(ctx, file)).suggestedMapping).toEqual({ email: "email" });
    expect((await getImport(ctx, id)).status).toBe("checked");
  });
});

test("an import reads what spreadsheets write around texts, and leaves out errors of formulas", async () => {
  const ctx = await createProject();
  await importLeads(
    ctx,
    `Email,First name\n'a@example.org,Ada\n"=""b@example.org""",#REF!\n"=""c@example.org""","=""Grace"""\n'd@example.org',#N/A`,
  );
  const leads = await Promise.all(["a", "b", "c", "d"].map((name) => getLead(ctx, `${name}@example.org`)));
  expect(leads.map(({ firstname }) => firstname)).toEqual(["Ada", null, "Grace", null]);
});
