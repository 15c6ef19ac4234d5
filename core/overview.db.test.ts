import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeTypes } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { isoTimestamp } from "@/lib/dates";
import { connectSmtpServer, insertBatch, insertCode, insertLead, insertProject, uniqueEmail, uniqueId } from "@/tests/harness/factories";
import { runAndRollBack } from "@/tests/harness/rollback";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { listFormats } from "./codes/capacity";
import { type CodeRow, codeColumns, codeState, codesWithBatches } from "./codes/record";
import { codeStatus } from "./codes/rules";
import type { Context } from "./context";
import { getOverview, getSetupProgress } from "./overview";
import { updateProject } from "./projects/update";
import { updateAccount } from "./staff/account";
import { inviteStaff } from "./staff/invitations";

const app = await createTestApp();

const nothingCompleted = { codes: false, leads: false, claims: false, destination: false, team: false, isDismissed: false };

/** Creates a new project for its owner, next to another project with data. */
async function createInstallation(): Promise<Context> {
  const { ctx: other } = await insertProject(app.ctx);
  await insertCode(other, { claimedBy: [uniqueEmail()] });
  await insertLead(other, { onWaitlist: true });
  for (const role of ["owner", "member"] as const) await insertStaff(other, { role });
  const { ctx } = await insertProject(app.ctx);
  return staffContext(ctx, { role: "owner" });
}

describe("a new installation", () => {
  test("has no completed steps, regardless of other projects", async () => {
    expect(await getSetupProgress(await createInstallation())).toEqual(nothingCompleted);
  });

  test("completes the steps with the first code, lead and claim", async () => {
    const ctx = await createInstallation();
    await insertCode(ctx);
    expect(await getSetupProgress(ctx)).toEqual({ ...nothingCompleted, codes: true, leads: false, claims: false });
    await insertLead(ctx);
    expect(await getSetupProgress(ctx)).toEqual({ ...nothingCompleted, codes: true, leads: true, claims: false });
    await insertCode(ctx, { claimedBy: [uniqueEmail()] });
    expect(await getSetupProgress(ctx)).toEqual({ ...nothingCompleted, codes: true, leads: true, claims: true });
  });

  test("completes the step of where people go after claiming with a redirect URL or a message", async () => {
    for (const settings of [{ redirectUrl: "https://product.example/welcome" }, { successMessage: "Sign in at product.example." }]) {
      const ctx = await createInstallation();
      await updateProject(ctx, settings);
      expect(await getSetupProgress(ctx)).toEqual({ ...nothingCompleted, destination: true });
      await updateProject(ctx, { redirectUrl: null, successMessage: null });
      expect(await getSetupProgress(ctx)).toEqual(nothingCompleted);
    }
  });

  test("completes the team step with a second member or an invitation, but not with a removed member", async () => {
    const ctx = await createInstallation();
    await insertStaff(ctx, { removed: true });
    expect(await getSetupProgress(ctx)).toMatchObject({ team: false });
    await insertStaff(ctx);
    expect(await getSetupProgress(ctx)).toMatchObject({ team: true });

    const inviting = await createInstallation();
    await inviteStaff(inviting, { email: "alan@example.org", role: "member" });
    expect(await getSetupProgress(inviting)).toMatchObject({ team: true });
  });

  test("keeps its checklist until the staff member dismisses it, and shows it again on request", async () => {
    const ctx = await createInstallation();
    const colleague = await staffContext(ctx, { role: "viewer" });
    await updateAccount(ctx, { checklistDismissed: true });
    expect(await getSetupProgress(ctx)).toMatchObject({ isDismissed: true });
    expect(await getSetupProgress(colleague)).toMatchObject({ isDismissed: false });
    await updateAccount(ctx, { checklistDismissed: false });
    expect(await getSetupProgress(ctx)).toMatchObject({ isDismissed: false });
  });

  test("never counts rows of other projects", async () => {
    const ctx = await createInstallation();
    await connectSmtpServer(ctx);
    expect(await getOverview(ctx)).toMatchObject({
      leads: { total: 0, waiting: 0, invited: 0, claimed: 0 },
      codes: { total: 0, claimable: 0, exhausted: 0, expiring: 0 },
      claims: 0,
      attention: [{ name: "local_links" }],
    });
  });
});

const days = (count: number) => `now() + interval '${count} days'`;
const lead = fc.record({ waiting: fc.boolean(), claimed: fc.boolean(), invited: fc.boolean(), referred: fc.boolean() });
const code = fc.record({
  type: fc.constantFrom(...codeTypes),
  paused: fc.boolean(),
  batchPaused: fc.boolean(),
  allowed: fc.integer({ min: 1, max: 2 }),
  claimed: fc.nat({ max: 2 }),
  reserved: fc.boolean(),
  from: fc.constantFrom("null", days(-2), days(2)),
  until: fc.constantFrom("null", days(-1), days(6.9), days(7.1)),
});

