import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { getErrorName } from "@/tests/harness/errors";
import { insertLead, insertProject } from "@/tests/harness/factories";
import { collectAll, collectPages } from "@/tests/harness/lists";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { createLead } from "./create";
import { inviteLeads } from "./invite";
import { getWaitlistPosition, recountWaitlist } from "./waitlist";
import { listWaitlist, moveToPosition } from "./waitlist-list";

const app = await createTestApp();

async function createWaitlist(amount: number): Promise<{ ctx: Context; emails: string[] }> {
  const { ctx } = await insertProject(app.ctx);
  const emails = Array.from({ length: amount }, (_, index) => `lead${String(index).padStart(2, "0")}-${ctx.projectId}@example.org`);
  for (const email of emails) await createLead(ctx, { email, waitlist: true });
  return { ctx, emails };
}

describe("the waitlist", () => {
  test("lists leads in line with their positions, in both directions and page by page", async () => {
    const { ctx, emails } = await createWaitlist(12);
    await recountWaitlist(ctx.db, ctx.projectId, { force: true });
    const all = await collectAll(listWaitlist(ctx, {}));
    expect(all.map(({ email, position }) => ({ email, position }))).toEqual(emails.map((email, index) => ({ email, position: index + 1 })));
    expect((await collectAll(listWaitlist(ctx, { order: "desc" }))).map(({ position }) => position)).toEqual(
      all.map((_, index) => 12 - index),
    );
    expect((await collectPages((part) => listWaitlist(ctx, part), 5)).items).toEqual(all);
    const reversed = await collectPages((part) => listWaitlist(ctx, { ...part, order: "desc" }), 5);
    expect(reversed.items).toEqual([...all].reverse());
  });

  test("keeps the true positions while filtering", async () => {
    const { ctx, emails } = await createWaitlist(6);
    const [first = "", , third = ""] = emails;
    await app.db.execute(
      sql`update leads set source = 'page', confirmed_at = now() where project_id = ${ctx.projectId} and email = ${third}`,
    );
    for (let i = 0; i < 2; i++)
      await app.db.execute(
        sql`update leads set referred_by = ${first}, referral_bonus_applied = 0 where project_id = ${ctx.projectId} and email = ${await insertLead(ctx)}`,
      );
    const list = async (filter: Parameters<typeof listWaitlist>[1]) =>
      (await collectAll(listWaitlist(ctx, filter))).map(({ email, position, referrals }) => ({ email, position, referrals }));
    const thirdEntry = { email: third, position: 3, referrals: 0 };
    expect(await list({ source: "page" })).toEqual([thirdEntry]);
    expect(await list({ confirmed: true })).toEqual([thirdEntry]);
    expect(await list({ q: "lead02" })).toEqual([thirdEntry]);
    expect(await list({ minReferrals: 2 })).toEqual([{ email: first, position: 1, referrals: 2 }]);
    expect(await list({ minReferrals: 3 })).toEqual([]);
  });

  test("lists those who are no longer waiting by status, without a position", async () => {
    const { ctx, emails } = await createWaitlist(3);
    const [ada = ""] = emails;
    await inviteLeads(ctx, { emails: [ada] });
    expect(await collectAll(listWaitlist(ctx, { status: "invited" }))).toMatchObject([{ email: ada, status: "invited", position: null }]);
    expect((await collectAll(listWaitlist(ctx, {}))).map(({ position }) => position)).toEqual([1, 2]);
    expect(await collectAll(listWaitlist(ctx, { status: "declined" }))).toEqual([]);
  });
});

describe("moving to a position", () => {
  test.each([
    ["to the top", 4, 1, "40123"],
    ["up", 4, 3, "01423"],
    ["down", 0, 3, "12034"],
    ["to the end and beyond", 1, 99, "02341"],
    ["to the same position", 2, 3, "01234"],
  ])("%s", async (_, index, position, expected) => {
    const { ctx, emails } = await createWaitlist(5);
    const email = emails[index] ?? "";
    const moved = await moveToPosition(ctx, { email, position });
    expect(moved.position).toBe(Math.min(position, 5));
    expect(await getWaitlistPosition(ctx, email)).toEqual({ position: moved.position, waiting: 5 });
    const order = (await collectAll(listWaitlist(ctx, {}))).map((entry) => emails.indexOf(entry.email)).join("");
    expect(order).toBe(expected);
  });

  test("records each change once, and fails for leads who aren't waiting", async () => {
    const { ctx, emails } = await createWaitlist(3);
    for (let i = 0; i < 2; i++) await moveToPosition(ctx, { email: emails[2] ?? "", position: 1 });
    expect(await queryRows(ctx.db, sql`select data from events where project_id = ${ctx.projectId} and kind = 'lead.moved'`)).toEqual([
      { data: { from: 3, to: 1 } },
    ]);
    expect(await getErrorName(moveToPosition(ctx, { email: await insertLead(ctx), position: 1 }))).toBe("not_waiting");
    expect(await getErrorName(moveToPosition(ctx, { email: "unknown@example.org", position: 1 }))).toBe("lead_not_found");
  });

  test("at the same time leaves everyone in line once", async () => {
    const { ctx, emails } = await createWaitlist(8);
    const second = { ...app.openSecondPool().ctx, projectId: ctx.projectId };
    await Promise.all(emails.map((email, index) => moveToPosition(index % 2 === 0 ? ctx : second, { email, position: (index % 3) + 1 })));
    const entries = await collectAll(listWaitlist(ctx, {}));
    expect(entries.map(({ email }) => email).sort()).toEqual(emails);
    expect(entries.map(({ position }) => position)).toEqual(emails.map((_, index) => index + 1));
  });
});
