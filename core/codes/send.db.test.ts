import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { queryRows } from "@/db/query";
import { deliveryQueue } from "@/db/queue";
import { emailTemplates } from "@/db/schema";
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
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, inTransaction } from "../context";
import { deleteLead } from "../leads/delete";
import { inviteLeads } from "../leads/invite";
import { listSendDeliveries } from "../sends/deliveries";
import { takeDeliveries } from "../sends/delivery-attempts";
import { getSend } from "../sends/list";
import { resendUndelivered } from "../sends/resend";
import { claimCode } from "./claim";
import { deleteCode } from "./delete";
import { sendCode } from "./send";

const { ctx, db } = await createTestApp();
const sendToEmails = (text: string, emails: readonly string[], sendCtx: Context = ctx) =>
  sendCode(sendCtx, { code: normalizeCode(text), emails });
const listDeliveries = (sendId: string) => collectAll(listSendDeliveries(ctx, sendId, {}));

/** Returns the ids of the deliveries in the job queue. */
async function listQueuedDeliveries(): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`select jsonb_array_elements_text(data -> 'deliveryIds') as id from pgboss.job where name = ${deliveryQueue} and state = 'created'`,
  );
  return found.map(({ id }) => id);
}

describe("sending a code", () => {
  test("queues one delivery for each lead, in the database and for the worker", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 3);
    const reply = await sendToEmails(code, emails);
    expect(reply).toMatchObject({ receivedLeads: 3, notifiedLeads: 3, skipped: [] });
    const sentDeliveries = await listDeliveries(reply.sendId);
    expect(sentDeliveries.map(({ email, code, status, attempts }) => ({ email, code, status, attempts }))).toEqual(
      emails.sort().map((email) => ({ email, code, status: "queued", attempts: 0 })),
    );
    const queuedIds = await listQueuedDeliveries();
    for (const { id } of sentDeliveries) expect(queuedIds).toContain(id);
    expect(await getSend(ctx, reply.sendId)).toMatchObject({
      kind: "code",
      code,
      receivedLeads: 3,
      notifiedLeads: 3,
      deliveries: { queued: 3 },
      completed: false,
    });
  });

  test("is recorded with the number of leads and without their emails", async () => {
    const code = await insertCode(ctx);
    const { sendId } = await sendToEmails(code, [await insertLead(ctx), "unknown@example.org"]);
    const recorded = await queryRows(db, sql`select kind, code_text, email, data from events where data ->> 'send' = ${sendId}`);
    expect(recorded).toMatchObject([{ kind: "code.sent", code_text: code, email: null, data: { send: sendId, received: 2, notified: 1 } }]);
  });

  test("returns who is skipped and the first reason that applies, in the given order", async () => {
    const ada = await insertLead(ctx);
    const claimant = await insertLead(ctx, { suppressed: true });
    const suppressedLead = await insertLead(ctx, { suppressed: true });
    const code = await insertCode(ctx, { allowedClaims: 5, claimedBy: [claimant] });
    const reply = await sendToEmails(code, [
      "unknown@example.org",
      ada,
      suppressedLead,
      ada,
      claimant,
      "unknown@example.org",
      suppressedLead,
    ]);
    expect(reply).toMatchObject({
      receivedLeads: 7,
      notifiedLeads: 1,
      skipped: [
        { email: "unknown@example.org", reason: "not_a_lead" },
        { email: suppressedLead, reason: "suppressed" },
        { email: ada, reason: "duplicate" },
        { email: claimant, reason: "already_claimed" },
        { email: "unknown@example.org", reason: "duplicate" },
        { email: suppressedLead, reason: "duplicate" },
      ],
    });
  });

  test("skips everyone but the person a code is reserved for", async () => {
    const [ada, eve] = [await insertLead(ctx), await insertLead(ctx, { suppressed: true })];
    const reply = await sendToEmails(await insertCode(ctx, { reservedFor: ada }), [eve, ada, "unknown@example.org"]);
    expect(reply).toMatchObject({ notifiedLeads: 1 });
    expect(reply.skipped).toEqual([
      { email: eve, reason: "reserved_for_another" },
      { email: "unknown@example.org", reason: "not_a_lead" },
    ]);
  });

  test("creates a completed send if everyone is skipped", async () => {
    const reply = await sendToEmails(await insertCode(ctx), ["unknown@example.org"]);
    expect(reply).toMatchObject({ receivedLeads: 1, notifiedLeads: 0, skipped: [{ reason: "not_a_lead" }] });
    expect(await getSend(ctx, reply.sendId)).toMatchObject({ notifiedLeads: 0, completed: true });
  });

  test("is possible before the start date of the code", async () => {
    expect(await sendToEmails(await insertCode(ctx, { validFrom: secondsFromNow(3600) }), [await insertLead(ctx)])).toMatchObject({
      notifiedLeads: 1,
    });
  });

  test("reaches exactly the leads of a filter, and skips some of them for the same reasons", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const waitlistLeads = await insertLeads(projectCtx, 4, { onWaitlist: true });
    await insertLeads(projectCtx, 2);
    const suppressedLead = await insertLead(projectCtx, { suppressed: true, onWaitlist: true });
    const key = normalizeCode(await insertCode(projectCtx, { allowedClaims: 9 }));
    await claimCode(projectCtx, { code: key, email: waitlistLeads[0] ?? "" });
    const reply = await sendCode(projectCtx, { code: key, filter: { waitlist: true } });
    // The lead who claimed left the waitlist.
    expect(reply).toMatchObject({ receivedLeads: 4, notifiedLeads: 3, skipped: [{ email: suppressedLead, reason: "suppressed" }] });
    const sentDeliveries = await collectAll(listSendDeliveries(projectCtx, reply.sendId, {}));
    expect(sentDeliveries.map(({ email }) => email)).toEqual(waitlistLeads.slice(1).sort());
    expect(await sendCode(projectCtx, { code: key, filter: {} })).toMatchObject({ receivedLeads: 7, notifiedLeads: 5 });
    expect(await sendCode(projectCtx, { code: key, filter: { q: "no such lead" } })).toMatchObject({ receivedLeads: 0, notifiedLeads: 0 });
  });

  test.each<[string, CodeOptions]>([
    ["code_paused", { paused: true }],
    ["code_expired", { validUntil: secondsFromNow(-1) }],
    ["code_exhausted", { claimedBy: ["first@example.org"] }],
  ])("fails with %s and queues nothing", async (errorName, options) => {
    const code = await insertCode(ctx, options);
    const emails = await insertLeads(ctx, 2);
    const before = await fingerprintDatabase(db);
    expect(await getErrorName(sendToEmails(code, emails))).toBe(errorName);
    expect(await getErrorName(sendToEmails("nowhere", emails))).toBe("code_not_found");
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("is rolled back with its transaction, including the jobs", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 5);
    const before = await fingerprintDatabase(db);
    const crash = new Error("after the send");
    await expect(
      inTransaction(ctx, async (inner) => {
        expect(await sendToEmails(code, emails, inner)).toMatchObject({ notifiedLeads: 5 });
        throw crash;
      }),
    ).rejects.toBe(crash);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  const amount = size(1000, 10_000);
  test(`reaches ${amount} leads in one call, with every delivery once in the database and once in the queue`, async () => {
    const emails = await insertLeads(ctx, amount);
    const reply = await sendToEmails(await insertCode(ctx), emails);
    expect(reply).toMatchObject({ receivedLeads: amount, notifiedLeads: amount, skipped: [] });
    const sentDeliveries = await listDeliveries(reply.sendId);
    expect(sentDeliveries.map(({ email }) => email)).toEqual(emails.sort());
    const queuedIds = await listQueuedDeliveries();
    expect(new Set(queuedIds).size).toBe(queuedIds.length);
    const knownIds = new Set(queuedIds);
    expect(sentDeliveries.filter(({ id }) => !knownIds.has(id))).toEqual([]);
  });
});

