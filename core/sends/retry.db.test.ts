import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type DeliverJob, deliverQueue } from "@/db/jobs";
import { rows } from "@/db/rows";
import { aLead, fingerprintOf, someLeads } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aSendTo, happenedTo, jobsFor, ledgerOf, put, standings } from "@/tests/harness/sends";
import { aWorld } from "@/tests/harness/world";
import { remove as removeLead } from "../leads/delete";
import { cancel } from "./cancel";
import { backOff, settle, take } from "./deliver";
import { toMissed } from "./missed";
import { retry } from "./retry";

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
    const record = await retry(ctx, { send: id });
    expect(record).toMatchObject({ id, deliveries: { queued: 2, sent: 1, suppressed: 1, failed: 0 }, done: false });
    const ledger = await ledgerOf(ctx, id);
    expect(ledger.get(ada)).toMatchObject({ status: "queued", attempts: 3, error: null, nextAttemptAt: null });
    expect((await jobsFor(ctx, ledger.get(ada)?.id)).at(-1)).toMatchObject({ attempt: 4, first: 4 });
    expect((await jobsFor(ctx, ledger.get(grace)?.id)).at(-1)).toMatchObject({ attempt: 2, first: 2 });
    expect(await happenedTo(ctx, id, "send.retried")).toEqual([{ data: { send: id, deliveries: 2 }, code_text: code }]);

    const before = await fingerprintOf(db);
    expect(await retry(ctx, { send: id })).toEqual(record);
    expect(await fingerprintOf(db)).toEqual(before);
  });

  test("of some names them, and takes none of another send", async () => {
    const [ada = "", grace = ""] = await someLeads(ctx, 2);
    const [one, two] = [await aSendTo(ctx, [ada, grace]), await aSendTo(ctx, [ada])];
    for (const { id } of [one, two]) await put(ctx, id, "failed", [ada, grace]);
    const strange = (await ledgerOf(ctx, two.id)).get(ada)?.id ?? "";
    const deliveries = [(await ledgerOf(ctx, one.id)).get(grace)?.id ?? "", strange, nowhere];
    await retry(ctx, { send: one.id, deliveries });
    expect(await standings(ctx, one.id)).toEqual({ [ada]: "failed", [grace]: "queued" });
    expect(await standings(ctx, two.id)).toEqual({ [ada]: "failed" });
  });

  test("of no send is refused", async () => {
    expect(await refused(retry(ctx, { send: nowhere }))).toBe("send_not_found");
    expect(await refused(cancel(ctx, nowhere))).toBe("send_not_found");
    expect(await refused(toMissed(ctx, nowhere))).toBe("send_not_found");
  });

  test("begins the pauses anew, and ends in failure again after as many", async () => {
    const [ada = ""] = await someLeads(ctx, 1);
    const { id } = await aSendTo(ctx, [ada]);
    await put(ctx, id, "failed", [ada], backOff.length + 1);
    await retry(ctx, { send: id });
    for (let round = 0; round <= backOff.length; round++) {
      const delivery = (await ledgerOf(ctx, id)).get(ada);
      const job = (await jobsFor(ctx, delivery?.id)).at(-1);
      expect(job).toMatchObject({ attempt: backOff.length + 2 + round, first: backOff.length + 2 });
      const [taken, again] = [await take(ctx, job as DeliverJob), await take(ctx, { ...(job as DeliverJob), attempt: 1 })];
      expect([taken.length, again.length]).toEqual([1, 0]);
      await settle(ctx, job as DeliverJob, [{ id: delivery?.id ?? "", status: "retrying", error: "451 later" }]);
      const [{ wait } = { wait: 0 }] = await rows<{ wait: number | null }>(
        db,
        sql`select extract(epoch from next_attempt_at - updated_at)::float as wait from deliveries where id = ${delivery?.id}`,
      );
      expect(wait).toBe(backOff[round] ?? null);
    }
    expect((await ledgerOf(ctx, id)).get(ada)).toMatchObject({ status: "failed", attempts: 2 * backOff.length + 2 });
  });

  test("by two at once queues each message once", async () => {
    const emails = await someLeads(ctx, 120);
    for (let round = 0; round < 5; round++) {
      const { id } = await aSendTo(ctx, emails);
      await put(ctx, id, "failed", emails);
      await Promise.all([retry(ctx, { send: id }), retry(other, { send: id })]);
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

test("what a lead's deletion takes with it is not tried again or sent anew", async () => {
  const [ada = "", grace = ""] = [await aLead(ctx), await aLead(ctx)];
  const { id } = await aSendTo(ctx, [ada, grace]);
  await put(ctx, id, "failed", [ada, grace]);
  await Promise.all([outcome(removeLead(other, ada)), outcome(retry(ctx, { send: id }))]);
  expect(await standings(ctx, id)).toEqual({ [grace]: "queued" });
});
