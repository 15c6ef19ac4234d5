import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import type { DeliveryPayload } from "@/db/queue";
import { insertCode, insertLead, insertProject } from "@/tests/harness/factories";
import { importSuppressionList, uploadLeads } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { deleteLead } from "../leads/delete";
import { getLead } from "../leads/record";
import { takeDeliveries } from "../sends/delivery-attempts";
import { addSuppression } from "../suppressions/add";
import { listSuppressions } from "../suppressions/list";
import { updateSuppression } from "../suppressions/update";
import { listImportRows, listImports } from "./record";
import { checkImport, runImport, undoImport } from "./start";

const app = await createTestApp();
const createProject = async (): Promise<Context> => (await insertProject(app.ctx)).ctx;

const suppressions = async (ctx: Context) =>
  (await collectAll(await listSuppressions(ctx, {})))
    .map(({ email, reason, createdAt, note }) => [email, reason, createdAt.slice(0, 10), note])
    .sort();

const listEvents = async ({ projectId }: Context) =>
  (
    await queryRows<{ kind: string; email: string | null }>(
      app.db,
      sql`select kind, email from events where project_id = ${projectId} and kind like 'suppression%' order by id`,
    )
  ).map(({ kind, email }) => [kind, email]);

describe("a list of suppressions", () => {
  test("is checked with counts and the numbers of rows that can't be read, imported, and undone", async () => {
    const ctx = await createProject();
    const lead = await insertLead(ctx);
    await addSuppression(ctx, { email: "known@example.org", note: "By phone." });
    const file = [
      "Email,Reason,Date",
      `${lead},hard bounce,2025-03-04`,
      "known@example.org,unsubscribe,2025-03-05",
      "new@example.org,complaint,",
      "missing@,bounce,2025-03-06",
      "new@example.org,bounce,2025-03-07",
      "early@example.org,bounce,soon",
    ].join("\n");
    const { id, checked, done } = await importSuppressionList(ctx, file);
    expect(checked).toMatchObject({ kind: "suppressions", product: null, suppressions: { reason: null, isAllowlist: false } });
    expect(checked.counts).toMatchObject({ new: 3, existing: 1, duplicate: 1, invalid: 1, suppressed: 0 });
    const refused = await collectAll(await listImportRows(ctx, id, { outcome: "refused" }));
    expect(refused.map(({ row, problem }) => [row, problem?.value])).toEqual([
      [5, "missing@"],
      [6, undefined],
    ]);
    expect(done.result).toMatchObject({ created: 3, updated: 0, skipped: 1 });
    const today = new Date().toISOString().slice(0, 10);
    expect(await suppressions(ctx)).toEqual(
      [
        ["known@example.org", "staff", today, "By phone."],
        [lead, "bounced", "2025-03-04", "Imported from list.csv"],
        ["new@example.org", "complained", today, "Imported from list.csv"],
        ["early@example.org", "bounced", today, "Imported from list.csv"],
      ].sort(),
    );
    expect(await listEvents(ctx)).toEqual([
      ["suppression.added", null],
      ["suppression.added", lead],
      ["suppressions.imported", null],
    ]);
    const undone = await undoImport(ctx, id);
    expect(undone.result).toMatchObject({ undone: 3, kept: 0 });
    expect((await suppressions(ctx)).map(([email]) => email)).toEqual(["known@example.org"]);
    expect(await getLead(ctx, lead)).toMatchObject({ email: lead });
  });

  test("never weakens a suppression: it stays as it is, except that a complaint replaces its reason, until undone", async () => {
    const ctx = await createProject();
    const reasons = ["staff", "bounced", "unsubscribed", "complained"] as const;
    for (const before of reasons)
      for (const after of reasons) await addSuppression(ctx, { email: `${before}-${after}@example.org`, reason: before, note: "Ours" });
    const rows = (await suppressions(ctx)).map(([email = ""]) => `${email},${/-([a-z]+)@/.exec(email)?.[1]}`);
    const before = await suppressions(ctx);
    const { id, done } = await importSuppressionList(ctx, `email,reason\n${rows.join("\n")}`);
    expect(done.result).toMatchObject({ created: 0, updated: 3, skipped: 13 });
    const expected = before.map(([email = "", reason, ...rest]) => [email, email.includes("-complained") ? "complained" : reason, ...rest]);
    expect(await suppressions(ctx)).toEqual(expected);
    await updateSuppression(ctx, "staff-complained@example.org", { note: "Also by letter." });
    expect((await undoImport(ctx, id)).result).toMatchObject({ undone: 2, kept: 1 });
    expect(await suppressions(ctx)).toEqual(
      before.map((each) => (each[0] === "staff-complained@example.org" ? [each[0], "complained", each[2] ?? "", "Also by letter."] : each)),
    );
  });

  test("has one reason for an email in several rows: the most serious, wherever it is", async () => {
    const ctx = await createProject();
    const file =
      "email,reason\na@example.org,bounce\na@example.org,unsubscribe\na@example.org,manual\nb@example.org,spam\nb@example.org,bounce";
    await importSuppressionList(ctx, file);
    expect((await suppressions(ctx)).map(([email, reason]) => [email, reason])).toEqual([
      ["a@example.org", "unsubscribed"],
      ["b@example.org", "complained"],
    ]);
  });

  test("stops emails that are queued, and those that are sent later, and keeps the lead's place in line", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx, { onWaitlist: true });
    const code = normalizeCode(await insertCode(ctx, { allowedClaims: 5 }));
    await sendCode(ctx, { code, emails: [email] });
    await importSuppressionList(ctx, `${email}\n`, { answers: { missing_reason: "unsubscribed" } });
    const deliveries = await queryRows<{ id: string }>(app.db, sql`select id from deliveries where project_id = ${ctx.projectId}`);
    const job: DeliveryPayload = { projectId: ctx.projectId, attempt: 1, deliveryIds: deliveries.map(({ id }) => id) };
    expect(job.deliveryIds).toHaveLength(1);
    expect(await takeDeliveries(ctx, job)).toEqual([]);
    expect((await sendCode(ctx, { code, emails: [email] })).skipped).toEqual([{ email, reason: "suppressed" }]);
    expect((await getLead(ctx, email)).onWaitlist).toBe(true);
  });

  test("is refused until it says why, what unknown words mean, and that it isn't an allowlist", async () => {
    const ctx = await createProject();
    const check = async (file: string, name: string, answers?: Record<string, string>) => {
      const { id, suggestedMapping } = await uploadLeads(ctx, file, name, { kind: "suppressions" });
      return checkImport(ctx, id, { mapping: suggestedMapping, ...(answers && { answers }) }).then(
        ({ counts }) => counts?.new,
        (error) => Object.keys(error.fields),
      );
    };
    expect(await check("a@example.org\nb@example.org", "list.csv")).toEqual(["answers.missing_reason"]);
    expect(await check("a@example.org\nb@example.org", "list.csv", { missing_reason: "staff" })).toBe(2);
    expect(await check("Email\na@example.org", "unsubscribes.csv")).toBe(1);
    expect(await check("Email,Reason\na@example.org,policy", "list.csv")).toEqual(["answers.value_meaning:Reason:policy"]);
    expect(await check("Email\na@example.org", "whitelist.csv", { missing_reason: "staff" })).toEqual(["answers.allowlist"]);
    expect(await check("Email\na@example.org", "whitelist.csv", { missing_reason: "staff", allowlist: "confirm" })).toBe(1);
    expect(await check("Email,Tags,Reason\na@example.org,vip,bounce", "list.csv")).toBe(1);
    const { id } = await uploadLeads(ctx, "Email,Tags,Reason\na@example.org,vip,bounce", "list.csv", { kind: "suppressions" });
    const error = await checkImport(ctx, id, { mapping: { Email: "email", Tags: "tags" } }).catch((reason) => reason);
    expect(error).toMatchObject({ errorName: "invalid_input", fields: { "mapping.Tags": [expect.stringContaining("tags")] } });
  });

  test("leaves out a person who was deleted after the check, and is listed by kind", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const { id, suggestedMapping } = await uploadLeads(ctx, `email,reason\n${email},bounce`, "list.csv", { kind: "suppressions" });
    await checkImport(ctx, id, { mapping: suggestedMapping });
    await deleteLead(ctx, email);
    expect((await runImport(ctx, id)).result).toMatchObject({ created: 0 });
    expect(await suppressions(ctx)).toEqual([]);
    await uploadLeads(ctx, "email\na@example.org");
    const kinds = async (kind?: "leads" | "suppressions") => (await collectAll(await listImports(ctx, { kind }))).map((each) => each.kind);
    expect(await kinds()).toEqual(["leads", "suppressions"]);
    expect(await kinds("suppressions")).toEqual(["suppressions"]);
  });
});
