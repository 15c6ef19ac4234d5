import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import { getErrorName } from "@/tests/harness/errors";
import {
  type CodeOptions,
  fingerprintDatabase,
  insertCode,
  insertLead,
  insertLeads,
  insertProject,
  secondsFromNow,
  uniqueEmail,
} from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "../context";
import { deleteLead as removeLead } from "../leads/delete";
import { listSendDeliveries } from "../sends/deliveries";
import { getSend } from "../sends/list";
import { claimCode } from "./claim";
import { deleteCode as removeCode } from "./delete";
import { sendCode } from "./send";

const { ctx, db } = await createTestApp();
const sendOf = (text: string, emails: readonly string[], by: Context = ctx) => sendCode(by, { code: normalizeCode(text), emails });
const deliveries = (sendId: string) => collectAll(listSendDeliveries(ctx, sendId, {}));

/** The deliveries that wait in the job queue. */
async function queued(): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`select jsonb_array_elements_text(data -> 'deliveryIds') as id from pgboss.job where name = ${deliveryQueue} and state = 'created'`,
  );
  return found.map(({ id }) => id);
}

describe("a send", () => {
  test("queues one message for each lead, in the ledger and for the worker", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 3);
    const reply = await sendOf(code, emails);
    expect(reply).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, skipped: [] });
    const ledger = await deliveries(reply.sendId);
    expect(ledger.map(({ email, code, status, attempts }) => ({ email, code, status, attempts }))).toEqual(
      emails.sort().map((email) => ({ email, code, status: "queued", attempts: 0 })),
    );
    const waiting = await queued();
    for (const { id } of ledger) expect(waiting).toContain(id);
    expect(await getSend(ctx, reply.sendId)).toMatchObject({
      kind: "code",
      code,
      receivedLeads: 3,
      notifiedLeads: 3,
      deliveries: { queued: 3 },
      done: false,
    });
  });

  test("is recorded with how many, and without addresses", async () => {
    const code = await insertCode(ctx);
    const { sendId } = await sendOf(code, [await insertLead(ctx), "nobody@example.org"]);
    const recorded = await queryRows(db, sql`select kind, code_text, email, data from events where data ->> 'send' = ${sendId}`);
    expect(recorded).toMatchObject([{ kind: "code.sent", code_text: code, email: null, data: { send: sendId, received: 2, notified: 1 } }]);
  });

  test("names who is skipped and why, in the order given, by the first reason that holds", async () => {
    const ada = await insertLead(ctx);
    const claimant = await insertLead(ctx, { suppressed: true });
    const silent = await insertLead(ctx, { suppressed: true });
    const code = await insertCode(ctx, { allowedClaims: 5, claimedBy: [claimant] });
    const reply = await sendOf(code, ["nobody@example.org", ada, silent, ada, claimant, "nobody@example.org", silent]);
    expect(reply).toMatchObject({
      receivedLeads: 7,
      notifiedLeads: 1,
      skipped: [
        { email: "nobody@example.org", reason: "not_a_lead" },
        { email: silent, reason: "suppressed" },
        { email: ada, reason: "duplicate" },
        { email: claimant, reason: "already_claimed" },
        { email: "nobody@example.org", reason: "duplicate" },
        { email: silent, reason: "duplicate" },
      ],
    });
  });

  test("of a reserved code goes to nobody else", async () => {
    const [ada, eve] = [await insertLead(ctx), await insertLead(ctx, { suppressed: true })];
    const reply = await sendOf(await insertCode(ctx, { reservedFor: ada }), [eve, ada, "nobody@example.org"]);
    expect(reply).toMatchObject({ notifiedLeads: 1 });
    expect(reply.skipped).toEqual([
      { email: eve, reason: "reserved_for_another" },
      { email: "nobody@example.org", reason: "not_a_lead" },
    ]);
  });

  test("that reaches nobody is a send all the same, and is done", async () => {
    const reply = await sendOf(await insertCode(ctx), ["nobody@example.org"]);
    expect(reply).toMatchObject({ receivedLeads: 1, notifiedLeads: 0, skipped: [{ reason: "not_a_lead" }] });
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ notifiedLeads: 0, done: true });
  });

  test("may be made before the code starts", async () => {
    expect(await sendOf(await insertCode(ctx, { validFrom: secondsFromNow(3600) }), [await insertLead(ctx)])).toMatchObject({
      notifiedLeads: 1,
    });
  });

  test("by filter reaches exactly the leads that match, and skips among them as among those named", async () => {
    const { ctx: own } = await insertProject(ctx);
    const waiting = await insertLeads(own, 4, { onWaitlist: true });
    await insertLeads(own, 2);
    const silent = await insertLead(own, { suppressed: true, onWaitlist: true });
    const by = normalizeCode(await insertCode(own, { allowedClaims: 9 }));
    await claimCode(own, { code: by, email: waiting[0] ?? "" });
    const reply = await sendCode(own, { code: by, filter: { waitlist: true } });
    // Whoever claims leaves the waitlist.
    expect(reply).toMatchObject({ receivedLeads: 4, notifiedLeads: 3, skipped: [{ email: silent, reason: "suppressed" }] });
    const ledger = await collectAll(listSendDeliveries(own, reply.sendId, {}));
    expect(ledger.map(({ email }) => email)).toEqual(waiting.slice(1).sort());
    expect(await sendCode(own, { code: by, filter: {} })).toMatchObject({ receivedLeads: 7, notifiedLeads: 5 });
    expect(await sendCode(own, { code: by, filter: { q: "no such lead" } })).toMatchObject({ receivedLeads: 0, notifiedLeads: 0 });
  });

  test.each<[string, CodeOptions]>([
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["first@example.org"] }],
  ])("is refused with %s, and queues nothing", async (reason, facts) => {
    const code = await insertCode(ctx, facts);
    const emails = await insertLeads(ctx, 2);
    const before = await fingerprintDatabase(db);
    expect(await getErrorName(sendOf(code, emails))).toBe(reason);
    expect(await getErrorName(sendOf("nowhere", emails))).toBe("code_not_found");
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("is undone with the transaction it is part of, jobs and all", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 5);
    const before = await fingerprintDatabase(db);
    const crash = new Error("after the send");
    await expect(
      inTransaction(ctx, async (inner) => {
        expect(await sendOf(code, emails, inner)).toMatchObject({ notifiedLeads: 5 });
        throw crash;
      }),
    ).rejects.toBe(crash);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("to 10,000 leads is one call, with every delivery in the ledger and in the queue once", async () => {
    const emails = await insertLeads(ctx, 10_000);
    const reply = await sendOf(await insertCode(ctx), emails);
    expect(reply).toMatchObject({ receivedLeads: 10_000, notifiedLeads: 10_000, skipped: [] });
    const ledger = await deliveries(reply.sendId);
    expect(ledger.map(({ email }) => email)).toEqual(emails.sort());
    const waiting = await queued();
    expect(new Set(waiting).size).toBe(waiting.length);
    const known = new Set(waiting);
    expect(ledger.filter(({ id }) => !known.has(id))).toEqual([]);
  });
});

