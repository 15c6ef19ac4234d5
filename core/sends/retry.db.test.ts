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
import { recordResults, retryDelays, takeDeliveries } from "./deliver";
import { resendUndelivered } from "./resend";
import { retrySend } from "./retry";

const world = await createTestApp();
const { ctx, db } = world;
const other = world.openSecondPool().ctx;

const nowhere = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

describe("trying failed messages again", () => {
  test("queues those that failed and no other, once, and tells how many", async () => {
    const [ada = "", grace = "", sent = "", suppressed = ""] = await insertLeads(ctx, 4);
    const { id, code } = await createSend(ctx, [ada, grace, sent, suppressed]);
    await setDeliveryStatus(ctx, id, "failed", [ada], 3);
    await setDeliveryStatus(ctx, id, "failed", [grace], 1);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    await setDeliveryStatus(ctx, id, "suppressed", [suppressed]);
    const record = await retrySend(ctx, { send: id });
    expect(record).toMatchObject({
      id,
      deliveries: { queued: 2, sent: 1, suppressed: 1, failed: 0 },
      done: false,
      requeued: 2,
      passedOver: 0,
    });
    const ledger = await getDeliveriesByEmail(ctx, id);
    expect(ledger.get(ada)).toMatchObject({ status: "queued", attempts: 3, error: null, nextAttemptAt: null });
    expect((await getQueuedDeliveryJobs(ctx, ledger.get(ada)?.id)).at(-1)).toMatchObject({ attempt: 4, firstAttempt: 4 });
    expect((await getQueuedDeliveryJobs(ctx, ledger.get(grace)?.id)).at(-1)).toMatchObject({ attempt: 2, firstAttempt: 2 });
    expect(await getSendEvents(ctx, id, "send.retried")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);

    const before = await fingerprintDatabase(db);
    expect(await retrySend(ctx, { send: id })).toEqual({ ...record, requeued: 0 });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("of some names them, and takes none of another send", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const [one, two] = [await createSend(ctx, [ada, grace]), await createSend(ctx, [ada])];
    for (const { id } of [one, two]) await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
    const strange = (await getDeliveriesByEmail(ctx, two.id)).get(ada)?.id ?? "";
    const deliveries = [(await getDeliveriesByEmail(ctx, one.id)).get(grace)?.id ?? "", strange, nowhere];
    await retrySend(ctx, { send: one.id, deliveries });
    expect(await getDeliveryStatuses(ctx, one.id)).toEqual({ [ada]: "failed", [grace]: "queued" });
    expect(await getDeliveryStatuses(ctx, two.id)).toEqual({ [ada]: "failed" });
  });

  test("by a filter takes those whose address matches", async () => {
    const [ada = "", grace = "", sent = ""] = await insertLeads(ctx, 3);
    const { id } = await createSend(ctx, [ada, grace, sent]);
    await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
    await setDeliveryStatus(ctx, id, "sent", [sent]);
    expect(await retrySend(ctx, { send: id, filter: { q: grace.toUpperCase() } })).toMatchObject({ requeued: 1, passedOver: 0 });
    expect(await getDeliveryStatuses(ctx, id)).toEqual({ [ada]: "failed", [grace]: "queued", [sent]: "sent" });
  });

  test("of no send is refused", async () => {
    expect(await getErrorName(retrySend(ctx, { send: nowhere }))).toBe("send_not_found");
    expect(await getErrorName(cancelSend(ctx, nowhere))).toBe("send_not_found");
    expect(await getErrorName(resendUndelivered(ctx, nowhere))).toBe("send_not_found");
  });

  test("begins the pauses anew, and ends in failure again after as many", async () => {
    const [ada = ""] = await insertLeads(ctx, 1);
    const { id } = await createSend(ctx, [ada]);
    await setDeliveryStatus(ctx, id, "failed", [ada], retryDelays.length + 1);
    await retrySend(ctx, { send: id });
    for (let round = 0; round <= retryDelays.length; round++) {
      const delivery = (await getDeliveriesByEmail(ctx, id)).get(ada);
      const job = (await getQueuedDeliveryJobs(ctx, delivery?.id)).at(-1);
      expect(job).toMatchObject({ attempt: retryDelays.length + 2 + round, firstAttempt: retryDelays.length + 2 });
      const [taken, again] = [
        await takeDeliveries(ctx, job as DeliveryPayload),
        await takeDeliveries(ctx, { ...(job as DeliveryPayload), attempt: 1 }),
      ];
      expect([taken.length, again.length]).toEqual([1, 0]);
      await recordResults(ctx, job as DeliveryPayload, [{ id: delivery?.id ?? "", status: "retrying", error: "451 later" }]);
      const [{ wait } = { wait: 0 }] = await queryRows<{ wait: number | null }>(
        db,
        sql`select extract(epoch from next_attempt_at - updated_at)::float as wait from deliveries where id = ${delivery?.id}`,
      );
      expect(wait).toBe(retryDelays[round] ?? null);
    }
    expect((await getDeliveriesByEmail(ctx, id)).get(ada)).toMatchObject({ status: "failed", attempts: 2 * retryDelays.length + 2 });
  });

  test("by two at once queues each message once", async () => {
    const emails = await insertLeads(ctx, 120);
    for (let round = 0; round < 5; round++) {
      const { id } = await createSend(ctx, emails);
      await setDeliveryStatus(ctx, id, "failed", emails);
      await Promise.all([retrySend(ctx, { send: id }), retrySend(other, { send: id })]);
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

describe("who has it already", () => {
  test("gets it by no second message, where a send to who missed it has reached them or is about to", async () => {
    const [ada = "", grace = "", again = ""] = await insertLeads(ctx, 3);
    for (const { id } of [
      await createSend(ctx, [ada, grace, again]),
      { id: (await inviteLeads(ctx, { emails: [ada, grace, again] })).sendId },
    ]) {
      await setDeliveryStatus(ctx, id, "failed", [ada, grace, again]);
      const { sendId } = await resendUndelivered(ctx, id);
      await setDeliveryStatus(ctx, sendId, "sent", [ada]);
      await setDeliveryStatus(ctx, sendId, "failed", [again]);
      expect(await retrySend(ctx, { send: id })).toMatchObject({ requeued: 1, passedOver: 2 });
      expect(await getDeliveryStatuses(ctx, id)).toEqual({ [ada]: "failed", [grace]: "failed", [again]: "queued" });
      // And the other way round: the later send finds what the first one has queued.
      expect(await retrySend(ctx, { send: sendId })).toMatchObject({ requeued: 0, passedOver: 1 });
      expect(await getErrorName(resendUndelivered(ctx, sendId))).toBe("nothing_to_send");
    }
  });

  test("is not asked where it was another code", async () => {
    const [ada = ""] = await insertLeads(ctx, 1);
    const [{ id }, elsewhere] = [await createSend(ctx, [ada]), await createSend(ctx, [ada])];
    await setDeliveryStatus(ctx, id, "failed", [ada]);
    await setDeliveryStatus(ctx, elsewhere.id, "sent", [ada]);
    expect(await retrySend(ctx, { send: id })).toMatchObject({ requeued: 1, passedOver: 0 });
  });

  test("gets it once where two sends of it are tried again at once", async () => {
    const emails = await insertLeads(ctx, 60);
    for (let round = 0; round < 5; round++) {
      const { id: one, code } = await createSend(ctx, emails);
      const { id: two } = await createSend(ctx, emails, code);
      for (const id of [one, two]) await setDeliveryStatus(ctx, id, "failed", emails);
      const replies = await Promise.all([retrySend(ctx, { send: one }), retrySend(other, { send: two })]);
      expect(replies.map(({ requeued }) => requeued).sort()).toEqual([0, 60]);
    }
  });
});

describe("what cannot be sent any more", () => {
  test("is refused as sending refuses it, and nothing changes", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { id, code } = await createSend(ctx, [ada]);
    await setDeliveryStatus(ctx, id, "failed", [ada]);
    const key = normalizeCode(code);
    const refusedWith = async (reason: string) => {
      const before = await fingerprintDatabase(db);
      expect(await getErrorName(retrySend(ctx, { send: id }))).toBe(reason);
      expect(await fingerprintDatabase(db)).toEqual(before);
    };
    await claimCode(ctx, { code: key, email: grace });
    await db.execute(sql`update codes set allowed_claims = 1 where key = ${key}`);
    await refusedWith("code_exhausted");
    await db.execute(sql`update codes set valid_until = now() where key = ${key}`);
    await refusedWith("code_expired");
    await updateCode(ctx, key, { paused: true });
    await refusedWith("code_paused");
    await removeCode(ctx, key);
    await refusedWith("code_not_found");
  });

  test("of personal codes is passed over, and so is whom sending would skip", async () => {
    const emails = await insertLeads(ctx, 6);
    const [fine = "", paused = "", over = "", deleted = "", claimed = "", silent = ""] = emails;
    const { sendId } = await inviteLeads(ctx, { emails, allowedClaims: 2 });
    const codes = new Map([...(await getDeliveriesByEmail(ctx, sendId))].map(([email, { code }]) => [email, normalizeCode(code)]));
    const keyOf = (email: string) => codes.get(email) ?? "";
    await setDeliveryStatus(ctx, sendId, "failed", emails);
    await updateCode(ctx, keyOf(paused), { paused: true });
    await db.execute(sql`update codes set valid_until = now() where key = ${keyOf(over)}`);
    await removeCode(ctx, keyOf(deleted));
    await claimCode(ctx, { code: keyOf(claimed), email: claimed });
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${silent}, 'unsubscribed')`);
    expect(await retrySend(ctx, { send: sendId })).toMatchObject({ requeued: 1, passedOver: 5, deliveries: { queued: 1, failed: 5 } });
    expect(await getDeliveryStatuses(ctx, sendId)).toMatchObject({ [fine]: "queued", [paused]: "failed" });
    expect(
      await getErrorName(retrySend(ctx, { send: sendId, deliveries: [(await getDeliveriesByEmail(ctx, sendId)).get(over)?.id ?? ""] })),
    ).toBe("code_expired");
  });
});

test("what a lead's deletion takes with it is not tried again or sent anew", async () => {
  const [ada = "", grace = ""] = [await insertLead(ctx), await insertLead(ctx)];
  const { id } = await createSend(ctx, [ada, grace]);
  await setDeliveryStatus(ctx, id, "failed", [ada, grace]);
  await Promise.all([getOutcome(removeLead(other, ada)), getOutcome(retrySend(ctx, { send: id }))]);
  expect(await getDeliveryStatuses(ctx, id)).toEqual({ [grace]: "queued" });
});
