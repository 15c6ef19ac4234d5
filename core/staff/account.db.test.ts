import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
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
const aClient = () => ({ userAgent: "", ipAddress: `198.51.100.${++clients}` });
const happened = (id: string) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where actor_id = ${id} order by id`);

test("one's name changes, and the activity says which field and not to what", async () => {
  const one = await insertStaff(ctx);
  expect(await updateAccount(await staffContext(ctx, one), { name: "Rear Admiral Hopper" })).toMatchObject({
    id: one.id,
    name: "Rear Admiral Hopper",
  });
  expect(await happened(one.id)).toEqual([{ kind: "staff.updated", data: { staff: one.id, fields: ["name"] } }]);
});

describe("changing one's password", () => {
  test("lets the new one in and the old one no more, ends the other sessions, and is told of by mail", async () => {
    const one = await insertStaff(ctx);
    const [acting] = [await staffContext(ctx, one), await staffContext(ctx, one), await staffContext(ctx, one)];
    expect(await changePassword(acting, { currentPassword: testPassword, newPassword: password }, aClient())).toEqual({});
    expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    expect(await getErrorName(signIn(ctx, { email: one.email, password: testPassword }, aClient()))).toBe("invalid_credentials");
    expect(await getOutcome(signIn(ctx, { email: one.email, password }, aClient()))).toBe("done");
    expect((await happened(one.id)).map(({ kind }) => kind)).toEqual(["staff.password_changed", "staff.signed_in"]);
    expect(await queryRows(db, sql`select data->'email' as mail from pgboss.job where data->'email'->>'staffId' = ${one.id}`)).toEqual([
      { mail: { kind: "password_changed", staffId: one.id } },
    ]);
  });

  test("needs the one they have, which cannot be guessed for long", async () => {
    const one = await insertStaff(ctx);
    const [acting] = [await staffContext(ctx, one), await staffContext(ctx, one)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        getOutcome(changePassword(acting, { currentPassword: `wrong ${i}`, newPassword: password }, aClient())),
      ),
    );
    expect(outcomes.filter((each) => each === "invalid_password")).toHaveLength(signInLimits.email.limit);
    expect(await getErrorName(changePassword(acting, { currentPassword: testPassword, newPassword: password }, aClient()))).toBe(
      "too_many_requests",
    );
    expect(await listSessions(acting)).toHaveLength(2);
  });

  test("and guarding one's account work on while strangers guess at the password, which leaves them no more guesses", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    const guess = () => getOutcome(signIn(ctx, { email: one.email, password: "a guess" }, aClient()));
    while ((await guess()) !== "too_many_requests");
    const { secret } = await startSecondFactorSetup(acting, { password: testPassword }, aClient());
    expect(await getOutcome(confirmSecondFactor(acting, { code: totpCode(secret) }, aClient()))).toBe("done");
    expect(await getOutcome(regenerateRecoveryCodes(acting, { password: testPassword }, aClient()))).toBe("done");
    expect(await getOutcome(removeSecondFactor(acting, { password: testPassword }, aClient()))).toBe("done");
    expect(await getOutcome(changePassword(acting, { currentPassword: testPassword, newPassword: password }, aClient()))).toBe("done");
    expect(await guess()).toBe("too_many_requests");
  });

  test("wrongly keeps nobody from signing in", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    while (
      (await getOutcome(changePassword(acting, { currentPassword: "wrong", newPassword: password }, aClient()))) !== "too_many_requests"
    );
    expect(await getOutcome(signIn(ctx, { email: one.email, password: testPassword }, aClient()))).toBe("done");
  });

  test("is not open to somebody who has none", async () => {
    const acting = await staffContext(ctx, await insertStaff(ctx, { password: null }));
    expect(await getErrorName(changePassword(acting, { currentPassword: "", newPassword: password }, aClient()))).toBe("invalid_password");
  });

  test("twice at once is done once", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    const outcomes = await Promise.all(
      [1, 2, 3].map((i) =>
        getOutcome(changePassword(acting, { currentPassword: testPassword, newPassword: `${password} ${i}` }, aClient())),
      ),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await getOutcome(signIn(ctx, { email: one.email, password: `${password} ${outcomes.indexOf("done") + 1}` }, aClient()))).toBe(
      "done",
    );
  });

  test("leaves no session to who signs in with the old one at the same time", async () => {
    // As sign-in leaves it, so that nobody has it renewed meanwhile.
    const stored = await hashPassword(testPassword);
    for (let round = 0; round < 4; round++) {
      const one = await insertStaff(ctx);
      await db.execute(sql`update staff set password_hash = ${stored} where id = ${one.id}::uuid`);
      const acting = await staffContext(ctx, one);
      const changing = changePassword(acting, { currentPassword: testPassword, newPassword: password }, aClient());
      const signingIn = Array.from({ length: 4 }, () => getOutcome(signIn(ctx, { email: one.email, password: testPassword }, aClient())));
      await Promise.all([changing, ...signingIn]);
      expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    }
  });
});