async function fill(
  ctx: Context,
  leads: (typeof lead extends fc.Arbitrary<infer L> ? L : never)[],
  codes: (typeof code extends fc.Arbitrary<infer C> ? C : never)[],
) {
  const { db, projectId } = ctx;
  const referrer = await insertLead(ctx);
  for (const { waiting, claimed, invited, referred } of leads) {
    await db.execute(
      sql`insert into leads (project_id, email, on_waitlist, has_claimed, invited_at, referred_by, referral_code)
        values (${projectId}, ${uniqueEmail()}, ${waiting}, ${claimed}, case when ${invited} then now() end, ${referred ? referrer : null}, ${uniqueId()})`,
    );
  }
  const [running, paused] = [await insertBatch(ctx), await insertBatch(ctx, { paused: true })];
  for (const [position, { type, allowed, claimed, from, until, ...rest }] of codes.entries()) {
    const text =
      type === "numeric"
        ? String(100_000 + position)
        : type === "alphanumeric"
          ? `bcd${100 + position}`.replaceAll(/[01]/g, "z")
          : uniqueId();
    await db.execute(
      sql`insert into codes (project_id, key, text, type, allowed_claims, claims, valid_from, valid_until, paused_at, reserved_for, batch_id, batch_index)
        select ${projectId}::int, ${text}, ${text}, ${type}, ${allowed}::int, least(${allowed}::int, ${claimed}::int), w.f, w.u, case when ${rest.paused} then now() end,
          case when ${rest.reserved} then 'a@example.org' end, ${rest.batchPaused ? paused : running}::uuid, ${position}::int
        from (select (${sql.raw(from)})::timestamptz as f, (${sql.raw(until)})::timestamptz as u) as w where (w.f < w.u) is not false on conflict do nothing`,
    );
  }
}

test("the numbers match every lead and every code", async () => {
  const { ctx } = await insertProject(app.ctx);
  await connectSmtpServer(ctx);
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { maxLength: 40 }), fc.array(code, { minLength: 30, maxLength: 60 }), async (leads, codes) => {
      await runAndRollBack(ctx, async (inner) => {
        await fill(inner, leads, codes);
        const codeRows = await queryRows<CodeRow>(
          inner.db,
          sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${ctx.projectId}`,
        );
        const codesWithStatus = codeRows.map((row) => ({ ...row, status: codeStatus(codeState(row), isoTimestamp(row.now)) }));
        const inAWeek = new Date(Date.parse(isoTimestamp(codeRows[0]?.now ?? "")) + 7 * 24 * 3_600_000).toISOString();
        const claimable = codesWithStatus.filter(({ status }) => status === "active");
        const { asOf: _, attention, ...numbers } = await getOverview(inner);
        expect(numbers).toEqual({
          leads: {
            total: leads.length + 1,
            waiting: leads.filter(({ waiting }) => waiting).length,
            invited: leads.filter(({ invited, claimed, waiting }) => invited && !claimed && !waiting).length,
            claimed: leads.filter(({ claimed }) => claimed).length,
          },
          codes: {
            total: codesWithStatus.length,
            claimable: claimable.length,
            exhausted: codesWithStatus.filter((row) => row.claims >= row.allowed_claims).length,
            expiring: claimable.filter((row) => row.valid_until !== null && isoTimestamp(row.valid_until) < inAWeek).length,
          },
          claims: 0,
        });
        expect(attention).toMatchObject([{ name: "local_links" }]);
        for (const { type, used, claimable: claimableCount, total, remaining } of await listFormats(inner)) {
          expect(used, type).toBe(codesWithStatus.filter((row) => row.type === type).length);
          expect(claimableCount, type).toBe(claimable.filter((row) => row.type === type && row.reserved_for === null).length);
          // Digits without 0 and 1 also match the alphanumeric format.
          expect(remaining, type).toBe(
            total - used - (type === "alphanumeric" ? codesWithStatus.filter((row) => /^[2-9]{6}$/.test(row.key)).length : 0),
          );
        }
      });
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

test("the number of claims matches the existing claims", async () => {
  const { ctx } = await insertProject(app.ctx);
  await insertCode(ctx, { allowedClaims: 3, claimedBy: [uniqueEmail(), uniqueEmail()] });
  await insertCode(ctx, { claimedBy: [uniqueEmail()] });
  expect(await getOverview(ctx)).toMatchObject({ claims: 3, leads: { claimed: 3 } });
});

test("a code counts in every format that it matches", async () => {
  const { ctx } = await insertProject(app.ctx);
  await insertCode(ctx, { type: "numeric", text: "234567" });
  await insertCode(ctx, { type: "numeric", text: "123456" });
  await insertCode(ctx, { type: "alphanumeric", text: "bcd234" });
  const formats = (await listFormats(ctx)).map(({ type, used, total: space, remaining }) => [type, used, space - remaining]);
  expect(formats).toEqual([
    ["creative", 0, 0],
    ["alphanumeric", 1, 2],
    ["numeric", 2, 2],
  ]);
});
