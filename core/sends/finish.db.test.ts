import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { insertCode, insertLeads, insertProject, secondsFromNow } from "@/tests/harness/factories";
import { createSend, deliverEmails, setDeliveryStatus } from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { sendCode } from "../codes/send";
import { type Context, inTransaction } from "../context";
import { deleteLead } from "../leads/delete";
import { sendAnnouncement } from "./announce";
import { cancelSend } from "./cancel";
import { finishSend, listSendsToFinish } from "./finish";
import { retrySend } from "./resend";

const app = await createTestApp();
const secondCtx = app.openSecondPool().ctx;

/** Does what the worker does, and returns the counts of each event of a send. */
async function finishAll(ctx: Context, send: string): Promise<unknown[]> {
  for (const { project_id: projectId, id } of await listSendsToFinish(app.db)) await finishSend({ ...ctx, projectId }, id);
  const events = await queryRows<{ data: { deliveries: unknown } }>(
    app.db,
    sql`select data from events where kind = 'send.finished' and data ->> 'send' = ${send} order by id`,
  );
  return events.map(({ data }) => data.deliveries);
}

test("a send is finished once, when the last email has its result, and again after failed emails were retried", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 3);
  const [first = ""] = emails;
  const { id, code } = await createSend(ctx, emails);
  expect(await finishAll(ctx, id)).toEqual([]);
  await deliverEmails(ctx, "failed", first);
  expect(await finishAll(ctx, id)).toEqual([]);
  await deliverEmails(ctx, "sent");
  const counted = { sent: 2, failed: 1 };
  expect(await finishAll(ctx, id)).toEqual([counted]);
  expect(await finishAll(ctx, id)).toEqual([counted]);
  await retrySend(ctx, id, {});
  expect(await finishAll(ctx, id)).toEqual([counted]);
  await deliverEmails(ctx, "sent");
  expect(await finishAll(ctx, id)).toEqual([counted, { sent: 3 }]);
  const events = await queryRows<{ code_text: string }>(
    app.db,
    sql`select code_text from events where project_id = ${ctx.projectId} and kind = 'send.finished'`,
  );
  expect(events).toEqual([{ code_text: code }, { code_text: code }]);
});

test("a send whose last emails were canceled or belonged to a lead who was deleted is finished", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 3);
  const [first = "", second = ""] = emails;
  const { id } = await createSend(ctx, emails);
  await deliverEmails(ctx, "sent", first);
  await deleteLead(ctx, second);
  expect(await finishAll(ctx, id)).toEqual([]);
  await cancelSend(ctx, id);
  expect(await finishAll(ctx, id)).toEqual([{ sent: 1, canceled: 1 }]);
});

test("a send to no one, or one that is scheduled, isn't finished", async () => {
  const { ctx } = await insertProject(app.ctx);
  const toNoOne = await sendCode(ctx, { code: normalizeCode(await insertCode(ctx)), emails: ["unknown@example.org"] });
  expect(await finishAll(ctx, toNoOne.sendId)).toEqual([]);
  const scheduled = await sendAnnouncement(ctx, {
    emails: await insertLeads(ctx, 1),
    subject: "News",
    body: "Hello",
    scheduledAt: secondsFromNow(86_400),
  });
  expect(await finishAll(ctx, scheduled.sendId)).toEqual([]);
  await cancelSend(ctx, scheduled.sendId);
  expect(await finishAll(ctx, scheduled.sendId)).toEqual([{ canceled: 1 }]);
});

test("two workers finish a send once, and not while failed emails are queued again", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 2);
  const { id } = await createSend(ctx, emails);
  await setDeliveryStatus(ctx, id, "failed", emails);
  const other = { ...ctx, db: secondCtx.db };
  await inTransaction(ctx, async (inner) => {
    await retrySend(inner, id, {});
    expect(await finishSend(other, id)).toBe(false);
  });
  expect(await finishAll(ctx, id)).toEqual([]);
  await deliverEmails(ctx, "sent");
  expect((await Promise.all([finishSend(ctx, id), finishSend(other, id)])).filter(Boolean)).toHaveLength(1);
  expect(await finishAll(ctx, id)).toEqual([{ sent: 2 }]);
});

test("emails that are queued again while the end of their send is recorded are followed by another end", async () => {
  const { ctx } = await insertProject(app.ctx);
  const emails = await insertLeads(ctx, 1);
  const { id } = await createSend(ctx, emails);
  await setDeliveryStatus(ctx, id, "failed", emails);
  let retried: Promise<unknown> | undefined;
  await inTransaction(ctx, async (inner) => {
    expect(await finishSend(inner, id)).toBe(true);
    // Waits for the lock of the send.
    retried = retrySend({ ...ctx, db: secondCtx.db }, id, {});
  });
  await retried;
  expect(await finishAll(ctx, id)).toEqual([{ failed: 1 }]);
  await deliverEmails(ctx, "sent");
  expect(await finishAll(ctx, id)).toEqual([{ failed: 1 }, { sent: 1 }]);
});