describe("deleting after a send", () => {
  test("cancels waiting deliveries of a deleted code and keeps the one that is being sent", async () => {
    const code = await insertCode(ctx);
    const emails = await insertLeads(ctx, 3);
    const { sendId } = await sendToEmails(code, emails);
    await db.execute(sql`update deliveries set status = 'sending' where send_id = ${sendId} and email = ${emails[0]}`);
    await db.execute(
      sql`update deliveries set status = 'retrying', next_attempt_at = now() where send_id = ${sendId} and email = ${emails[1]}`,
    );
    await deleteCode(ctx, normalizeCode(code));
    expect(await getSend(ctx, sendId)).toMatchObject({
      code,
      deliveries: { canceled: 2, sending: 1, retrying: 0, queued: 0 },
    });
  });

  test("deletes the deliveries of a deleted lead", async () => {
    const [ada = "", grace = ""] = await insertLeads(ctx, 2);
    const { sendId } = await sendToEmails(await insertCode(ctx), [ada, grace]);
    await deleteLead(ctx, ada);
    expect(await listDeliveries(sendId)).toMatchObject([{ email: grace }]);
  });

  test("leaves nothing queued when a code is deleted while it's being sent", async () => {
    const emails = await insertLeads(ctx, 300);
    for (let round = 0; round < 5; round++) {
      const code = await insertCode(ctx);
      const [sent] = await Promise.allSettled([sendToEmails(code, emails), deleteCode(ctx, normalizeCode(code))]);
      if (sent.status === "rejected") expect(sent.reason).toMatchObject({ errorName: "code_not_found" });
      else
        expect(await getSend(ctx, sent.value.sendId)).toMatchObject({
          deliveries: { queued: 0, canceled: 300 },
          completed: true,
        });
    }
  });
});

