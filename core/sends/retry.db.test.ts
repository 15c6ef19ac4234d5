import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { type DeliverJob, deliverQueue } from "@/db/queue";
import { rows } from "@/db/rows";
import { aLead, fingerprintOf, someLeads } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aSendTo, happenedTo, jobsFor, ledgerOf, put, standings } from "@/tests/harness/sends";
import { aWorld } from "@/tests/harness/world";
import { claimCode } from "../codes/claim";
import { deleteCode as removeCode } from "../codes/delete";
import { pauseCode } from "../codes/pause";
import { deleteLead as removeLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { cancelSend } from "./cancel";
import { retryDelays, recordResults, takeDeliveries } from "./deliver";
import { resendUndelivered } from "./resend";
import { retrySend } from "./retry";

const world = await aWorld();
const { ctx, db } = world;
const other = world.anotherPool().ctx;

const nowhere = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";

describe("trying failed messages again", () => {
  test("queues those that failed and no other, once, and tells how many", async () => {
    const [ada = "", grace = "", sent = "", suppressed = ""] = await someLeads(ctx, 4);
    const { id, code } = await aSendTo(ctx, [ada, grace, sent, suppressed]);
    await put(ctx, id, "failed", [ada], 3);
    await put(ctx, id, "failed", [grace], 1);
    await put(ctx, id, "sent", [sent]);
    await put(ctx, id, "suppressed", [suppressed]);
    const record = await retrySend(ctx, { send: id });
    expect(record).toMatchObject({
      id,
      deliveries: { queued: 2, sent: 1, suppressed: 1, failed: 0 },
      done: false,
      requeued: 2,
      passedOver: 0,
    });
    const ledger = await ledgerOf(ctx, id);
    expect(ledger.get(ada)).toMatchObject({ status: "queued", attempts: 3, error: null, nextAttemptAt: null });
    expect((await jobsFor(ctx, ledger.get(ada)?.id)).at(-1)).toMatchObject({ attempt: 4, first: 4 });
    expect((await jobsFor(ctx, ledger.get(grace)?.id)).at(-1)).toMatchObject({ attempt: 2, first: 2 });
    expect(await happenedTo(ctx, id, "send.retried")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);

    const before = await fingerprintOf(db);
    expect(await retrySend(ctx, { send: id })).toEqual({ ...record, requeued: 0 });
    expect(await fingerprintOf(db)).toEqual(before);
  });

  test("of some names them, and takes none of another send", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const [one, two] = [await aSendTo(ctx, [ada, grace]), await aSendTo(ctx, [ada])];
    for (const { id } of [one, two]) await put(ctx, id, "failed", [ada, grace]);
    const strange = (await ledgerOf(ctx, two.id)).get(ada)?.id ?? "";
    const deliveries = [(await ledgerOf(ctx, one.id)).get(grace)?.id ?? "", strange, nowhere];
    await retrySend(ctx, { send: one.id, deliveries });
    expect(await standings(ctx, one.id)).toEqual({ [ada]: "failed", [grace]: "queued" });
    expect(await standings(ctx, two.id)).toEqual({ [ada]: "failed" });
  });

  test("by a filter takes those whose address matches", async () => {
    const [ada = "", grace = "", sent = ""] = await someLeads(ctx, 3);
    const { id } = await aSendTo(ctx, [ada, grace, sent]);
    await put(ctx, id, "failed", [ada, grace]);
    await put(ctx, id, "sent", [sent]);
    expect(await retrySend(ctx, { send: id, filter: { q: grace.toUpperCase() } })).toMatchObject({ requeued: 1, passedOver: 0 });
    expect(await standings(ctx, id)).toEqual({ [ada]: "failed", [grace]: "queued", [sent]: "sent" });
  });

  test("of no send is refused", async () => {
    expect(await refused(retrySend(ctx, { send: nowhere }))).toBe("send_not_found");
    expect(await refused(cancelSend(ctx, nowhere))).toBe("send_not_found");
    expect(await refused(resendUndelivered(ctx, nowhere))).toBe("send_not_found");
  });

  test("begins the pauses anew, and ends in failure again after as many", async () => {
    const [ada = ""] = await someLeads(ctx, 1);
    const { id } = await aSendTo(ctx, [ada]);
    await put(ctx, id, "failed", [ada], retryDelays.length + 1);
    await retrySend(ctx, { send: id });
    for (let round = 0; round <= retryDelays.length; round++) {
      const delivery = (await ledgerOf(ctx, id)).get(ada);
      const job = (await jobsFor(ctx, delivery?.id)).at(-1);
      expect(job).toMatchObject({ attempt: retryDelays.length + 2 + round, first: retryDelays.length + 2 });
      const [taken, again] = [await takeDeliveries(ctx, job as DeliverJob), await takeDeliveries(ctx, { ...(job as DeliverJob), attempt: 1 })];
      expect([taken.length, again.length]).toEqual([1, 0]);
      await recordResults(ctx, job as DeliverJob, [{ id: delivery?.id ?? "", status: "retrying", error: "451 later" }]);
      const [{ wait } = { wait: 0 }] = await rows<{ wait: number | null }>(
        db,
        sql`select extract(epoch from next_attempt_at - updated_at)::float as wait from deliveries where id = ${delivery?.id}`,
      );
      expect(wait).toBe(retryDelays[round] ?? null);
    }
    expect((await ledgerOf(ctx, id)).get(ada)).toMatchObject({ status: "failed", attempts: 2 * retryDelays.length + 2 });
  });

  test("by two at once queues each message once", async () => {
    const emails = await someLeads(ctx, 120);
    for (let round = 0; round < 5; round++) {
      const { id } = await aSendTo(ctx, emails);
      await put(ctx, id, "failed", emails);
      await Promise.all([retrySend(ctx, { send: id }), retrySend(other, { send: id })]);
      const queued = (
        await rows<{ id: string }>(
          db,
          sql`select jsonb_array_elements_text(data -> 'deliveryIds') as id from pgboss.job where name = ${deliverQueue} and data ->> 'attempt' = '2'
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
    const [ada = "", grace = "", again = ""] = await someLeads(ctx, 3);
    for (const { id } of [await aSendTo(ctx, [ada, grace, again]), { id: (await inviteLeads(ctx, { emails: [ada, grace, again] })).sendId }]) {
      await put(ctx, id, "failed", [ada, grace, again]);
      const { sendId } = await resendUndelivered(ctx, id);
      await put(ctx, sendId, "sent", [ada]);
      await put(ctx, sendId, "failed", [again]);
      expect(await retrySend(ctx, { send: id })).toMatchObject({ requeued: 1, passedOver: 2 });
      expect(await standings(ctx, id)).toEqual({ [ada]: "failed", [grace]: "failed", [again]: "queued" });
      // And the other way round: the later send finds what the first one has queued.
      expect(await retrySend(ctx, { send: sendId })).toMatchObject({ requeued: 0, passedOver: 1 });
      expect(await refused(resendUndelivered(ctx, sendId))).toBe("nothing_to_send");
    }
  });

  test("is not asked where it was another code", async () => {
    const [ada = ""] = await someLeads(ctx, 1);
    const [{ id }, elsewhere] = [await aSendTo(ctx, [ada]), await aSendTo(ctx, [ada])];
    await put(ctx, id, "failed", [ada]);
    await put(ctx, elsewhere.id, "sent", [ada]);
    expect(await retrySend(ctx, { send: id })).toMatchObject({ requeued: 1, passedOver: 0 });
  });

  test("gets it once where two sends of it are tried again at once", async () => {
    const emails = await someLeads(ctx, 60);
    for (let round = 0; round < 5; round++) {
      const { id: one, code } = await aSendTo(ctx, emails);
      const { id: two } = await aSendTo(ctx, emails, code);
      for (const id of [one, two]) await put(ctx, id, "failed", emails);
      const replies = await Promise.all([retrySend(ctx, { send: one }), retrySend(other, { send: two })]);
      expect(replies.map(({ requeued }) => requeued).sort()).toEqual([0, 60]);
    }
  });
});

describe("what cannot be sent any more", () => {
  test("is refused as sending refuses it, and nothing changes", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const { id, code } = await aSendTo(ctx, [ada]);
    await put(ctx, id, "failed", [ada]);
    const key = normalizeCode(code);
    const refusedWith = async (reason: string) => {
      const before = await fingerprintOf(db);
      expect(await refused(retrySend(ctx, { send: id }))).toBe(reason);
      expect(await fingerprintOf(db)).toEqual(before);
    };
    await claimCode(ctx, { code: key, email: grace });
    await db.execute(sql`update codes set allowed_claims = 1 where key = ${key}`);
    await refusedWith("code_exhausted");
    await db.execute(sql`update codes set valid_until = now() where key = ${key}`);
    await refusedWith("code_expired");
    await pauseCode(ctx, key);
    await refusedWith("code_paused");
    await removeCode(ctx, key);
    await refusedWith("code_not_found");
  });

  test("of personal codes is passed over, and so is whom sending would skip", async () => {
    const emails = await someLeads(ctx, 6);
    const [fine = "", paused = "", over = "", deleted = "", claimed = "", silent = ""] = emails;
    const { sendId } = await inviteLeads(ctx, { emails, allowedClaims: 2 });
    const codes = new Map([...(await ledgerOf(ctx, sendId))].map(([email, { code }]) => [email, normalizeCode(code)]));
    const keyOf = (email: string) => codes.get(email) ?? "";
    await put(ctx, sendId, "failed", emails);
    await pauseCode(ctx, keyOf(paused));
    await db.execute(sql`update codes set valid_until = now() where key = ${keyOf(over)}`);
    await removeCode(ctx, keyOf(deleted));
    await claimCode(ctx, { code: keyOf(claimed), email: claimed });
    await db.execute(sql`insert into suppressions (project_id, email, reason) values (${ctx.projectId}, ${silent}, 'unsubscribed')`);
    expect(await retrySend(ctx, { send: sendId })).toMatchObject({ requeued: 1, passedOver: 5, deliveries: { queued: 1, failed: 5 } });
    expect(await standings(ctx, sendId)).toMatchObject({ [fine]: "queued", [paused]: "failed" });
    expect(await refused(retrySend(ctx, { send: sendId, deliveries: [(await ledgerOf(ctx, sendId)).get(over)?.id ?? ""] }))).toBe(
      "code_expired",
    );
  });
});

test("what a lead's deletion takes with it is not tried again or sent anew", async () => {
  const [ada = "", grace = ""] = [await aLead(ctx), await aLead(ctx)];
  const { id } = await aSendTo(ctx, [ada, grace]);
  await put(ctx, id, "failed", [ada, grace]);
  await Promise.all([outcome(removeLead(other, ada)), outcome(retrySend(ctx, { send: id }))]);
  expect(await standings(ctx, id)).toEqual({ [grace]: "queued" });
});
