import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Context } from "@/core/context";
import { queryRows } from "@/db/query";
import { connectSmtpServer, insertLead, insertLeads, insertProject } from "@/tests/harness/factories";
import { createSend, getDeliveriesByEmail } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { inviteLeads } from "../leads/invite";
import { getLead } from "../leads/record";
import { getOverview } from "../overview";
import { pauseProject, resumeRefusedEmail } from "../projects/pause";
import { getProject } from "../projects/record";
import { undoRefusedSuppressions } from "../suppressions/undo";
import { getSuppressionReason } from "../suppressions/unsubscribe";
import { cancelSend } from "./cancel";
import { type DeliveryResult, recordResults, takeDeliveries } from "./delivery-attempts";

const app = await createTestApp();

async function createProject(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx);
  return ctx;
}

type Answer = { status: "sent" } | { status: "failed" | "bounced" | "retrying"; error: string };

const sent: Answer = { status: "sent" };
const failed = (error: string): Answer => ({ status: "failed", error });
const bounced = (error = "550 5.1.1 <ada@example.org>: User unknown"): Answer => ({ status: "bounced", error });

/** Takes all emails that have a job, one after another, and records what the server answers to each. */
async function attempt(ctx: Context, answer: (index: number) => Answer): Promise<void> {
  const due = await queryRows<{ id: string; attempts: number }>(
    ctx.db,
    sql`select id, attempts from deliveries where project_id = ${ctx.projectId} and status in ('queued', 'retrying') order by email`,
  );
  for (const [index, { id, attempts }] of due.entries()) {
    const job = { projectId: ctx.projectId, attempt: attempts + 1, deliveryIds: [id] };
    await takeDeliveries(ctx, job);
    await recordResults(ctx, job, [{ id, ...answer(index) } as DeliveryResult]);
  }
}

const isPaused = async (ctx: Context): Promise<boolean> => (await getProject(ctx)).paused.includes("email");
// The links of emails only work on the computer of the test.
const getAttention = async (ctx: Context) => (await getOverview(ctx)).attention.filter(({ name }) => name !== "local_links");

/** Counts the deliveries and suppressions of a project. */
async function count(ctx: Context): Promise<Record<string, number>> {
  const rows = await queryRows<{ status: string; total: number }>(
    ctx.db,
    sql`select status, count(*)::int as total from deliveries where project_id = ${ctx.projectId} group by 1
      union all select 'suppressions', count(*)::int from suppressions where project_id = ${ctx.projectId} having count(*) > 0`,
  );
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
}

describe("email is paused", () => {
  test("if more than a tenth of the last 50 emails are refused for the same reason, whatever else the words contain", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 60));
    const refusal = (index: number) =>
      failed(`550 5.7.1 <lead${index}@example.org>: policy ${index}-${index * 7}, see https://example.net/?id=${index} [a${index}b]`);
    // Five of 50, every tenth.
    await attempt(ctx, (index) => (index % 10 === 0 ? refusal(index) : sent));
    expect(await isPaused(ctx)).toBe(false);
    await createSend(ctx, await insertLeads(ctx, 60));
    await attempt(ctx, (index) => (index % 9 === 0 ? refusal(index) : sent));
    expect(await isPaused(ctx)).toBe(true);
  });

  test("not if each is refused for another reason, unless more than half are refused", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 100));
    const words = (index: number) => failed(`550 ${String.fromCharCode(97 + (index % 26)).repeat(3 + Math.floor(index / 26))} no`);
    await attempt(ctx, (index) => (index % 3 === 0 ? words(index) : sent));
    expect(await isPaused(ctx)).toBe(false);
    await createSend(ctx, await insertLeads(ctx, 60));
    await attempt(ctx, words);
    expect(await isPaused(ctx)).toBe(true);
    expect(await getAttention(ctx)).toMatchObject([
      { name: "email_refused", message: expect.stringContaining("26 of the last 50 emails") },
    ]);
  });

  test("not by temporary errors, and not by a few old refusals", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 40));
    await attempt(ctx, () => ({ status: "retrying", error: "451 4.7.1 Greylisted" }));
    expect(await isPaused(ctx)).toBe(false);
    await attempt(ctx, (index) => (index < 5 ? failed("550 5.7.1 Blocked") : sent));
    await createSend(ctx, await insertLeads(ctx, 60));
    await attempt(ctx, (index) => (index < 55 ? sent : failed("550 5.7.1 Blocked")));
    expect(await isPaused(ctx)).toBe(false);
  });
});

