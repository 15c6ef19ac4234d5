import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { insertCode, insertLeads, insertProject } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import type { Context } from "../context";
import { estimateSend } from "./estimate";

const { ctx, db } = await createTestApp();

/** Sends to `emails` leads, as if the mail server had accepted one email every `interval` seconds. */
async function insertSend(projectCtx: Context, emails: number, interval: number): Promise<void> {
  const leads = await insertLeads(projectCtx, emails);
  const { sendId } = await sendCode(projectCtx, {
    code: normalizeCode(await insertCode(projectCtx, { allowedClaims: emails })),
    emails: leads,
  });
  await db.execute(sql`update deliveries d set status = 'sent', attempts = 1, updated_at = now() + make_interval(secs => sent.index * ${interval}::float)
    from (select id, row_number() over (order by email) as index from deliveries where send_id = ${sendId}) as sent where d.id = sent.id`);
}

test("the estimate assumes a cautious rate until a large send was measured", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  await insertSend(projectCtx, 10, 0.001);
  expect(await estimateSend(projectCtx, 1200)).toEqual({ emails: 1200, queued: 0, emailsPerSecond: 10, seconds: 120 });
});

test("the estimate has the rate of the latest large sends, and adds the emails that are queued", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  await insertSend(projectCtx, 101, 0.5);
  const measured = await estimateSend(projectCtx, 1000);
  expect(measured.emailsPerSecond).toBeCloseTo(101 / 50, 1);
  expect(measured.seconds).toBe(Math.ceil((1000 * 50) / 101));
  const code = normalizeCode(await insertCode(projectCtx, { allowedClaims: 500 }));
  await sendCode(projectCtx, { code, emails: await insertLeads(projectCtx, 500) });
  expect(await estimateSend(projectCtx, 1000)).toMatchObject({ queued: 500, seconds: Math.ceil((1500 * 50) / 101) });
});

test("the estimate never exceeds the sending rate of the settings", async () => {
  const { ctx: projectCtx } = await insertProject(ctx);
  const limit = (column: string, value: number | null) =>
    db.execute(sql`update projects set ${sql.identifier(column)} = ${value} where id = ${projectCtx.projectId}`);
  await limit("emails_per_second", 2);
  expect(await estimateSend(projectCtx, 1000)).toMatchObject({ emailsPerSecond: 2, seconds: 500 });
  await limit("emails_per_hour", 3600);
  expect(await estimateSend(projectCtx, 1000)).toMatchObject({ emailsPerSecond: 1, seconds: 1000 });
  await limit("emails_per_second", 50);
  await limit("emails_per_hour", null);
  expect(await estimateSend(projectCtx, 1000)).toMatchObject({ emailsPerSecond: 10 });
});