test("a send skips a lead who has claimed the code in the meantime", async () => {
  const email = await insertLead(ctx);
  const code = await insertCode(ctx, { allowedClaims: 2 });
  await claimCode(ctx, { code: normalizeCode(code), email });
  expect(await sendToEmails(code, [email, uniqueEmail()])).toMatchObject({
    skipped: [{ email, reason: "already_claimed" }, { reason: "not_a_lead" }],
  });
});

describe("texts of a single send", () => {
  const takeTexts = async (sendId: string) => {
    const ids = (await listDeliveries(sendId)).map(({ id }) => id);
    return (await takeDeliveries(ctx, { projectId: ctx.projectId, attempt: 1, deliveryIds: ids })).map(({ content }) => content.text);
  };

  test("replace those of the template, also when the template changes and when the emails are sent again", async () => {
    const code = await insertCode(ctx);
    const input = { code: normalizeCode(code), emails: await insertLeads(ctx, 2) };
    const { sendId } = await sendCode(ctx, { ...input, subject: "For you, {{firstname|friend}}" });
    const plain = await sendToEmails(code, await insertLeads(ctx, 1));
    expect((await getSend(ctx, sendId)).content).toEqual({ subject: "For you, {{firstname|friend}}", body: null, button: null });
    expect((await getSend(ctx, plain.sendId)).content).toBeNull();
    await db.insert(emailTemplates).values({ projectId: ctx.projectId, kind: "code", subject: "New", body: "{{code}}", button: "New" });
    const expected = { subject: "For you, {{firstname|friend}}", body: "{{code}}", button: "New" };
    expect(await takeTexts(sendId)).toEqual([expected, expected]);
    expect(await takeTexts(plain.sendId)).toEqual([{ ...expected, subject: "New" }]);

    await db.execute(sql`update deliveries set status = 'failed' where send_id = ${sendId}`);
    const resent = await resendUndelivered(ctx, sendId);
    expect(await takeTexts(resent.sendId)).toEqual([expected, expected]);
  });

  test("are rejected by field under the rules of templates, and nothing is queued", async () => {
    const input = { code: normalizeCode(await insertCode(ctx)), emails: await insertLeads(ctx, 1) };
    const before = await fingerprintDatabase(db);
    await expect(sendCode(ctx, { ...input, subject: "{{frstname}}", body: "[x](javascript:alert)" })).rejects.toMatchObject({
      errorName: "invalid_input",
      fields: {
        subject: [expect.stringContaining("Did you mean {{firstname}}?")],
        body: [expect.stringContaining("Links must start with"), expect.stringContaining("Add {{code}}")],
      },
    });
    const { code: _, ...selection } = input;
    await expect(inviteLeads(ctx, { ...selection, body: "Hello" })).rejects.toMatchObject({ errorName: "invalid_input" });
    expect(await fingerprintDatabase(db)).toEqual(before);
  });
});
