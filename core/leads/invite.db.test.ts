import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { fingerprintDatabase, insertLead, insertLeads, insertProject, secondsFromNow, uniqueEmail } from "@/tests/harness/factories";
import { collectAll } from "@/tests/harness/lists";
import { size } from "@/tests/harness/size";
import { createTestApp } from "@/tests/harness/test-app";
import { listCodes } from "../codes/list";
import { inTransaction } from "../context";
import { listSendDeliveries } from "../sends/deliveries";
import { getSend } from "../sends/list";
import { inviteLeads } from "./invite";

const { ctx, db } = await createTestApp();

describe("inviting leads", () => {
  test("creates a code per lead, reserves it for them and sends it to them", async () => {
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
    const codeByEmail = new Map(codes.map((code) => [code.reservedFor?.email, code.code]));
    expect([...codeByEmail.keys()].sort()).toEqual([...emails].sort());
    for (const { email, code } of await collectAll(listSendDeliveries(ctx, reply.sendId, {}))) expect(code).toBe(codeByEmail.get(email));
    expect(await getSend(ctx, reply.sendId)).toMatchObject({
      kind: "invitation",
      code: null,
      batch: reply.batch,
      deliveries: { queued: 25 },
    });
  });

  test("skips unknown, duplicate and suppressed recipients and creates no codes for them", async () => {
    const [ada, suppressed] = [await insertLead(ctx), await insertLead(ctx, { suppressed: true })];
    const reply = await inviteLeads(ctx, { emails: [ada, "unknown@example.org", suppressed, ada] });
    expect(reply).toMatchObject({
      receivedLeads: 4,
      notifiedLeads: 1,
      skipped: [
        { email: "unknown@example.org", reason: "not_a_lead" },
        { email: suppressed, reason: "suppressed" },
        { email: ada, reason: "duplicate" },
      ],
    });
    expect(await collectAll(listCodes(ctx, { batch: reply.batch?.id }))).toMatchObject([{ reservedFor: { email: ada } }]);
  });

  test("creates no batch without recipients", async () => {
    expect(await inviteLeads(ctx, { emails: [uniqueEmail()] })).toMatchObject({ notifiedLeads: 0, batch: null });
  });

  test("invites exactly the leads that match a filter", async () => {
    const { ctx: projectCtx } = await insertProject(ctx);
    const waiting = await insertLeads(projectCtx, 3, { onWaitlist: true });
    await insertLeads(projectCtx, 2);
    await insertLead(projectCtx, { firstname: "Ada", lastname: "100%" });
    const reply = await inviteLeads(projectCtx, { filter: { waitlist: true } });
    const invited = await collectAll(listSendDeliveries(projectCtx, reply.sendId, {}));
    expect(invited.map(({ email }) => email)).toEqual(waiting.sort());
    expect(await inviteLeads(projectCtx, { filter: { q: "ADA 100%" }, skip: [] })).toMatchObject({ notifiedLeads: 1 });
    expect(await inviteLeads(projectCtx, { filter: { q: "_" } })).toMatchObject({ notifiedLeads: 0 });
    expect(await inviteLeads(projectCtx, { filter: {} })).toMatchObject({ receivedLeads: 6, notifiedLeads: 2 });
    expect(await inviteLeads(projectCtx, { filter: {}, skip: [] })).toMatchObject({ notifiedLeads: 6 });
  });

  test("rejects an end date in the past and changes nothing", async () => {
    const emails = await insertLeads(ctx, 2);
    const before = await fingerprintDatabase(db);
    expect(await getErrorName(inviteLeads(ctx, { emails, validUntil: secondsFromNow(-1) }))).toBe("code_expired");
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  test("is rolled back with the surrounding transaction", async () => {
    const emails = await insertLeads(ctx, 3);
    const before = await fingerprintDatabase(db);
    const failure = new Error("rolled back");
    await expect(
      inTransaction(ctx, async (inner) => {
        await inviteLeads(inner, { emails });
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await fingerprintDatabase(db)).toEqual(before);
  });

  const amount = size(1000, 10_000);
  test(`invites ${amount} leads in one call`, async () => {
    const emails = await insertLeads(ctx, amount);
    const reply = await inviteLeads(ctx, { emails, type: "numeric" });
    expect(reply).toMatchObject({ notifiedLeads: amount, skipped: [] });
    // Otherwise, the join can compare each delivery with all codes.
    await db.execute(sql`analyze codes, deliveries`);
    const [row] = await queryRows<{ pairs: number }>(
      db,
      sql`select count(*)::int as pairs from deliveries d join codes c on c.project_id = d.project_id and c.key = d.code_key
        where d.send_id = ${reply.sendId} and c.reserved_for = d.email and c.batch_id = ${reply.batch?.id}`,
    );
    expect(row?.pairs).toBe(amount);
  });

  test("doesn't read all codes for each recipient when PostgreSQL's statistics don't include the project yet", async () => {
    const [{ ctx: projectCtx }, { ctx: earlierCtx }] = [await insertProject(ctx), await insertProject(ctx)];
    await inviteLeads(earlierCtx, { emails: await insertLeads(earlierCtx, 3000) });
    await db.execute(sql`analyze codes, leads`);
    const emails = await insertLeads(projectCtx, 1000);
    await inTransaction(projectCtx, async (inner) => {
      expect(await inviteLeads(inner, { emails })).toMatchObject({ notifiedLeads: 1000 });
      const [read] = await queryRows<{ codes: string }>(
        inner.db,
        sql`select seq_tup_read + idx_tup_fetch as codes from pg_stat_xact_user_tables where relname = 'codes'`,
      );
      expect(Number(read?.codes)).toBeLessThan(30_000);
    });
  });
});
