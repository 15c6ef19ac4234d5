import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
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
import { type Context, requireStaffActor } from "../context";
import { confirmSecondFactor, regenerateRecoveryCodes, removeSecondFactor, startSecondFactorSetup } from "./second-factor";
import { listSessions } from "./sessions";
import { signIn } from "./sign-in";

const { ctx, db } = await createTestApp({ max: 20 });
const password = { password: testPassword };
const wrong = { password: "not their password" };
const happened = async (acting: Context) =>
  (await queryRows<{ kind: string }>(db, sql`select kind from events where actor_id = ${requireStaffActor(acting).id} order by id`)).map(
    ({ kind }) => kind,
  );
const mailed = async ({ id }: { id: string }) =>
  (
    await queryRows<{ kind: string }>(
      db,
      sql`select data->'email'->>'kind' as kind from pgboss.job where data->'email'->>'staffId' = ${id}`,
    )
  ).map(({ kind }) => kind);

describe("adding one", () => {
  test("answers what an authenticator needs, named after project and address, and changes nothing until it is confirmed", async () => {
    const { id, email } = await insertStaff(ctx);
    const acting = await staffContext(ctx, { id, email, name: "", role: "member", password: "" });
    const { secret, uri } = await startSecondFactorSetup(acting, password, uniqueClient());
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(uri);
    expect(decodeURIComponent(url.pathname)).toContain(`Gatehouse:${email}`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret,
      issuer: "Gatehouse",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect((await signIn(ctx, { email, password: testPassword }, uniqueClient())).reply.staff.secondFactor).toBe(false);
    expect(await happened(acting)).toEqual(["staff.signed_in"]);
  });

  test("takes effect with the first right code: it answers ten recovery codes and ends the other sessions", async () => {
    const one = await insertStaff(ctx);
    const [acting] = [await staffContext(ctx, one), await staffContext(ctx, one), await staffContext(ctx, one)];
    const { secret } = await startSecondFactorSetup(acting, password, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(acting, { code: wrongTotpCode(secret) }, uniqueClient()))).toBe("second_factor_invalid");
    expect(await listSessions(acting)).toHaveLength(3);

    const { recoveryCodes } = await confirmSecondFactor(acting, { code: totpCode(secret) }, uniqueClient());
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([bcdfghjkmnpqrstvwxyz23456789]{4}-){3}[bcdfghjkmnpqrstvwxyz23456789]{4}$/);
    expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    expect(await happened(acting)).toEqual(["staff.second_factor_added"]);
    expect(await mailed(one)).toEqual(["second_factor_changed"]);
  });

  test("works for the secret that was begun last, and only while one is begun", async () => {
    const acting = await staffContext(ctx, await insertStaff(ctx));
    expect(await getErrorName(confirmSecondFactor(acting, { code: "123456" }, uniqueClient()))).toBe("second_factor_invalid");
    const first = await startSecondFactorSetup(acting, password, uniqueClient());
    const second = await startSecondFactorSetup(acting, password, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(acting, { code: totpCode(first.secret) }, uniqueClient()))).toBe("second_factor_invalid");
    await confirmSecondFactor(acting, { code: totpCode(second.secret) }, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(acting, { code: totpCode(second.secret, 1) }, uniqueClient()))).toBe(
      "second_factor_invalid",
    );
  });

  test("of many confirmations at once one succeeds, and only its recovery codes work", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    const { secret } = await startSecondFactorSetup(acting, password, uniqueClient());
    const tries = Array.from({ length: 8 }, () => getOutcome(confirmSecondFactor(acting, { code: totpCode(secret) }, uniqueClient())));
    expect((await Promise.all(tries)).filter((each) => each === "done")).toHaveLength(1);
    expect(await countRecoveryCodes(ctx, one)).toBe(10);
  });

  test("instead of another leaves that one working until the new one is confirmed", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(one.ctx, password, uniqueClient());
    expect(await getErrorName(one.signInWithCode(totpCode(secret)))).toBe("second_factor_invalid");
    await one.signInWithCode(totpCode(one.secret));
    await confirmSecondFactor(one.ctx, { code: totpCode(secret) }, uniqueClient());
    expect(await getErrorName(one.signInWithCode(totpCode(one.secret, 1)))).toBe("second_factor_invalid");
    expect(await getErrorName(one.signInWithCode(parseRecoveryCode(one.recoveryCodes[0])))).toBe("second_factor_invalid");
    await one.signInWithCode(totpCode(secret, 1));
  });
});

