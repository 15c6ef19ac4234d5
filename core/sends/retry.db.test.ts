import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { type DeliveryPayload, deliveryQueue } from "@/db/queue";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertLeads } from "@/tests/harness/factories";
import {
  createSend,
  getDeliveriesByEmail,
  getDeliveryStatuses,
  getQueuedDeliveryJobs,
  getSendEvents,
  setDeliveryStatus,
} from "@/tests/harness/sends";
import { createTestApp } from "@/tests/harness/test-app";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { updateCode } from "../codes/update";
import { deleteLead as removeLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { cancelSend } from "./cancel";
import { recordResults, takeDeliveries } from "./delivery-attempts";
import { resendUndelivered, retrySend } from "./resend";
import { retryDelaySeconds } from "./retry-delays";

const app = await createTestApp();
const { ctx, db } = app;
const secondCtx = app.openSecondPool().ctx;

const unknownId = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

describe("retrying failed deliveries", () => {
  test("queues exactly the failed deliveries, once, and returns how many", async () => {
    const [ada = "", grace = "", sent = "", suppressed = ""] = await insertLeads(ctx, 4);
    const { id, code } = await createSend(ctx, [ada, grace, sent, suppressed]);
    await setDeliveryStatus(ctx, id, "failed", [ada], 3);
    await setDeliveryStatus(ctx, id, "failed", [grace], 1);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    await setDeliveryStatus(ctx, id, "suppressed", [suppressed]);
    const record = await retrySend(ctx, id, {});
    expect(record).toMatchObject({
      id,
      deliveries: { queued: 2, sent: 1, suppressed: 1, failed: 0 },
      completed: false,
      requeued: 2,
      skipped: 0,
    });
    const deliveriesByEmail = await getDeliveriesByEmail(ctx, id);
    expect(deliveriesByEmail.get(ada)).toMatchObject({ status: "queued", attempts: 3, error: null, nextAttemptAt: null });
    expect((await getQueuedDeliveryJobs(ctx, deliveriesByEmail.get(ada)?.id)).at(-1)).toMatchObject({ attempt: 4, firstAttempt: 4 });
    expect((await getQueuedDeliveryJobs(ctx, deliveriesByEmail.get(grace)?.id)).at(-1)).toMatchObject({ attempt: 2, firstAttempt: 2 });
    expect(await getSendEvents(ctx, id, "send.retried")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);

    const before = await fingerprintDatabase(db);
    expect(await retrySend(ctx, id, {})).toEqual({ ...record, requeued: 0 });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("retries only the given deliveries of the send", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const [one, two] = [await createSend(ctx, [ada, grace]), await createSend(ctx, [ada])];
    for (const { id } of [one, two]) await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
    const foreignDelivery = (await getDeliveriesByEmail(ctx, two.id)).get(ada)?.id ?? "";
    const deliveries = [(await getDeliveriesByEmail(ctx, one.id)).get(grace)?.id ?? "", foreignDelivery, unknownId];
    await retrySend(ctx, one.id, { deliveries });
    expect(await getDeliveryStatuses(ctx, one.id)).toEqual({ [ada]: "failed", [grace]: "queued" });
    expect(await getDeliveryStatuses(ctx, two.id)).toEqual({ [ada]: "failed" });
  });

  test("retries only the deliveries that match a filter", async () => {
    const [ada = "", grace = "", sent = ""] = await insertLeads(ctx, 3);
    const { id } = await createSend(ctx, [ada, grace, sent]);
    await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    expect(await retrySend(ctx, id, { filter: { q: grace.toUpperCase() } })).toMatchObject({ requeued: 1, skipped: 0 });
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [ada]: "failed", [grace]: "queued", [sent]: "sent" });
  });

  test("rejects unknown sends", async () => {
    expect(await getErrorName(retrySend(ctx, unknownId, {}))).toBe("send_not_found");
    expect(await getErrorName(cancelSend(ctx, unknownId))).toBe("send_not_found");
    expect(await getErrorName(resendUndelivered(ctx, unknownId))).toBe("send_not_found");
  });

  test("starts the retry delays again and fails after as many attempts", async () => {
    const [ada = ""] = await insertLeads(ctx, 1);
    const { id } = await createSend(ctx, [ada]);
    await setDeliveryStatus(ctx, id, "failed", [ada], retryDelaySeconds.length + 1);
    await retrySend(ctx, id, {});
    for (let round = 0; round <= retryDelaySeconds.length; round++) {
      const delivery = (await getDeliveriesByEmail(ctx, id)).get(ada);
      const job = (await getQueuedDeliveryJobs(ctx, delivery?.id)).at(-1);
      expect(job).toMatchObject({ attempt: retryDelaySeconds.length + 2 + round, firstAttempt: retryDelaySeconds.length + 2 });
      const [current, undelivered] = [
        await takeDeliveries(ctx, job as DeliveryPayload),
        await takeDeliveries(ctx, { ...(job as DeliveryPayload), attempt: 1 }),
      ];
      expect([current.length, undelivered.length]).toEqual([1, 0]);
      await recordResults(ctx, job as DeliveryPayload, [{ id: delivery?.id ?? "", status: "retrying", error: "451 later" }]);
      const [{ delay } = { delay: 0 }] = await queryRows<{ delay: number | null }>(
        db,
        sql`select extract(epoch from next_attempt_at - updated_at)::float as delay from deliveries where id = ${delivery?.id}`,
      );
      expect(delay).toBe(retryDelaySeconds[round] ?? null);
    }
    expect((await getDeliveriesByEmail(ctx, id)).get(ada)).toMatchObject({ status: "failed", attempts: 2 * retryDelaySeconds.length + 2 });
  });

  test("queues each delivery once when two calls race", async () => {
    const emails = await insertLeads(ctx, 120);
    for (let round = 0; round < 5; round++) {
      const { id } = await createSend(ctx, emails);
      await setDeliveryStatus(ctx, id, "failed", emails);
      await Promise.all([retrySend(ctx, id, {}), retrySend(secondCtx, id, {})]);
      const queued = (
        await queryRows<{ id: string }>(
          db,
          sql`select jsonb_array_elements_text(data -> 'deliveryIds') as id from pgboss.job where name = ${deliveryQueue} and data ->> 'attempt' = '2'
            and data -> 'deliveryIds' ?| array(select id::text from deliveries where send_id = ${id})`,
        )
      ).map((each) => each.id);
      expect(queued).toHaveLength(120);
      expect(new Set(queued).size).toBe(120);
    }
  });
});

