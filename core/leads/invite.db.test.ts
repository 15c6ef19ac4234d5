import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertLeads, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import { listCodes } from "../codes/list";
import { inTransaction } from "../context";
import { listSendDeliveries } from "../sends/deliveries";
import { getSend } from "../sends/list";
import { inviteLeads } from "./invite";

const { ctx, db } = await createTestApp();

describe("an invitation", () => {
  test("makes each lead a code of their own, reserved for them, and sends them that one", async () => {
    const emails = await insertLeads(ctx, 25);
    const reply = await inviteLeads(ctx, {
      emails,
      type: "alphanumeric",
      allowedClaims: 2,
      validUntil: secondsFromNow(3600),
      name: "Friends",
    });
    expect(reply).toMatchObject({ receivedLeads: 25, notifiedLeads: 25, skipped: [], batch: { name: "Friends" } });
    const codes = await collectAll(listCodes(ctx, { batch: reply.batch?.id }));
    expect(codes).toHaveLength(25);
    for (const code of codes) expect(code).toMatchObject({ type: "alphanumeric", allowedClaims: 2, status: "active", batch: reply.batch });
    const reserved = new Map(codes.map((code) => [code.reservedFor?.email, code.code]));
    expect([...reserved.keys()].sort()).toEqual([...emails].sort());
    for (const { email, code } of await collectAll(listSendDeliveries(ctx, reply.sendId, {}))) expect(code).toBe(reserved.get(email));
    expect(await getSend(ctx, reply.sendId)).toMatchObject({
      kind: "invitation",
      code: null,
      batch: reply.batch,
      deliveries: { queued: 25 },
    });
  });

  test("skips who is no lead, who is named twice and who is not to be written to, and makes no codes for them", async () => {
    const [ada, silent] = [await insertLead(ctx), await insertLead(ctx, { suppressed: true })];
    const reply = await inviteLeads(ctx, { emails: [ada, "nobody@example.org", silent, ada] });
    expect(reply).toMatchObject({
      receivedLeads: 4,
      notifiedLeads: 1,
      skipped: [
        { email: "nobody@example.org", reason: "not_a_lead" },
        { email: silent, reason: "suppressed" },
        { email: ada, reason: "duplicate" },
      ],
    });
    expect(await collectAll(listCodes(ctx, { batch: reply.batch?.id }))).toMatchObject([{ reservedFor: { email: ada } }]);
  });

  test("of nobody makes no batch", async () => {
    expect(await inviteLeads(ctx, { emails: [uniqueEmail()] })).toMatchObject({ notifiedLeads: 0, batch: null });
  });

  test("by filter reaches exactly the leads that match", async () => {
    const { ctx: own } = await insertProject(ctx);
    const waiting = await insertLeads(own, 3, { onWaitlist: true });
    await insertLeads(own, 2);
    await insertLead(own, { firstname: "Ada", lastname: "100%" });
    const reply = await inviteLeads(own, { filter: { waitlist: true } });
    const invited = await collectAll(listSendDeliveries(own, reply.sendId, {}));
    expect(invited.map(({ email }) => email)).toEqual(waiting.sort());
    expect(await inviteLeads(own, { filter: { q: "ADA 100%" } })).toMatchObject({ notifiedLeads: 1 });
    expect(await inviteLeads(own, { filter: { q: "_" } })).toMatchObject({ notifiedLeads: 0 });
    expect(await inviteLeads(own, { filter: {} })).toMatchObject({ notifiedLeads: 6 });
  });

  test("with an end in the past is refused and changes nothing", async () => {
    const emails = await insertLeads(ctx, 2);
    const before = await fingerprintDatabase(db);
    expect(await getErrorName(inviteLeads(ctx, { emails, validUntil: secondsFromNow(-1) }))).toBe("code_expired");
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("is undone with the transaction it is part of", async () => {
    const emails = await insertLeads(ctx, 3);
    const before = await fingerprintDatabase(db);
    const crash = new Error("after the invitation");
    await expect(
      inTransaction(ctx, async (inner) => {
        await inviteLeads(inner, { emails });
        throw crash;
      }),
    ).rejects.toBe(crash);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("to 10,000 leads is one call", async () => {
    const emails = await insertLeads(ctx, 10_000);
    const reply = await inviteLeads(ctx, { emails, type: "numeric" });
    expect(reply).toMatchObject({ notifiedLeads: 10_000, skipped: [] });
    const [counted] = await queryRows<{ pairs: number }>(
      db,
      sql`select count(*)::int as pairs from deliveries d join codes c on c.project_id = d.project_id and c.key = d.code_key
        where d.send_id = ${reply.sendId} and c.reserved_for = d.email and c.batch_id = ${reply.batch?.id}`,
    );
    expect(counted?.pairs).toBe(10_000);
  });
});