describe("recovery codes made anew", () => {
  test("work, and the old ones do not", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const { recoveryCodes } = await regenerateRecoveryCodes(one.ctx, password, uniqueClient());
    expect(recoveryCodes).toHaveLength(10);
    expect(await getErrorName(one.signInWithCode(parseRecoveryCode(one.recoveryCodes[0])))).toBe("second_factor_invalid");
    await one.signInWithCode(parseRecoveryCode(recoveryCodes[0]));
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added", "staff.recovery_codes_regenerated", "staff.signed_in"]);
  });

  test("twice at once are ten in the end", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    await Promise.all(Array.from({ length: 5 }, () => regenerateRecoveryCodes(one.ctx, password, uniqueClient())));
    expect(await countRecoveryCodes(ctx, one)).toBe(10);
  });

  test("are none without a second factor", async () => {
    const one = await insertStaff(ctx);
    expect(await regenerateRecoveryCodes(await staffContext(ctx, one), password, uniqueClient())).toEqual({ recoveryCodes: [] });
    expect(await countRecoveryCodes(ctx, one)).toBe(0);
  });
});

describe("removing it", () => {
  test("lets them in by password alone, and leaves no recovery code and nothing begun", async () => {
    const one = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(one.ctx, password, uniqueClient());
    await removeSecondFactor(one.ctx, password, uniqueClient());
    expect((await one.signInWithCode()).reply.staff.secondFactor).toBe(false);
    expect(await countRecoveryCodes(ctx, one)).toBe(0);
    expect(await getErrorName(confirmSecondFactor(one.ctx, { code: totpCode(secret) }, uniqueClient()))).toBe("second_factor_invalid");
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added", "staff.second_factor_removed", "staff.signed_in"]);
    expect(await mailed(one)).toEqual(["second_factor_changed", "second_factor_changed"]);
  });

  test("where there is none changes and records nothing", async () => {
    const one = await insertStaff(ctx);
    const acting = await staffContext(ctx, one);
    expect(await removeSecondFactor(acting, password, uniqueClient())).toEqual({});
    expect(await happened(acting)).toEqual([]);
    expect(await mailed(one)).toEqual([]);
  });
});

describe("a browser that was left open", () => {
  test.each([
    ["begin", startSecondFactorSetup],
    ["renew recovery codes", regenerateRecoveryCodes],
    ["remove", removeSecondFactor],
  ])("cannot %s without the password, nor guess it for long", async (_, verb) => {
    const one = await insertStaffWithSecondFactor(ctx);
    for (let i = 0; i < signInLimits.email.limit; i++)
      expect(await getErrorName(verb(one.ctx, wrong, uniqueClient()))).toBe("invalid_password");
    expect(await getErrorName(verb(one.ctx, password, uniqueClient()))).toBe("too_many_requests");
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added"]);
  });

  test("of somebody without a password can do none of it", async () => {
    const acting = await staffContext(ctx, await insertStaff(ctx, { password: null }));
    for (const verb of [startSecondFactorSetup, regenerateRecoveryCodes, removeSecondFactor])
      expect(await getErrorName(verb(acting, { password: "" }, uniqueClient()))).toBe("invalid_password");
  });

  test("cannot guess the code of a confirmation for long", async () => {
    const acting = await staffContext(ctx, await insertStaff(ctx));
    const { secret } = await startSecondFactorSetup(acting, password, uniqueClient());
    for (let i = 0; i < signInLimits.email.limit; i++)
      expect(await getErrorName(confirmSecondFactor(acting, { code: wrongTotpCode(secret) }, uniqueClient()))).toBe(
        "second_factor_invalid",
      );
    expect(await getErrorName(confirmSecondFactor(acting, { code: totpCode(secret) }, uniqueClient()))).toBe("too_many_requests");
  });
});
