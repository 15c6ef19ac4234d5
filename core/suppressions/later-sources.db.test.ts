import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { insertLead, insertLeads, insertProject, uniqueId } from "@/tests/harness/factories";
import { importLeads, importSuppressionList } from "@/tests/harness/imports";
import { collectAll } from "@/tests/harness/lists";
import { postmarkRequest } from "@/tests/harness/report-requests";
import { createSend } from "@/tests/harness/sends";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { receiveReport, saveProviderWebhooks } from "../email-reports/provider-webhooks";
import { undoImport } from "../imports/start";
import { getLead } from "../leads/record";
import { recordResults, takeDeliveries } from "../sends/delivery-attempts";
import { addSuppression } from "./add";
import { listSuppressions } from "./list";
import { undoRefusedSuppressions } from "./undo";
import { getSuppressionReason, resubscribe, unsubscribe } from "./unsubscribe";

const app = await createTestApp();
const password = "a password for Postmark";

async function createProject(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await saveProviderWebhooks(ctx, { postmark: password });
  return ctx;
}

const visitor = (ctx: Context): Context => ({ ...ctx, actor: { kind: "visitor", id: null } });
const getSuppression = async (ctx: Context, email: string) => (await collectAll(await listSuppressions(ctx, { email })))[0];

const postmark = (ctx: Context, event: object) =>
  receiveReport(ctx, "postmark", postmarkRequest(event, password), (url) => expect.fail(`requested ${url}`));

const subscriptionChange = (ctx: Context, Recipient: string, Origin: string) =>
  postmark(ctx, { RecordType: "SubscriptionChange", Recipient, Origin, SuppressSending: true, SuppressionReason: "ManualSuppression" });

type Source = [name: string, suppress: (ctx: Context, email: string) => Promise<unknown>, reason: string];

/** What says later that a person must not be emailed, and the reason that it gives. */
const sources: readonly Source[] = [
  ["the link in an email", (ctx, email) => unsubscribe(visitor(ctx), email), "unsubscribed"],
  ["staff", (ctx, email) => addSuppression(ctx, { email }), "staff"],
  ["Postmark: unsubscribed", (ctx, email) => subscriptionChange(ctx, email, "Recipient"), "unsubscribed"],
  ["Postmark: suppressed by hand", (ctx, email) => subscriptionChange(ctx, email, "Customer"), "staff"],
  ["Postmark: HardBounce", (ctx, Email) => postmark(ctx, { RecordType: "Bounce", ID: uniqueId(), Type: "HardBounce", Email }), "bounced"],
  ["Postmark: SpamComplaint", (ctx, Email) => postmark(ctx, { RecordType: "SpamComplaint", ID: uniqueId(), Email }), "complained"],
  ["another list", (ctx, email) => importSuppressionList(ctx, `Email,Reason\n${email},unsubscribed`), "list"],
  ["another list with complaints", (ctx, email) => importSuppressionList(ctx, `Email,Reason\n${email},complaint`), "complained"],
  ["another file of leads", (ctx, email) => importLeads(ctx, `Email,Unsubscribed\n${email},yes`), "list"],
];

type Import = [name: string, run: (ctx: Context, email: string) => Promise<{ id: string }>, reason: string];

const imports: readonly Import[] = [
  ["a list of bounces", (ctx, email) => importSuppressionList(ctx, `Email,Reason\n${email},bounce`), "bounced"],
  ["a list of people who unsubscribed", (ctx, email) => importSuppressionList(ctx, `Email,Reason\n${email},unsubscribed`), "unsubscribed"],
  ["a file of leads with “Unsubscribed”", (ctx, email) => importLeads(ctx, `Email,Unsubscribed\n${email},yes`), "unsubscribed"],
  ["a file of leads with “Bounced”", (ctx, email) => importLeads(ctx, `Email,Bounced\n${email},yes`), "bounced"],
];

const graveness = ["list", "staff", "bounced", "unsubscribed", "complained"];

/** In `npm test`, a third of the sources, which differs by `offset`. */
const sampleOf = (all: readonly Source[], offset = 0) =>
  size(
    all.filter((_, index) => (index + offset) % 3 === 0),
    all,
  );

describe.each(imports.map((each, index) => [...each, index] as const))("undoing %s", (_, runImport, imported, index) => {
  test.each(sampleOf(sources, index))("keeps someone suppressed whom %s has suppressed since", async (_source, suppress, later) => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const { id } = await runImport(ctx, email);
    expect(await getSuppressionReason(ctx, email)).toBe(imported);
    await suppress(ctx, email);
    const { result } = await undoImport(ctx, id);
    const expected = graveness.indexOf(later) > graveness.indexOf(imported) && later !== "staff" ? later : imported;
    expect(await getSuppressionReason(ctx, email)).toBe(expected);
    expect(result).toMatchObject({ undone: 0, kept: 1 });
  });

  test("removes the suppression if no one has said the same since", async () => {
    const ctx = await createProject();
    const email = await insertLead(ctx);
    const { id } = await runImport(ctx, email);
    await undoImport(ctx, id);
    expect(await getSuppressionReason(ctx, email)).toBeNull();
  });
});

