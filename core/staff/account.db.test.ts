import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { totpCode } from "@/tests/harness/second-factor";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { changePassword, updateAccount } from "./account";
import { hashPassword } from "./password";
import { confirmSecondFactor, regenerateRecoveryCodes, removeSecondFactor, startSecondFactorSetup } from "./second-factor";
import { listSessions } from "./sessions";
import { signIn } from "./sign-in";

const { ctx, db } = await createTestApp({ max: 20 });
const password = "an even longer one, with a comma";
let clients = 0;
const createClient = () => ({ userAgent: "", ipAddress: `198.51.100.${++clients}` });
const listEvents = (id: string) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where actor_id = ${id} order by id`);

test("an update of the name records the field without its value", async () => {
  const staff = await insertStaff(ctx);
  expect(await updateAccount(await staffContext(ctx, staff), { name: "Rear Admiral Hopper" })).toMatchObject({
    id: staff.id,
    name: "Rear Admiral Hopper",
  });
  expect(await listEvents(staff.id)).toEqual([{ kind: "staff.updated", data: { staff: staff.id, fields: ["name"] } }]);
});

test("a name that was changed in another window isn't replaced by one that expects the old name", async () => {
  const staffCtx = await staffContext(ctx, await insertStaff(ctx));
  const { name } = await updateAccount(staffCtx, { checklistDismissed: true });
  await updateAccount(staffCtx, { name: "Grace", expected: { name } });
  expect(await getErrorName(updateAccount(staffCtx, { name: "Hopper", expected: { name } }))).toBe("account_changed");
  expect(await updateAccount(staffCtx, { name: "Hopper", expected: { name: "Grace" } })).toMatchObject({ name: "Hopper" });
});

describe("changing the password", () => {
  test("replaces the password, revokes other sessions and sends an email", async () => {
    const staff = await insertStaff(ctx);
    const [staffCtx] = [await staffContext(ctx, staff), await staffContext(ctx, staff), await staffContext(ctx, staff)];
    expect(await changePassword(staffCtx, { currentPassword: testPassword, newPassword: password }, createClient())).toEqual({});
    expect(await listSessions(staffCtx)).toMatchObject([{ current: true }]);
    expect(await getErrorName(signIn(ctx, { email: staff.email, password: testPassword }, createClient()))).toBe("invalid_credentials");
    expect(await getOutcome(signIn(ctx, { email: staff.email, password }, createClient()))).toBe("done");
    expect((await listEvents(staff.id)).map(({ kind }) => kind)).toEqual(["staff.password_changed", "staff.signed_in"]);
    expect(await queryRows(db, sql`select data->'email' as email from pgboss.job where data->'email'->>'staffId' = ${staff.id}`)).toEqual([
      { email: { kind: "password_changed", staffId: staff.id } },
    ]);
  });

  test("requires the current password and limits attempts to guess it", async () => {
    const staff = await insertStaff(ctx);
    const [staffCtx] = [await staffContext(ctx, staff), await staffContext(ctx, staff)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        getOutcome(changePassword(staffCtx, { currentPassword: `wrong ${i}`, newPassword: password }, createClient())),
      ),
    );
    expect(outcomes.filter((each) => each === "invalid_password")).toHaveLength(signInLimits.email.limit);
    expect(await getErrorName(changePassword(staffCtx, { currentPassword: testPassword, newPassword: password }, createClient()))).toBe(
      "too_many_requests",
    );
    expect(await listSessions(staffCtx)).toHaveLength(2);
  });

  test("works while strangers use up the sign-in attempts, without giving them more", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    const guess = () => getOutcome(signIn(ctx, { email: staff.email, password: "a guess" }, createClient()));
    while ((await guess()) !== "proof_required");
    const { secret } = await startSecondFactorSetup(staffCtx, { password: testPassword }, createClient());
    expect(await getOutcome(confirmSecondFactor(staffCtx, { code: totpCode(secret) }, createClient()))).toBe("done");
    expect(await getOutcome(regenerateRecoveryCodes(staffCtx, { password: testPassword }, createClient()))).toBe("done");
    expect(await getOutcome(removeSecondFactor(staffCtx, { password: testPassword }, createClient()))).toBe("done");
    expect(await getOutcome(changePassword(staffCtx, { currentPassword: testPassword, newPassword: password }, createClient()))).toBe(
      "done",
    );
    expect(await guess()).toBe("proof_required");
  });

  test("doesn't block sign-in after wrong current passwords", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    while (
      (await getOutcome(changePassword(staffCtx, { currentPassword: "wrong", newPassword: password }, createClient()))) !==
      "too_many_requests"
    );
    expect(await getOutcome(signIn(ctx, { email: staff.email, password: testPassword }, createClient()))).toBe("done");
  });

  test("rejects accounts without a password", async () => {
    const staffCtx = await staffContext(ctx, await insertStaff(ctx, { password: null }));
    expect(await getErrorName(changePassword(staffCtx, { currentPassword: "", newPassword: password }, createClient()))).toBe(
      "invalid_password",
    );
  });

  test("applies only one of two simultaneous changes", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    const outcomes = await Promise.all(
      [1, 2, 3].map((i) =>
        getOutcome(changePassword(staffCtx, { currentPassword: testPassword, newPassword: `${password} ${i}` }, createClient())),
      ),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(
      await getOutcome(signIn(ctx, { email: staff.email, password: `${password} ${outcomes.indexOf("done") + 1}` }, createClient())),
    ).toBe("done");
  });

  test("leaves no session from a simultaneous sign-in with the old password", async () => {
    // Uses the current parameters, so that sign-in doesn't upgrade the hash during the test.
    const stored = await hashPassword(testPassword);
    for (let round = 0; round < 4; round++) {
      const staff = await insertStaff(ctx);
      await db.execute(sql`update staff set password_hash = ${stored} where id = ${staff.id}::uuid`);
      const staffCtx = await staffContext(ctx, staff);
      const changing = changePassword(staffCtx, { currentPassword: testPassword, newPassword: password }, createClient());
      const signingIn = Array.from({ length: 4 }, () =>
        getOutcome(signIn(ctx, { email: staff.email, password: testPassword }, createClient())),
      );
      await Promise.all([changing, ...signingIn]);
      expect(await listSessions(staffCtx)).toMatchObject([{ current: true }]);
    }
  });
});
