import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { SecondFactorCode } from "@/contract/staff";
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

describe("signing in with one", () => {
  test("asks for a code, refuses a wrong one, and takes the right one", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    expect(await getErrorName(one.signInWithCode())).toBe("second_factor_required");
    for (const code of ["", wrongTotpCode(one.secret), "12345", "1234567", "bcdfghjkmnpq"])
      expect(await getErrorName(one.signInWithCode(code))).toBe("second_factor_invalid");
    expect((await one.signInWithCode(totpCode(one.secret))).reply.staff).toMatchObject({ id: one.id, secondFactor: true });
  });

  test("tells nothing of it to whoever does not know the password", async () => {
    const { email, secret } = await insertStaffWithSecondFactor(ctx);
    for (const code of [undefined, totpCode(secret), "000000"])
      expect(await getErrorName(signIn(ctx, { email, password: "wrong", code }, uniqueClient()))).toBe("invalid_credentials");
  });

  test("a code works once, however many use it at once", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const code = totpCode(one.secret);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => getOutcome(one.signInWithCode(code))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "second_factor_invalid")).toHaveLength(7);
    expect(await getErrorName(one.signInWithCode(code))).toBe("second_factor_invalid");
  });

  test("the code it was confirmed with does not work again, nor does any from before the last one used", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    const { secret } = await startSecondFactorSetup(acting, password, uniqueClient());
    await confirmSecondFactor(acting, { code: totpCode(secret) }, uniqueClient());
    for (const steps of [0, -1]) {
      expect(
        await getErrorName(signIn(ctx, { email: one.email, password: testPassword, code: totpCode(secret, steps) }, uniqueClient())),
      ).toBe("second_factor_invalid");
    }
  });

  test("codes of other times do not work", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    for (const steps of [-20, -3, 3, 20])
      expect(await getErrorName(one.signInWithCode(totpCode(one.secret, steps)))).toBe("second_factor_invalid");
  });

  test("a recovery code works once, however it is typed and however many use it at once", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const [first = "", second = "", ...rest] = one.recoveryCodes;
    await one.signInWithCode(SecondFactorCode.parse(` ${first.toUpperCase().replaceAll("-", " ")} `));
    expect(await getErrorName(one.signInWithCode(parseRecoveryCode(first)))).toBe("second_factor_invalid");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => getOutcome(one.signInWithCode(parseRecoveryCode(second)))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await countRecoveryCodes(ctx, one)).toBe(rest.length);
    expect(await queryRows(db, sql`select from events where actor_id = ${one.id} and data->>'factor' = 'recovery_code'`)).toHaveLength(2);
  });

  test("a colleague's codes do not work", async () => {
    const [one, other] = [await insertStaffWithSecondFactor(ctx), await insertStaffWithSecondFactor(ctx)];
    for (const code of [totpCode(other.secret), parseRecoveryCode(other.recoveryCodes[0])])
      expect(await getErrorName(one.signInWithCode(code))).toBe("second_factor_invalid");
    expect(await countRecoveryCodes(ctx, other)).toBe(10);
  });

  test("codes cannot be guessed for long, not even by who knows the password", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    for (let i = 0; i < signInLimits.email.limit; i++) {
      // Asking without a code in between gives none of the tries back.
      expect(await getErrorName(one.signInWithCode(i % 2 ? undefined : wrongTotpCode(one.secret)))).toBe(
        i % 2 ? "second_factor_required" : "second_factor_invalid",
      );
    }
    expect(await getErrorName(one.signInWithCode(totpCode(one.secret)))).toBe("too_many_requests");
  });
});

describe("what is stored", () => {
  test("is neither the secret nor a recovery code", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(one.ctx, password, uniqueClient());
    const stored = JSON.stringify([
      await queryRows(db, sql`select * from staff where id = ${one.id}::uuid`),
      await queryRows(db, sql`select * from recovery_codes where staff_id = ${one.id}::uuid`),
      await queryRows(db, sql`select * from events where actor_id = ${one.id}`),
    ]);
    for (const text of [secret, one.secret, ...one.recoveryCodes, ...one.recoveryCodes.map(parseRecoveryCode)])
      expect(stored).not.toContain(text);
  });

  test("opens for its owner alone: put into another's row, its codes do not work, and recovery codes still do", async () => {
    const [one, other] = [await insertStaffWithSecondFactor(ctx), await insertStaffWithSecondFactor(ctx)];
    await db.execute(
      sql`update staff set totp_secret = (select totp_secret from staff where id = ${other.id}::uuid) where id = ${one.id}::uuid`,
    );
    expect(await getErrorName(one.signInWithCode(totpCode(other.secret)))).toBe("second_factor_invalid");
    await one.signInWithCode(parseRecoveryCode(one.recoveryCodes[0]));
  });
});
