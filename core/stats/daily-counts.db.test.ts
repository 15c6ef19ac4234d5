import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, localDate } from "@/lib/time-zones";
import { insertBatch, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { getClaimStats as claimDays } from "../claims/stats";
import type { Context } from "../context";
import { getLeadStats as leadDays } from "../leads/stats";

const world = await createTestApp();

async function inZone(zone: string): Promise<Context> {
  const { ctx } = await insertProject(world.ctx);
  await ctx.db.execute(sql`update projects set time_zone = ${zone} where id = ${ctx.projectId}`);
  return ctx;
}

const leadsAt = ({ db, projectId }: Context, moments: readonly string[]) =>
  db.execute(
    sql`insert into leads (project_id, email, referral_code, created_at)
      select ${projectId}::int, 'lead' || place || '@example.org', 'r' || place, at::timestamptz
      from string_to_table(${moments.join(",")}, ',') with ordinality as given (at, place)`,
  );

const some = (days: { date: string; count: number }[]) =>
  Object.fromEntries(days.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]));

// Nights in which clocks were changed, at midnight in some, and a zone of no whole hours.
const nights = [
  ["Europe/Berlin", "2026-03-29T00:00:00Z"],
  ["Europe/Berlin", "2026-10-25T00:00:00Z"],
  ["America/New_York", "2026-03-08T05:00:00Z"],
  ["Atlantic/Azores", "2026-10-25T00:00:00Z"],
  ["America/Havana", "2025-11-02T04:00:00Z"],
  ["Africa/Cairo", "2026-04-23T22:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T14:00:00Z"],
  ["Asia/Kathmandu", "2026-01-01T00:00:00Z"],
] as const;

describe("days", () => {
  test.each(nights)("in %s around %s are those that calendars there show", async (zone, night) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -180, max: 180 }), { minLength: 50, maxLength: 80 }), async (quarters) => {
        const ctx = await inZone(zone);
        const moments = quarters.flatMap((quarter) => {
          const at = Date.parse(night) + quarter * 15 * 60_000;
          return [at, at - 1].map((each) => new Date(each).toISOString());
        });
        await leadsAt(ctx, moments);
        const expected: Record<string, number> = {};
        for (const moment of moments) {
          const day = localDate(zone, new Date(moment));
          expected[day] = (expected[day] ?? 0) + 1;
        }
        const { days } = await leadDays(ctx, { span: "all" });
        expect(some(days)).toEqual(expected);
        expect(days[0]?.date).toBe(Object.keys(expected).sort()[0]);
      }),
      { numRuns: 3 },
    );
  });

  test("have no gaps, and the last is today", async () => {
    const ctx = await inZone("Pacific/Kiritimati");
    const today = localDate("Pacific/Kiritimati", new Date());
    await leadsAt(ctx, [new Date(Date.now() - 400 * 24 * 3_600_000).toISOString(), new Date().toISOString()]);
    for (const [span, length] of [
      ["30", 30],
      ["90", 90],
      ["all", 401],
    ] as const) {
      const { days } = await leadDays(ctx, { span });
      expect(days).toHaveLength(length);
      expect(days.map(({ date: day }) => day)).toEqual(days.map((_, place) => addDays(today, place + 1 - length)));
      expect(days.at(-1)?.count).toBe(1);
    }
    expect((await leadDays(ctx, {})).days).toHaveLength(30);
  });

  test("of a project without leads are zero, and all of them are today", async () => {
    const ctx = await inZone("UTC");
    expect((await leadDays(ctx, { span: "all" })).days).toEqual([{ date: localDate("UTC", new Date()), count: 0 }]);
    expect((await leadDays(ctx, { span: "90" })).days.every(({ count }) => count === 0)).toBe(true);
  });

  test("follow the project's zone when it changes", async () => {
    const ctx = await inZone("UTC");
    await leadsAt(ctx, ["2026-05-01T23:30:00Z"]);
    expect(some((await leadDays(ctx, { span: "all" })).days)).toEqual({ "2026-05-01": 1 });
    await ctx.db.execute(sql`update projects set time_zone = 'Europe/Berlin' where id = ${ctx.projectId}`);
    expect(some((await leadDays(ctx, { span: "all" })).days)).toEqual({ "2026-05-02": 1 });
  });

  test("of claims are of all batches, or of one", async () => {
    const ctx = await inZone("UTC");
    const [one, other] = [await insertBatch(ctx), await insertBatch(ctx)];
    await insertCode(ctx, { batch: one, allowedClaims: 9, claimedBy: [uniqueEmail(), uniqueEmail()] });
    await insertCode(ctx, { batch: other, claimedBy: [uniqueEmail()] });
    await insertLead(ctx);
    const last = async (batch?: string) => (await claimDays(ctx, { span: "30", ...(batch ? { batch } : {}) })).days.at(-1)?.count;
    expect([await last(), await last(one), await last(other), await last("00000000-0000-7000-8000-000000000001")]).toEqual([3, 2, 1, 0]);
  });
});