describe("a lead who received the code with another send", () => {
  test("doesn't get it again if a resend reached them or is about to", async () => {
    const [ada = "", grace = "", undelivered = ""] = await insertLeads(ctx, 3);
    for (const { id } of [
      await createSend(ctx, [ada, grace, undelivered]),
      { id: (await inviteLeads(ctx, { emails: [ada, grace, undelivered] })).sendId },
    ]) {
      await setDeliveryStatus(ctx, id, "failed", [ada, grace, undelivered]);
      const { sendId } = await resendUndelivered(ctx, id);
      await setDeliveryStatus(ctx, sendId, "sent", [ada]);
      await setDeliveryStatus(ctx, sendId, "failed", [undelivered]);
      expect(await retrySend(ctx, id, {})).toMatchObject({ requeued: 1, skipped: 2 });
      expect(await getDeliveryStatuses(ctx, id)).toEqual({ [ada]: "failed", [grace]: "failed", [undelivered]: "queued" });
      // The later send also finds what the first one queued.
      expect(await retrySend(ctx, sendId, {})).toMatchObject({ requeued: 0, skipped: 1 });
      expect(await getErrorName(resendUndelivered(ctx, sendId))).toBe("nothing_to_send");
    }
  });

  test("gets it if the other send had a different code", async () => {
    const [ada = ""] = await insertLeads(ctx, 1);
    const [{ id }, otherSend] = [await createSend(ctx, [ada]), await createSend(ctx, [ada])];
    await setDeliveryStatus(ctx, id, "failed", [ada]);
    await setDeliveryStatus(ctx, otherSend.id, "sent", [ada]);
    expect(await retrySend(ctx, id, {})).toMatchObject({ requeued: 1, skipped: 0 });
  });

  test("gets it once when two sends of the code are retried at once", async () => {
    const emails = await insertLeads(ctx, 60);
    for (let round = 0; round < 5; round++) {
      const { id: one, code } = await createSend(ctx, emails);
      const { id: two } = await createSend(ctx, emails, code);
      for (const id of [one, two]) await setDeliveryStatus(ctx, id, "failed", emails);
      const replies = await Promise.all([retrySend(ctx, one, {}), retrySend(secondCtx, two, {})]);
      expect(replies.map(({ requeued }) => requeued).sort()).toEqual([0, 60]);
    }
  });
});

