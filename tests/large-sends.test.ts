import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { maxImmediateRecipients } from "@/contract/limits";
import type { Context } from "@/core/context";
import { runJob } from "@/core/jobs/run";
import { queryRows } from "@/db/query";
import { apiClient } from "./harness/api";
import { insertProject } from "./harness/factories";
import { stopAtCheck } from "./harness/jobs";
import { isHeavy } from "./harness/size";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const amount = maxImmediateRecipients + 1;
let ctx: Context;
let api: ReturnType<typeof apiClient>;

beforeAll(async () => {
  const project = await insertProject(app.ctx);
  [ctx, api] = [project.ctx, apiClient(project.secretKey)];
  await ctx.db.execute(
    sql`insert into leads (project_id, email, referral_code, on_waitlist, waitlist_changed_at, waitlist_sort_key)
      select ${ctx.projectId}::int, 'many' || n || '@example.org', 'r' || n, true, now(), n from generate_series(1, ${amount}::int) as n`,
  );
});

/** Runs a job: all of it in the full test, otherwise some parts. */
async function runParts(job: string): Promise<void> {
  if (isHeavy) await runJob(ctx, job, new AbortController().signal);
  else await expect(runJob(ctx, job, stopAtCheck(4))).rejects.toThrow("stopped");
}
const countPeople = async (send: string) =>
  (
    await queryRows<{ deliveries: number; people: number }>(
      ctx.db,
      sql`select count(*)::int as deliveries, count(distinct email)::int as people from deliveries where project_id = ${ctx.projectId} and send_id = ${send}`,
    )
  )[0];

test("an announcement to more than 50,000 leads is accepted, queued with progress, and stopped", async () => {
  const recipients = { filter: { all: true } };
  const preview = await api.post("/sends/preview", { announcement: true, ...recipients });
  expect(preview.data).toMatchObject({ receivedLeads: amount, notifiedLeads: amount, skipped: [], error: null });
  // The statistics say that there are no emails yet, as right after the first large send.
  await ctx.db.execute(sql`analyze`);
  const { status, data } = await api.post("/announcements", { subject: "News", body: "We open.", ...recipients });
  const warnings = [{ name: "email_not_connected", message: expect.any(String) }];
  expect([status, data]).toEqual([
    200,
    { sendId: data.job, receivedLeads: amount, notifiedLeads: 0, skipped: [], job: data.sendId, warnings },
  ]);
  const getSend = async () => (await api.get(`/sends/${data.sendId}`)).data;
  expect(await getSend()).toMatchObject({ completed: false, queueing: { status: "queued", total: amount, processed: 0 } });
  expect((await api.get("/sends?completed=false")).data).toMatchObject([{ id: data.sendId }]);
  await runParts(data.job);
  const send = await getSend();
  expect((await api.get(`/jobs/${data.job}`)).data).toMatchObject({ kind: "send.queue", total: amount, processed: send.notifiedLeads });
  expect(await countPeople(data.sendId)).toEqual({ deliveries: send.notifiedLeads, people: send.notifiedLeads });
  if (isHeavy) expect(send.notifiedLeads).toBe(amount);
  const stopped = (await api.post(`/sends/${data.sendId}/cancel`)).data;
  expect(stopped).toMatchObject({ completed: true, deliveries: { queued: 0, canceled: send.notifiedLeads } });
  expect(stopped.queueing.status).toBe(isHeavy ? "completed" : "canceled");
});

test("a wave of more than 50,000 people is accepted, invites them with progress, and is stopped", async () => {
  const size = 1_000_000;
  expect((await api.post("/waves/preview", { size })).data).toMatchObject({
    matching: amount,
    invited: amount,
    skipped: [],
    first: { email: "many1@example.org", position: 1 },
    last: { email: `many${amount}@example.org`, position: amount },
  });
  const { status, data: wave } = await api.post("/waves", { size, type: "alphanumeric" });
  expect([status, wave]).toMatchObject([200, { status: "sent", invited: 0, inviting: { status: "queued", total: amount } }]);
  await runParts(wave.inviting.job);
  const { data: running } = await api.get(`/waves/${wave.id}`);
  expect(running.invited).toBe(running.inviting.processed);
  expect(await countPeople(wave.inviting.job)).toEqual({ deliveries: running.invited, people: running.invited });
  if (isHeavy) return expect(running.invited).toBe(amount);
  expect((await api.post(`/waves/${wave.id}/cancel`, {})).data).toMatchObject({ inviting: { status: "canceled" } });
  expect((await api.post("/waves/preview", { size: 1 })).data).toMatchObject({ matching: amount, first: { email: "many1@example.org" } });
});