describe("while email is paused because of refusals", () => {
  test("nothing more is suppressed, and all refused emails wait and are sent once when it is resumed", async () => {
    const ctx = await createProject();
    const { id } = await createSend(ctx, await insertLeads(ctx, 20));
    await attempt(ctx, () => failed("550 5.7.1 Our list says no to 192.0.2.1"));
    // The first five had failed before.
    expect(await count(ctx)).toEqual({ queued: 5, retrying: 15 });
    expect(await getAttention(ctx)).toEqual([
      {
        name: "email_refused",
        count: 6,
        subject: null,
        message: "Email is paused because the mail server refused 6 of the last 6 emails: “550 5.7.1 Our list says no to 192.0.2.1”",
      },
    ]);
    expect(await resumeRefusedEmail(ctx)).toEqual({ resumed: true });
    expect(await resumeRefusedEmail(ctx)).toEqual({ resumed: false });
    expect(await isPaused(ctx)).toBe(false);
    expect(await getAttention(ctx)).toEqual([]);
    await attempt(ctx, () => sent);
    expect(await count(ctx)).toEqual({ sent: 20 });
    const jobs = await queryRows<{ ids: string[] }>(
      ctx.db,
      sql`select data->'deliveryIds' as ids from pgboss.job where name = 'deliveries' and (data->>'projectId')::int = ${ctx.projectId} and (data->>'attempt')::int = 2`,
    );
    const queued = jobs.flatMap(({ ids }) => ids);
    expect([queued.length, new Set(queued).size]).toEqual([20, 20]);
    expect((await getDeliveriesByEmail(ctx, id)).size).toBe(20);
  });

  test("isn't paused again by attempts from before it was resumed, which are repeated", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 20));
    const ids = await queryRows<{ id: string }>(ctx.db, sql`select id from deliveries where project_id = ${ctx.projectId} order by email`);
    const deliveryIds = ids.map(({ id }) => id);
    const job = { projectId: ctx.projectId, attempt: 1, deliveryIds };
    await takeDeliveries(ctx, job);
    const record = (from: number, to: number) =>
      recordResults(
        ctx,
        job,
        deliveryIds.slice(from, to).map((id) => ({ id, ...bounced() }) as DeliveryResult),
      );
    await record(0, 6);
    expect(await isPaused(ctx)).toBe(true);
    await resumeRefusedEmail(ctx);
    await record(6, 20);
    expect(await isPaused(ctx)).toBe(false);
    await attempt(ctx, () => sent);
    expect(await count(ctx)).toEqual({ sent: 20 });
  });

  test("canceled emails aren't sent later", async () => {
    const ctx = await createProject();
    const { id } = await createSend(ctx, await insertLeads(ctx, 10));
    await attempt(ctx, () => failed("550 5.7.1 No"));
    await cancelSend(ctx, id);
    await resumeRefusedEmail(ctx);
    expect(await count(ctx)).toEqual({ canceled: 10 });
  });

  test("pauses again soon if the server still refuses, but continues if only some emails are refused for the reason that staff saw", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 20));
    await attempt(ctx, () => bounced());
    await pauseProject(ctx, { resume: ["email"] });
    await attempt(ctx, () => bounced());
    expect(await isPaused(ctx)).toBe(true);
    expect(await count(ctx)).toMatchObject({ suppressions: 10 });
    await pauseProject(ctx, { resume: ["email"] });
    await createSend(ctx, await insertLeads(ctx, 60));
    await attempt(ctx, (index) => (index % 4 === 1 ? bounced() : sent));
    expect(await isPaused(ctx)).toBe(false);
  });
});

