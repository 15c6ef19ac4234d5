import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import { SecondFactorCode } from "@/contract/staff-fields";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import {
  countRecoveryCodes,
  insertStaffWithSecondFactor,
  parseRecoveryCode,
  totpCode,
  uniqueClient,
  wrongTotpCode,
} from "@/tests/harness/second-factor";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { confirmSecondFactor, startSecondFactorSetup } from "./second-factor";
import { signIn } from "./sign-in";

const { ctx, db } = await createTestApp({ max: 20 });
const password = { password: testPassword };

describe("signing in with a second factor", () => {
  test("requires a code, rejects a wrong one and accepts the correct one", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    expect(await getErrorName(staff.signInWithCode())).toBe("second_factor_required");
    for (const code of ["", wrongTotpCode(staff.secret), "12345", "1234567", "bcdfghjkmnpq"])
      expect(await getErrorName(staff.signInWithCode(code))).toBe("second_factor_invalid");
    expect((await staff.signInWithCode(totpCode(staff.secret))).reply.staff).toMatchObject({ id: staff.id, secondFactor: true });
  });

  test("doesn't reveal the second factor without the password", async () => {
    const { email, secret } = await insertStaffWithSecondFactor(ctx);
    for (const code of [undefined, totpCode(secret), "000000"])
      expect(await getErrorName(signIn(ctx, { email, password: "wrong", code }, uniqueClient()))).toBe("invalid_credentials");
  });

  test("accepts a code once with simultaneous requests", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const code = totpCode(staff.secret);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => getOutcome(staff.signInWithCode(code))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "second_factor_invalid")).toHaveLength(7);
    expect(await getErrorName(staff.signInWithCode(code))).toBe("second_factor_invalid");
  });

  test("rejects the confirmation code and codes older than the last used one", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    const { secret } = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    // Generated now, because the current code may change before the last attempt.
    const [code, olderCode] = [totpCode(secret), totpCode(secret, -1)];
    await confirmSecondFactor(staffCtx, { code }, uniqueClient());
    for (const usedCode of [code, olderCode]) {
      expect(await getErrorName(signIn(ctx, { email: staff.email, password: testPassword, code: usedCode }, uniqueClient()))).toBe(
        "second_factor_invalid",
      );
    }
  });

  test("rejects codes of other times", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    for (const steps of [-20, -3, 3, 20])
      expect(await getErrorName(staff.signInWithCode(totpCode(staff.secret, steps)))).toBe("second_factor_invalid");
  });

  test("accepts a recovery code once in any notation, with simultaneous requests", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const [first = "", second = "", ...rest] = staff.recoveryCodes;
    await staff.signInWithCode(SecondFactorCode.parse(` ${first.toUpperCase().replaceAll("-", " ")} `));
    expect(await getErrorName(staff.signInWithCode(parseRecoveryCode(first)))).toBe("second_factor_invalid");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => getOutcome(staff.signInWithCode(parseRecoveryCode(second)))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await countRecoveryCodes(ctx, staff)).toBe(rest.length);
    expect(
      await queryRows(db, sql`select from events where actor_id = ${staff.id} and data->>'secondFactor' = 'recovery_code'`),
    ).toHaveLength(2);
  });

  test("rejects another team member's codes", async () => {
    const [staff, other] = [await insertStaffWithSecondFactor(ctx), await insertStaffWithSecondFactor(ctx)];
    for (const code of [totpCode(other.secret), parseRecoveryCode(other.recoveryCodes[0])])
      expect(await getErrorName(staff.signInWithCode(code))).toBe("second_factor_invalid");
    expect(await countRecoveryCodes(ctx, other)).toBe(10);
  });

  test("limits attempts to guess codes, even with the correct password", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    // Solved proofs of work lift the limit of the email, but not this one.
    const resetEmailAttempts = () =>
      db.execute(sql`delete from rate_limit_windows where project_id = ${ctx.projectId} and name = 'sign_in.email'`);
    for (let i = 0; i < 2 * signInLimits.email.limit; i++) {
      // A sign-in without a code in between doesn't refund attempts.
      expect(await getErrorName(staff.signInWithCode(i % 2 ? undefined : wrongTotpCode(staff.secret)))).toBe(
        i % 2 ? "second_factor_required" : "second_factor_invalid",
      );
      await resetEmailAttempts();
    }
    expect(await getErrorName(staff.signInWithCode(totpCode(staff.secret)))).toBe("too_many_requests");
  });
});

describe("stored secrets", () => {
  test("contain neither the secret nor recovery codes", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(staff.ctx, password, uniqueClient());
    const stored = JSON.stringify([
      await queryRows(db, sql`select * from staff where id = ${staff.id}::uuid`),
      await queryRows(db, sql`select * from recovery_codes where staff_id = ${staff.id}::uuid`),
      await queryRows(db, sql`select * from events where actor_id = ${staff.id}`),
    ]);
    for (const text of [secret, staff.secret, ...staff.recoveryCodes, ...staff.recoveryCodes.map(parseRecoveryCode)])
      expect(stored).not.toContain(text);
  });

  test("work only for their owner, while recovery codes still work", async () => {
    const [staff, other] = [await insertStaffWithSecondFactor(ctx), await insertStaffWithSecondFactor(ctx)];
    await db.execute(
      sql`update staff set totp_secret = (select totp_secret from staff where id = ${other.id}::uuid) where id = ${staff.id}::uuid`,
    );
    expect(await getErrorName(staff.signInWithCode(totpCode(other.secret)))).toBe("second_factor_invalid");
    await staff.signInWithCode(parseRecoveryCode(staff.recoveryCodes[0]));
  });
});
