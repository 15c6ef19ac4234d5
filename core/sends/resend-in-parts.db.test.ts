import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertLeads, insertProject } from "@/tests/harness/factories";
import { stopAtCheck } from "@/tests/harness/jobs";
import { createSend, getDeliveryStatuses, getSendEvents, setDeliveryStatus } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { updateCode } from "../codes/update";
import type { Context } from "../context";
import { cancelJob, getJob } from "../jobs/jobs";
import { runJob } from "../jobs/run";
import { inviteLeads } from "../leads/invite";
import { addSuppression } from "../suppressions/add";
import { cancelSend } from "./cancel";
import { getSend } from "./list";
import { resendUndelivered, retrySend } from "./resend";

const app = await createTestApp();
const secondDb = app.openSecondPool().ctx.db;

/** More than the first part of a job. */
const amount = 450;
const firstPart = 200;
const maxImmediate = 100;

const run = (ctx: Context, id: string) => runJob(ctx, id, new AbortController().signal);
const runFirstPart = (ctx: Context, id: string) => expect(runJob(ctx, id, stopAtCheck(2))).rejects.toThrow("stopped");

/** Creates a send of a code whose emails all failed, after two attempts. */
async function createFailedSend(): Promise<{ ctx: Context; id: string; code: string; emails: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, amount);
  const { id, code } = await createSend(ctx, emails);
  await setDeliveryStatus(ctx, id, "failed", emails, 2);
  return { ctx, id, code, emails };
}

/** How many jobs are queued for the emails of a send, and for how many emails. */
async function countQueued(ctx: Context, id: string): Promise<{ jobs: number; emails: number; attempts: number[] }> {
  const [row] = await queryRows<{ jobs: number; emails: number; attempts: number[] }>(
    ctx.db,
    sql`select count(*)::int as jobs, count(distinct delivery)::int as emails, coalesce(array_agg(distinct (data ->> 'attempt')::int), '{}') as attempts
      from pgboss.job, jsonb_array_elements_text(data -> 'deliveryIds') as delivery
      where name = 'deliveries' and (data ->> 'attempt')::int > 1 and delivery::uuid in (select id from deliveries where project_id = ${ctx.projectId} and send_id = ${id})`,
  );
  if (!row) throw new Error("An aggregate has a row");
  return row;
}

test("retrying many failed emails is done by the worker, once each with two workers, and skips those who unsubscribed", async () => {
  const { ctx, id, emails } = await createFailedSend();
  const reply = await retrySend(ctx, id, {}, maxImmediate);
  expect(reply).toMatchObject({ id, requeued: 0, skipped: 0, job: expect.any(String), deliveries: { failed: amount } });
  const job = reply.job ?? "";
  expect(await getJob(ctx, job)).toMatchObject({ kind: "send.retry", status: "queued", total: amount });
  await runFirstPart(ctx, job);
  expect(await getSend(ctx, id)).toMatchObject({ completed: false, deliveries: { queued: firstPart, failed: amount - firstPart } });
  const statuses = await getDeliveryStatuses(ctx, id);
  const unsubscribed = emails.find((email) => statuses[email] === "failed") ?? "";
  await addSuppression(ctx, { email: unsubscribed });
  await Promise.all([run(ctx, job), run({ ...ctx, db: secondDb }, job)]);
  expect(await getSend(ctx, id)).toMatchObject({ deliveries: { queued: amount - 1, failed: 1 } });
  expect((await getDeliveryStatuses(ctx, id))[unsubscribed]).toBe("failed");
  expect(await getJob(ctx, job)).toMatchObject({ status: "completed", processed: amount, changed: amount - 1 });
  expect(await countQueued(ctx, id)).toEqual({ jobs: amount - 1, emails: amount - 1, attempts: [3] });
  expect(await getSendEvents(ctx, id, "send.retried")).toMatchObject([{ data: { send: id, deliveries: amount - 1 } }]);
  await run(ctx, job);
  expect(await countQueued(ctx, id)).toMatchObject({ jobs: amount - 1 });
});