describe("suppressions because of refusals", () => {
  test("can be undone at once, with invitations and emails", async () => {
    const ctx = await createProject();
    const [earlier = "", other = ""] = [await insertLead(ctx), await insertLead(ctx)];
    await createSend(ctx, [earlier, other]);
    await attempt(ctx, () => bounced("550 5.1.1 User unknown"));
    await ctx.db.execute(sql`update suppressions set created_at = created_at - interval '2 hours' where project_id = ${ctx.projectId}`);
    await ctx.db.execute(sql`update deliveries set updated_at = updated_at - interval '2 hours' where project_id = ${ctx.projectId}`);
    const emails = await insertLeads(ctx, 10);
    await inviteLeads(ctx, { emails });
    const before = new Map(await Promise.all(emails.map(async (email) => [email, await getLead(ctx, email)] as const)));
    await attempt(ctx, () => bounced("550 5.1.1 User unknown"));
    expect(await count(ctx)).toMatchObject({ suppressions: 5, bounced: 5 });
    expect((await getAttention(ctx)).map(({ name, count: total }) => [name, total])).toEqual([
      ["email_refused", 6],
      ["refused_suppressions", 3],
    ]);
    expect(await undoRefusedSuppressions(ctx)).toEqual({ removed: 3, invitations: 3, requeued: 3 });
    expect(await undoRefusedSuppressions(ctx)).toEqual({ removed: 0, invitations: 0, requeued: 0 });
    for (const email of emails) {
      expect(await getSuppressionReason(ctx, email)).toBeNull();
      const { waitlistStatus, invitation, invitedAt } = await getLead(ctx, email);
      expect({ waitlistStatus, invitation, invitedAt }).toEqual({
        waitlistStatus: "invited",
        invitation: before.get(email)?.invitation,
        invitedAt: expect.any(String),
      });
    }
    const paused = await queryRows(ctx.db, sql`select from codes where project_id = ${ctx.projectId} and paused_at is not null`);
    expect(paused).toEqual([]);
    expect(await getSuppressionReason(ctx, earlier)).toBe("bounced");
    await resumeRefusedEmail(ctx);
    await attempt(ctx, () => sent);
    expect(await count(ctx)).toEqual({ suppressions: 2, bounced: 2, sent: 10 });
  });

  test("stay if they were added after email was resumed, and can be undone for a day after that", async () => {
    const ctx = await createProject();
    await createSend(ctx, await insertLeads(ctx, 10));
    await attempt(ctx, () => bounced());
    // A pause over a weekend.
    for (const [table, column] of [
      ["suppressions", "created_at"],
      ["deliveries", "updated_at"],
      ["email_circuit_breakers", "paused_at"],
    ] as const)
      await ctx.db.execute(
        sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${sql.identifier(column)} - interval '3 days' where project_id = ${ctx.projectId}`,
      );
    await resumeRefusedEmail(ctx);
    await createSend(ctx, await insertLeads(ctx, 3));
    await attempt(ctx, () => bounced());
    const suppressed = (await count(ctx)).suppressions ?? 0;
    expect(suppressed).toBeGreaterThan(5);
    expect(await undoRefusedSuppressions(ctx)).toMatchObject({ removed: 5 });
    expect(await count(ctx)).toMatchObject({ suppressions: suppressed - 5 });
  });

  test("stay if the person unsubscribed, staff changed them, or they were refused for another reason", async () => {
    const ctx = await createProject();
    const emails = (await insertLeads(ctx, 12)).toSorted();
    await createSend(ctx, emails);
    await attempt(ctx, (index) => (index === 0 ? bounced("550 5.1.1 Mailbox disabled") : bounced()));
    await ctx.db.execute(
      sql`update suppressions set reason = 'unsubscribed' where project_id = ${ctx.projectId} and email = ${emails[1] ?? ""}`,
    );
    await ctx.db.execute(sql`update suppressions set note = 'left' where project_id = ${ctx.projectId} and email = ${emails[2] ?? ""}`);
    expect(await undoRefusedSuppressions(ctx)).toMatchObject({ removed: 3, requeued: 3 });
    for (const [index, reason] of ["bounced", "unsubscribed", "bounced"].entries())
      expect(await getSuppressionReason(ctx, emails[index] ?? "")).toBe(reason);
  });
});
