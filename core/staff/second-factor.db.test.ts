import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
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
const listEvents = async (staffCtx: Context) =>
  (await queryRows<{ kind: string }>(db, sql`select kind from events where actor_id = ${requireStaffActor(staffCtx).id} order by id`)).map(
    ({ kind }) => kind,
  );
const listQueuedEmails = async ({ id }: { id: string }) =>
  (
    await queryRows<{ kind: string }>(
      db,
      sql`select data->'email'->>'kind' as kind from pgboss.job where data->'email'->>'staffId' = ${id}`,
    )
  ).map(({ kind }) => kind);

describe("adding a second factor", () => {
  test("returns the secret with project and email as its label, and changes nothing until it is confirmed", async () => {
    const { id, email } = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, { id, email, name: "", role: "member", password: "" });
    const { secret, uri } = await startSecondFactorSetup(staffCtx, password, uniqueClient());
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
    expect(await listEvents(staffCtx)).toEqual(["staff.signed_in"]);
  });

  test("activates with the first correct code, returns ten recovery codes and revokes other sessions", async () => {
    const staff = await insertStaff(ctx);
    const [staffCtx] = [await staffContext(ctx, staff), await staffContext(ctx, staff), await staffContext(ctx, staff)];
    const { secret } = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(staffCtx, { code: wrongTotpCode(secret) }, uniqueClient()))).toBe(
      "second_factor_invalid",
    );
    expect(await listSessions(staffCtx)).toHaveLength(3);

    const { recoveryCodes } = await confirmSecondFactor(staffCtx, { code: totpCode(secret) }, uniqueClient());
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([bcdfghjkmnpqrstvwxyz23456789]{4}-){3}[bcdfghjkmnpqrstvwxyz23456789]{4}$/);
    expect(await listSessions(staffCtx)).toMatchObject([{ current: true }]);
    expect(await listEvents(staffCtx)).toEqual(["staff.second_factor_added"]);
    expect(await listQueuedEmails(staff)).toEqual(["second_factor_changed"]);
  });

  test("confirms only the latest pending secret", async () => {
    const staffCtx = await staffContext(ctx, await insertStaff(ctx));
    expect(await getErrorName(confirmSecondFactor(staffCtx, { code: "123456" }, uniqueClient()))).toBe("second_factor_invalid");
    const first = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    const second = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(staffCtx, { code: totpCode(first.secret) }, uniqueClient()))).toBe(
      "second_factor_invalid",
    );
    await confirmSecondFactor(staffCtx, { code: totpCode(second.secret) }, uniqueClient());
    expect(await getErrorName(confirmSecondFactor(staffCtx, { code: totpCode(second.secret, 1) }, uniqueClient()))).toBe(
      "second_factor_invalid",
    );
  });

  test("accepts one of many simultaneous confirmations, and only its recovery codes work", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    const { secret } = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    const attempts = Array.from({ length: 8 }, () => getOutcome(confirmSecondFactor(staffCtx, { code: totpCode(secret) }, uniqueClient())));
    expect((await Promise.all(attempts)).filter((each) => each === "done")).toHaveLength(1);
    expect(await countRecoveryCodes(ctx, staff)).toBe(10);
  });

  test("keeps the old second factor until the new one is confirmed", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(staff.ctx, password, uniqueClient());
    expect(await getErrorName(staff.signInWithCode(totpCode(secret)))).toBe("second_factor_invalid");
    await staff.signInWithCode(totpCode(staff.secret));
    await confirmSecondFactor(staff.ctx, { code: totpCode(secret) }, uniqueClient());
    expect(await getErrorName(staff.signInWithCode(totpCode(staff.secret, 1)))).toBe("second_factor_invalid");
    expect(await getErrorName(staff.signInWithCode(parseRecoveryCode(staff.recoveryCodes[0])))).toBe("second_factor_invalid");
    await staff.signInWithCode(totpCode(secret, 1));
  });
});