test("few failed emails are retried at once, also of a large send", async () => {
  const { ctx, id, emails } = await createFailedSend();
  expect(await retrySend(ctx, id, { filter: { q: emails[0] ?? "" } }, maxImmediate)).toMatchObject({ requeued: 1, job: null });
  expect(await retrySend(ctx, id, {}, amount)).toMatchObject({ requeued: amount - 1, skipped: 0, job: null });
});

test.each([
  ["its job", (ctx: Context, _: string, job: string) => cancelJob(ctx, job), firstPart],
  ["the send", (ctx: Context, id: string) => cancelSend(ctx, id), 0],
])("retrying many emails ends when %s is stopped", async (_, stop, queued) => {
  const { ctx, id } = await createFailedSend();
  const { job } = await retrySend(ctx, id, {}, maxImmediate);
  await runFirstPart(ctx, job ?? "");
  await stop(ctx, id, job ?? "");
  await run(ctx, job ?? "");
  expect(await getJob(ctx, job ?? "")).toMatchObject({ status: "canceled", processed: firstPart });
  expect(await getSend(ctx, id)).toMatchObject({ deliveries: { queued, failed: amount - firstPart } });
});

test("resending many emails creates a send whose emails the worker queues, to those who still haven't received the code", async () => {
  const { ctx, id, code, emails } = await createFailedSend();
  const [delivered = "", unsubscribed = ""] = emails;
  await createSend(ctx, [delivered], code);
  await addSuppression(ctx, { email: unsubscribed });
  const { sendId, ...reply } = await resendUndelivered(ctx, id, maxImmediate);
  expect(reply).toEqual({ receivedLeads: amount, notifiedLeads: 0, skipped: [], job: sendId });
  await runFirstPart(ctx, sendId);
  await Promise.all([run(ctx, sendId), run({ ...ctx, db: secondDb }, sendId)]);
  expect(Object.keys(await getDeliveryStatuses(ctx, sendId)).sort()).toEqual(
    emails.filter((email) => email !== delivered && email !== unsubscribed).sort(),
  );
  expect(await getSend(ctx, sendId)).toMatchObject({
    kind: "code",
    code,
    receivedLeads: amount - 1,
    notifiedLeads: amount - 2,
    completed: false,
    skippedLeads: [{ reason: "suppressed", count: 1 }],
    queueing: { status: "completed" },
  });
});

test("resending many emails of an invitation sends each person their own code", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, amount);
  const { sendId: first } = await inviteLeads(ctx, { emails });
  await setDeliveryStatus(ctx, first, "failed", emails);
  const { sendId } = await resendUndelivered(ctx, first, maxImmediate);
  await run(ctx, sendId);
  const wrongCodes = await ctx.db.execute(
    sql`select count(*)::int as wrong from deliveries d join deliveries f on f.project_id = d.project_id and f.email = d.email and f.send_id = ${first}
      where d.project_id = ${ctx.projectId} and d.send_id = ${sendId} and d.code_key is distinct from f.code_key`,
  );
  expect([...wrongCodes]).toEqual([{ wrong: 0 }]);
  // The codes aren't generated again.
  expect([
    ...(await ctx.db.execute(
      sql`select count(*)::int as generated from events where project_id = ${ctx.projectId} and kind = 'codes.generated'`,
    )),
  ]).toEqual([{ generated: 1 }]);
  expect(await getSend(ctx, sendId)).toMatchObject({ kind: "invitation", notifiedLeads: amount, deliveries: { queued: amount } });
});

test("retrying and resending many emails is refused if their code can't be sent, and ends with that error if it's paused while the worker retries", async () => {
  const { ctx, id, code } = await createFailedSend();
  const { job } = await retrySend(ctx, id, {}, maxImmediate);
  await updateCode(ctx, normalizeCode(code), { paused: true });
  expect(await getErrorName(retrySend(ctx, id, {}, maxImmediate))).toBe("code_paused");
  expect(await getErrorName(resendUndelivered(ctx, id, maxImmediate))).toBe("code_paused");
  expect(await getErrorName(run(ctx, job ?? ""))).toBe("code_paused");
  expect(await getSend(ctx, id)).toMatchObject({ deliveries: { failed: amount } });
});