describe("deleting", () => {
  test("the code cancels what waits, and leaves what is under way", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 3);
    const { sendId } = await sendOf(code, emails);
    await db.execute(sql`update deliveries set status = 'sending' where send_id = ${sendId} and email = ${emails[0]}`);
    await db.execute(
      sql`update deliveries set status = 'retrying', next_attempt_at = now() where send_id = ${sendId} and email = ${emails[1]}`,
    );
    await removeCode(ctx, normalizeCode(code));
    expect(await getSend(ctx, sendId)).toMatchObject({ code, deliveries: { canceled: 2, sending: 1, retrying: 0, queued: 0 } });
  });

  test("a lead takes their deliveries out of the ledger", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await sendOf(await insertCode(ctx), [ada, grace]);
    await removeLead(ctx, ada);
    expect(await deliveries(sendId)).toMatchObject([{ email: grace }]);
  });

  test("the code while it is sent leaves nothing queued", async () => {
    const emails = await insertLeads(ctx, 300);
    for (let round = 0; round < 5; round++) {
      const code = await insertCode(ctx);
      const [sent] = await Promise.allSettled([sendOf(code, emails), removeCode(ctx, normalizeCode(code))]);
      if (sent.status === "rejected") expect(sent.reason).toMatchObject({ errorName: "code_not_found" });
      else expect(await getSend(ctx, sent.value.sendId)).toMatchObject({ deliveries: { queued: 0, canceled: 300 }, done: true });
    }
  });
});

test("a lead who claimed after the code was sent is skipped the next time", async () => {
  const email = await insertLead(ctx);
  const code = await insertCode(ctx, { allowedClaims: 2 });
  await claimCode(ctx, { code: normalizeCode(code), email });
  expect(await sendOf(code, [email, uniqueEmail()])).toMatchObject({
    skipped: [{ email, reason: "already_claimed" }, { reason: "not_a_lead" }],
  });
});