test.each(sampleOf(sources.slice(0, 6)))(
  "undoing an import keeps the leads that it added whom %s has suppressed since",
  async (_, suppress) => {
    const ctx = await createProject();
    const { id } = await importLeads(
      ctx,
      "Email,Unsubscribed\nada@example.org,yes\nbob@example.org,yes\ncy@example.org,no\neve@example.org,no",
    );
    for (const email of ["ada@example.org", "cy@example.org"]) await suppress(ctx, email);
    expect((await undoImport(ctx, id)).result).toMatchObject({ undone: 2, kept: 2 });
    for (const email of ["ada@example.org", "cy@example.org"]) {
      expect(await getSuppressionReason(ctx, email)).not.toBeNull();
      expect(await getLead(ctx, email)).toMatchObject({ email });
    }
    // Nothing is left of the others, so that the right file can be imported.
    await importLeads(ctx, "Email\nbob@example.org");
    expect(await getLead(ctx, "bob@example.org")).toMatchObject({ suppression: null });
  },
);

test("a person's own decision is what the record says, with its date, and not the file that said it first", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx);
  await importSuppressionList(ctx, `Email,Reason,Date\n${email},unsubscribed,2025-03-04`);
  await unsubscribe(visitor(ctx), email);
  const today = new Date().toISOString().slice(0, 10);
  const suppression = await getSuppression(ctx, email);
  expect(suppression).toMatchObject({ reason: "unsubscribed", note: "", createdAt: expect.stringMatching(today) });
  await addSuppression(ctx, { email, note: "By phone." });
  await unsubscribe(visitor(ctx), email);
  expect(await getSuppression(ctx, email)).toEqual({ ...suppression, note: "By phone." });
});

test("a graver reason replaces another with an event, and the other applies again if the person resubscribes", async () => {
  const ctx = await createProject();
  const email = await insertLead(ctx);
  await addSuppression(ctx, { email, reason: "bounced", note: "Came back." });
  await unsubscribe(visitor(ctx), email);
  expect(await getSuppression(ctx, email)).toMatchObject({ reason: "unsubscribed", note: "Came back." });
  await resubscribe(visitor(ctx), email);
  expect(await getSuppressionReason(ctx, email)).toBe("bounced");
  await unsubscribe(visitor(ctx), email);
  await postmark(ctx, { RecordType: "SpamComplaint", ID: uniqueId(), Email: email });
  await resubscribe(visitor(ctx), email);
  expect(await getSuppressionReason(ctx, email)).toBe("complained");
  const events = await queryRows<{ kind: string; data: object }>(
    ctx.db,
    sql`select kind, data from events where project_id = ${ctx.projectId} and email = ${email} and kind like 'suppression.%' order by id`,
  );
  expect(events.map(({ kind, data }) => [kind, data])).toEqual([
    ["suppression.added", { reason: "bounced" }],
    ...["unsubscribed", "bounced", "unsubscribed", "complained"].map((reason) => ["suppression.updated", { fields: ["reason"], reason }]),
  ]);
});

describe("undoing suppressions because of refusals", () => {
  /** Refuses one email after another, so that email is paused. Returns the people who were suppressed before. */
  async function refuseEmails(ctx: Context): Promise<string[]> {
    await createSend(ctx, await insertLeads(ctx, 10));
    await attemptAll(ctx);
    const rows = await queryRows<{ email: string }>(
      ctx.db,
      sql`select email from suppressions where project_id = ${ctx.projectId} order by 1`,
    );
    return rows.map(({ email }) => email);
  }

  async function attemptAll(ctx: Context): Promise<void> {
    const due = await queryRows<{ id: string }>(
      ctx.db,
      sql`select id from deliveries where project_id = ${ctx.projectId} and status = 'queued' order by email`,
    );
    for (const { id } of due) {
      const job = { projectId: ctx.projectId, attempt: 1, deliveryIds: [id] };
      await takeDeliveries(ctx, job);
      await recordResults(ctx, job, [{ id, status: "bounced", error: "550 5.1.1 User unknown" }]);
    }
  }

  test.each(sampleOf(sources, 1))("leaves out someone whom %s has suppressed since", async (_, suppress) => {
    const ctx = await createProject();
    const [email = "", ...others] = await refuseEmails(ctx);
    await suppress(ctx, email);
    expect(await undoRefusedSuppressions(ctx)).toMatchObject({ removed: others.length, requeued: others.length });
    expect(await getSuppressionReason(ctx, email)).not.toBeNull();
  });

  test("includes someone of whom two emails were refused", async () => {
    const ctx = await createProject();
    const emails = await insertLeads(ctx, 3);
    for (let count = 0; count < 2; count++) await createSend(ctx, emails);
    const queued = await queryRows<{ id: string }>(
      ctx.db,
      sql`select id from deliveries where project_id = ${ctx.projectId} and status = 'queued'`,
    );
    const jobs = queued.map(({ id }) => ({ projectId: ctx.projectId, attempt: 1, deliveryIds: [id] }));
    // Both are being sent when the first is refused.
    for (const job of jobs) await takeDeliveries(ctx, job);
    for (const job of jobs)
      await recordResults(ctx, job, [{ id: job.deliveryIds[0] ?? "", status: "bounced", error: "550 5.1.1 User unknown" }]);
    const suppressed = await queryRows(ctx.db, sql`select from suppressions where project_id = ${ctx.projectId}`);
    expect(suppressed).toHaveLength(3);
    await createSend(ctx, await insertLeads(ctx, 10));
    await attemptAll(ctx);
    const { removed } = await undoRefusedSuppressions(ctx);
    expect(removed).toBeGreaterThanOrEqual(3);
    expect(await queryRows(ctx.db, sql`select from suppressions where project_id = ${ctx.projectId}`)).toHaveLength(0);
  });
});
