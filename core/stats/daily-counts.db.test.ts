import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, localDate } from "@/lib/dates";
import { insertBatch, insertCode, insertLead, insertProject, uniqueEmail } from "@/tests/harness/factories";
import { createTestApp } from "@/tests/harness/test-app";
import { getClaimStats } from "../claims/list";
import type { Context } from "../context";
import { getLeadStats } from "../leads/list";

const app = await createTestApp();

async function createProjectInZone(zone: string): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  await ctx.db.execute(sql`update projects set time_zone = ${zone} where id = ${ctx.projectId}`);
  return ctx;
}

const insertLeadsAt = ({ db, projectId }: Context, timestamps: readonly string[]) =>
  db.execute(
    sql`insert into leads (project_id, email, referral_code, created_at)
      select ${projectId}::int, 'lead' || place || '@example.org', 'r' || place, at::timestamptz
      from string_to_table(${timestamps.join(",")}, ',') with ordinality as given (at, place)`,
  );

const nonZeroDays = (days: { date: string; count: number }[]) =>
  Object.fromEntries(days.filter(({ count }) => count > 0).map(({ date, count }) => [date, count]));

// Nights with a clock change, some of them at midnight, and a time zone with a quarter-hour offset.
const clockChanges = [
  ["Europe/Berlin", "2026-03-29T00:00:00Z"],
  ["Europe/Berlin", "2026-10-25T00:00:00Z"],
  ["America/New_York", "2026-03-08T05:00:00Z"],
  ["Atlantic/Azores", "2026-10-25T00:00:00Z"],
  ["America/Havana", "2025-11-02T04:00:00Z"],
  ["Africa/Cairo", "2026-04-23T22:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T14:00:00Z"],
  ["Asia/Kathmandu", "2026-01-01T00:00:00Z"],
] as const;

describe("daily counts", () => {
  test.each(clockChanges)("follow the calendar in %s around %s", async (zone, night) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -180, max: 180 }), { minLength: 50, maxLength: 80 }), async (quarterHours) => {
        const ctx = await createProjectInZone(zone);
        const timestamps = quarterHours.flatMap((quarter) => {
          const at = Date.parse(night) + quarter * 15 * 60_000;
          return [at, at - 1].map((each) => new Date(each).toISOString());
        });
        await insertLeadsAt(ctx, timestamps);
        const expected: Record<string, number> = {};
        for (const moment of timestamps) {
          const day = localDate(zone, new Date(moment));
          expected[day] = (expected[day] ?? 0) + 1;
        }
        const { days } = await getLeadStats(ctx, { span: "all" });
        expect(nonZeroDays(days)).toEqual(expected);
        expect(days[0]?.date).toBe(Object.keys(expected).sort()[0]);
      }),
      { numRuns: 3 },
    );
  });

  test("have no gaps and end today", async () => {
    const ctx = await createProjectInZone("Pacific/Kiritimati");
    const today = localDate("Pacific/Kiritimati", new Date());
    await insertLeadsAt(ctx, [new Date(Date.now() - 400 * 24 * 3_600_000).toISOString(), new Date().toISOString()]);
    for (const [span, length] of [
      ["30", 30],
      ["90", 90],
      ["all", 401],
    ] as const) {
      const { days } = await getLeadStats(ctx, { span });
      expect(days).toHaveLength(length);
      expect(days.map(({ date }) => date)).toEqual(days.map((_, index) => addDays(today, index + 1 - length)));
      expect(days.at(-1)?.count).toBe(1);
    }
    expect((await getLeadStats(ctx, {})).days).toHaveLength(30);
  });

  test("are 0 for a project without leads, whose first day is today", async () => {
    const ctx = await createProjectInZone("UTC");
    expect((await getLeadStats(ctx, { span: "all" })).days).toEqual([{ date: localDate("UTC", new Date()), count: 0 }]);
    expect((await getLeadStats(ctx, { span: "90" })).days.every(({ count }) => count === 0)).toBe(true);
  });

  test("follow the project's time zone when it changes", async () => {
    const ctx = await createProjectInZone("UTC");
    await insertLeadsAt(ctx, ["2026-05-01T23:30:00Z"]);
    expect(nonZeroDays((await getLeadStats(ctx, { span: "all" })).days)).toEqual({ "2026-05-01": 1 });
    await ctx.db.execute(sql`update projects set time_zone = 'Europe/Berlin' where id = ${ctx.projectId}`);
    expect(nonZeroDays((await getLeadStats(ctx, { span: "all" })).days)).toEqual({ "2026-05-02": 1 });
  });

  test("count the claims of all batches, or of one", async () => {
    const ctx = await createProjectInZone("UTC");
    const [firstBatch, secondBatch] = [await insertBatch(ctx), await insertBatch(ctx)];
    await insertCode(ctx, { batch: firstBatch, allowedClaims: 9, claimedBy: [uniqueEmail(), uniqueEmail()] });
    await insertCode(ctx, { batch: secondBatch, claimedBy: [uniqueEmail()] });
    await insertLead(ctx);
    const last = async (batch?: string) => (await getClaimStats(ctx, { span: "30", ...(batch ? { batch } : {}) })).days.at(-1)?.count;
    expect([await last(), await last(firstBatch), await last(secondBatch), await last("00000000-0000-7000-8000-000000000001")]).toEqual([
      3, 2, 1, 0,
    ]);
  });
});
