import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { SecondFactorCode } from "@/contract/staff";
import { rows } from "@/db/rows";
import { outcome, refused } from "@/tests/harness/refused";
import { aClient, aWrongCode, codeOf, plain, recoveryCodesLeft, withSecondFactor } from "@/tests/harness/second-factor";
import { actingAs, aStaff, thePassword } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { beginSecondFactor, confirmSecondFactor } from "./second-factor";
import { signIn } from "./sign-in";

const { ctx, db } = await aWorld({ max: 20 });
const password = { password: thePassword };

describe("signing in with one", () => {
  test("asks for a code, refuses a wrong one, and takes the right one", async () => {
    const one = await withSecondFactor(ctx);
    expect(await refused(one.enter())).toBe("second_factor_required");
    for (const code of ["", aWrongCode(one.secret), "12345", "1234567", "bcdfghjkmnpq"])
      expect(await refused(one.enter(code))).toBe("second_factor_wrong");
    expect((await one.enter(codeOf(one.secret))).reply.staff).toMatchObject({ id: one.id, secondFactor: true });
  });

  test("tells nothing of it to whoever does not know the password", async () => {
    const { email, secret } = await withSecondFactor(ctx);
    for (const code of [undefined, codeOf(secret), "000000"])
      expect(await refused(signIn(ctx, { email, password: "wrong", code }, aClient()))).toBe("wrong_credentials");
  });

  test("a code works once, however many use it at once", async () => {
    const one = await withSecondFactor(ctx);
    const code = codeOf(one.secret);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(one.enter(code))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "second_factor_wrong")).toHaveLength(7);
    expect(await refused(one.enter(code))).toBe("second_factor_wrong");
  });

  test("the code it was confirmed with does not work again, nor does any from before the last one used", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    const { secret } = await beginSecondFactor(acting, password, aClient());
    await confirmSecondFactor(acting, { code: codeOf(secret) }, aClient());
    for (const steps of [0, -1]) {
      expect(await refused(signIn(ctx, { email: one.email, password: thePassword, code: codeOf(secret, steps) }, aClient()))).toBe(
        "second_factor_wrong",
      );
    }
  });

  test("codes of other times do not work", async () => {
    const one = await withSecondFactor(ctx);
    for (const steps of [-20, -3, 3, 20]) expect(await refused(one.enter(codeOf(one.secret, steps)))).toBe("second_factor_wrong");
  });

  test("a recovery code works once, however it is typed and however many use it at once", async () => {
    const one = await withSecondFactor(ctx);
    const [first = "", second = "", ...rest] = one.recoveryCodes;
    await one.enter(SecondFactorCode.parse(` ${first.toUpperCase().replaceAll("-", " ")} `));
    expect(await refused(one.enter(plain(first)))).toBe("second_factor_wrong");
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(one.enter(plain(second)))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(await recoveryCodesLeft(ctx, one)).toBe(rest.length);
    expect(await rows(db, sql`select from events where actor_id = ${one.id} and data->>'factor' = 'recovery_code'`)).toHaveLength(2);
  });

  test("a colleague's codes do not work", async () => {
    const [one, other] = [await withSecondFactor(ctx), await withSecondFactor(ctx)];
    for (const code of [codeOf(other.secret), plain(other.recoveryCodes[0])])
      expect(await refused(one.enter(code))).toBe("second_factor_wrong");
    expect(await recoveryCodesLeft(ctx, other)).toBe(10);
  });

  test("codes cannot be guessed for long, not even by who knows the password", async () => {
    const one = await withSecondFactor(ctx);
    for (let i = 0; i < signInLimits.address.most; i++) {
      // Asking without a code in between gives none of the tries back.
      expect(await refused(one.enter(i % 2 ? undefined : aWrongCode(one.secret)))).toBe(
        i % 2 ? "second_factor_required" : "second_factor_wrong",
      );
    }
    expect(await refused(one.enter(codeOf(one.secret)))).toBe("too_many_requests");
  });
});

describe("what is stored", () => {
  test("is neither the secret nor a recovery code", async () => {
    const one = await withSecondFactor(ctx);
    const { secret } = await beginSecondFactor(one.ctx, password, aClient());
    const stored = JSON.stringify([
      await rows(db, sql`select * from staff where id = ${one.id}::uuid`),
      await rows(db, sql`select * from recovery_codes where staff_id = ${one.id}::uuid`),
      await rows(db, sql`select * from events where actor_id = ${one.id}`),
    ]);
    for (const text of [secret, one.secret, ...one.recoveryCodes, ...one.recoveryCodes.map(plain)]) expect(stored).not.toContain(text);
  });

  test("opens for its owner alone: put into another's row, its codes do not work, and recovery codes still do", async () => {
    const [one, other] = [await withSecondFactor(ctx), await withSecondFactor(ctx)];
    await db.execute(
      sql`update staff set totp_secret = (select totp_secret from staff where id = ${other.id}::uuid) where id = ${one.id}::uuid`,
    );
    expect(await refused(one.enter(codeOf(other.secret)))).toBe("second_factor_wrong");
    await one.enter(plain(one.recoveryCodes[0]));
  });
});