describe("regenerating recovery codes", () => {
  test("replaces the old codes", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const { recoveryCodes } = await regenerateRecoveryCodes(staff.ctx, password, uniqueClient());
    expect(recoveryCodes).toHaveLength(10);
    expect(await getErrorName(staff.signInWithCode(parseRecoveryCode(staff.recoveryCodes[0])))).toBe("second_factor_invalid");
    await staff.signInWithCode(parseRecoveryCode(recoveryCodes[0]));
    expect(await listEvents(staff.ctx)).toEqual(["staff.second_factor_added", "staff.recovery_codes_regenerated", "staff.signed_in"]);
  });

  test("leaves ten valid codes after two simultaneous requests", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    await Promise.all(Array.from({ length: 5 }, () => regenerateRecoveryCodes(staff.ctx, password, uniqueClient())));
    expect(await countRecoveryCodes(ctx, staff)).toBe(10);
  });

  test("returns no codes without a second factor", async () => {
    const staff = await insertStaff(ctx);
    expect(await regenerateRecoveryCodes(await staffContext(ctx, staff), password, uniqueClient())).toEqual({ recoveryCodes: [] });
    expect(await countRecoveryCodes(ctx, staff)).toBe(0);
  });
});

describe("removing a second factor", () => {
  test("allows sign-in with the password only, and deletes recovery codes and pending secrets", async () => {
    const staff = await insertStaffWithSecondFactor(ctx);
    const { secret } = await startSecondFactorSetup(staff.ctx, password, uniqueClient());
    await removeSecondFactor(staff.ctx, password, uniqueClient());
    expect((await staff.signInWithCode()).reply.staff.secondFactor).toBe(false);
    expect(await countRecoveryCodes(ctx, staff)).toBe(0);
    expect(await getErrorName(confirmSecondFactor(staff.ctx, { code: totpCode(secret) }, uniqueClient()))).toBe("second_factor_invalid");
    expect(await listEvents(staff.ctx)).toEqual(["staff.second_factor_added", "staff.second_factor_removed", "staff.signed_in"]);
    expect(await listQueuedEmails(staff)).toEqual(["second_factor_changed", "second_factor_changed"]);
  });

  test("does nothing without a second factor", async () => {
    const staff = await insertStaff(ctx);
    const staffCtx = await staffContext(ctx, staff);
    expect(await removeSecondFactor(staffCtx, password, uniqueClient())).toEqual({});
    expect(await listEvents(staffCtx)).toEqual([]);
    expect(await listQueuedEmails(staff)).toEqual([]);
  });
});

describe("an unattended browser", () => {
  test.each([
    ["begin", startSecondFactorSetup],
    ["renew recovery codes", regenerateRecoveryCodes],
    ["remove", removeSecondFactor],
  ])("can't %s without the password, and has limited attempts to guess it", async (_, action) => {
    const staff = await insertStaffWithSecondFactor(ctx);
    for (let i = 0; i < signInLimits.email.limit; i++)
      expect(await getErrorName(action(staff.ctx, wrong, uniqueClient()))).toBe("invalid_password");
    expect(await getErrorName(action(staff.ctx, password, uniqueClient()))).toBe("too_many_requests");
    expect(await listEvents(staff.ctx)).toEqual(["staff.second_factor_added"]);
  });

  test("can't do any of it for an account without a password", async () => {
    const staffCtx = await staffContext(ctx, await insertStaff(ctx, { password: null }));
    for (const action of [startSecondFactorSetup, regenerateRecoveryCodes, removeSecondFactor])
      expect(await getErrorName(action(staffCtx, { password: "" }, uniqueClient()))).toBe("invalid_password");
  });

  test("has limited attempts to guess a confirmation code", async () => {
    const staffCtx = await staffContext(ctx, await insertStaff(ctx));
    const { secret } = await startSecondFactorSetup(staffCtx, password, uniqueClient());
    for (let i = 0; i < signInLimits.email.limit; i++)
      expect(await getErrorName(confirmSecondFactor(staffCtx, { code: wrongTotpCode(secret) }, uniqueClient()))).toBe(
        "second_factor_invalid",
      );
    expect(await getErrorName(confirmSecondFactor(staffCtx, { code: totpCode(secret) }, uniqueClient()))).toBe("too_many_requests");
  });
});