describe("retrying a code that can no longer be sent", () => {
  test("throws the same error as sending and changes nothing", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { id, code } = await createSend(ctx, [ada]);
    await setDeliveryStatus(ctx, id, "failed", [ada]);
    const key = normalizeCode(code);
    const expectError = async (reason: string) => {
      const before = await fingerprintDatabase(db);
      expect(await getErrorName(retrySend(ctx, id, {}))).toBe(reason);
      expect(await fingerprintDatabase(db)).toEqual(before);
    };
    await claimCode(ctx, { code: key, email: grace });
    await db.execute(sql`update codes set allowed_claims = 1 where key = ${key}`);
    await expectError("code_exhausted");
    await db.execute(sql`update codes set valid_until = now() - interval '1 second' where key = ${key}`);
    await expectError("code_expired");
    await updateCode(ctx, key, { paused: true });
    await expectError("code_paused");
    await removeCode(ctx, key);
    await expectError("code_not_found");
  });

  test("skips personal codes that can't be sent and leads that a send would skip", async () => {
    const emails = await insertLeads(ctx, 6);
    const [valid = "", paused = "", expired = "", deleted = "", claimed = "", suppressedLead = ""] = emails;
    const { sendId } = await inviteLeads(ctx, { emails, allowedClaims: 2 });
    const codes = new Map([...(await getDeliveriesByEmail(ctx, sendId))].map(([email, { code }]) => [email, normalizeCode(code ?? "")]));
    const getCodeKey = (email: string) => codes.get(email) ?? "";
    await setDeliveryStatus(ctx, sendId, "failed", emails);
    await updateCode(ctx, getCodeKey(paused), { paused: true });
    await db.execute(sql`update codes set valid_until = now() - interval '1 second' where key = ${getCodeKey(expired)}`);
    await removeCode(ctx, getCodeKey(deleted));
    await claimCode(ctx, { code: getCodeKey(claimed), email: claimed });
    await db.execute(
      sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${suppressedLead}, 'unsubscribed')`,
    );
    expect(await retrySend(ctx, sendId, {})).toMatchObject({ requeued: 1, skipped: 5, deliveries: { queued: 1, failed: 5 } });
    expect(await getDeliveryStatuses(ctx, sendId)).toMatchObject({ [valid]: "queued", [paused]: "failed" });
    expect(
      await getErrorName(retrySend(ctx, sendId, { deliveries: [(await getDeliveriesByEmail(ctx, sendId)).get(expired)?.id ?? ""] })),
    ).toBe("code_expired");
  });
});

test("a delivery whose lead is deleted at the same time is never retried", async () => {
  const [ada = "", grace = ""] = [await insertLead(ctx), await insertLead(ctx)];
  const { id } = await createSend(ctx, [ada, grace]);
  await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
  await Promise.all([getOutcome(removeLead(secondCtx, ada)), getOutcome(retrySend(ctx, id, {}))]);
  expect(await getDeliveryStatuses(ctx, id)).toEqual({ [grace]: "queued" });
});
