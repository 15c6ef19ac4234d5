import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { outcome, refused } from "@/tests/harness/refused";
import { aClient, aWrongCode, codeOf, plain, recoveryCodesLeft, withSecondFactor } from "@/tests/harness/second-factor";
import { actingAs, aStaff, thePassword } from "@/tests/harness/staff";
import { aWorld } from "@/tests/harness/world";
import { type Context, staffActor } from "../context";
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from "./second-factor";
import { listSessions } from "./sessions";
import { signIn } from "./sign-in";

const { ctx, db } = await aWorld({ max: 20 });
const password = { password: thePassword };
const wrong = { password: "not their password" };
const happened = async (acting: Context) =>
  (await rows<{ kind: string }>(db, sql`select kind from events where actor_id = ${staffActor(acting).id} order by id`)).map(
    ({ kind }) => kind,
  );
const mailed = async ({ id }: { id: string }) =>
  (await rows<{ kind: string }>(db, sql`select data->'mail'->>'kind' as kind from pgboss.job where data->'mail'->>'staffId' = ${id}`)).map(
    ({ kind }) => kind,
  );

describe("adding one", () => {
  test("answers what an authenticator needs, named after project and address, and changes nothing until it is confirmed", async () => {
    const { id, email } = await aStaff(ctx);
    const acting = await actingAs(ctx, { id, email, name: "", role: "member", password: "" });
    const { secret, uri } = await beginSecondFactor(acting, password, aClient());
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
    expect((await signIn(ctx, { email, password: thePassword }, aClient())).reply.staff.secondFactor).toBe(false);
    expect(await happened(acting)).toEqual(["staff.signed_in"]);
  });

  test("takes effect with the first right code: it answers ten recovery codes and ends the other sessions", async () => {
    const one = await aStaff(ctx);
    const [acting] = [await actingAs(ctx, one), await actingAs(ctx, one), await actingAs(ctx, one)];
    const { secret } = await beginSecondFactor(acting, password, aClient());
    expect(await refused(confirmSecondFactor(acting, { code: aWrongCode(secret) }, aClient()))).toBe("second_factor_wrong");
    expect(await listSessions(acting)).toHaveLength(3);

    const { recoveryCodes } = await confirmSecondFactor(acting, { code: codeOf(secret) }, aClient());
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([bcdfghjkmnpqrstvwxyz23456789]{4}-){3}[bcdfghjkmnpqrstvwxyz23456789]{4}$/);
    expect(await listSessions(acting)).toMatchObject([{ current: true }]);
    expect(await happened(acting)).toEqual(["staff.second_factor_added"]);
    expect(await mailed(one)).toEqual(["second_factor_changed"]);
  });

  test("works for the secret that was begun last, and only while one is begun", async () => {
    const acting = await actingAs(ctx, await aStaff(ctx));
    expect(await refused(confirmSecondFactor(acting, { code: "123456" }, aClient()))).toBe("second_factor_wrong");
    const first = await beginSecondFactor(acting, password, aClient());
    const second = await beginSecondFactor(acting, password, aClient());
    expect(await refused(confirmSecondFactor(acting, { code: codeOf(first.secret) }, aClient()))).toBe("second_factor_wrong");
    await confirmSecondFactor(acting, { code: codeOf(second.secret) }, aClient());
    expect(await refused(confirmSecondFactor(acting, { code: codeOf(second.secret, 1) }, aClient()))).toBe("second_factor_wrong");
  });

  test("of many confirmations at once one succeeds, and only its recovery codes work", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    const { secret } = await beginSecondFactor(acting, password, aClient());
    const tries = Array.from({ length: 8 }, () => outcome(confirmSecondFactor(acting, { code: codeOf(secret) }, aClient())));
    expect((await Promise.all(tries)).filter((each) => each === "done")).toHaveLength(1);
    expect(await recoveryCodesLeft(ctx, one)).toBe(10);
  });

  test("instead of another leaves that one working until the new one is confirmed", async () => {
    const one = await withSecondFactor(ctx);
    const { secret } = await beginSecondFactor(one.ctx, password, aClient());
    expect(await refused(one.enter(codeOf(secret)))).toBe("second_factor_wrong");
    await one.enter(codeOf(one.secret));
    await confirmSecondFactor(one.ctx, { code: codeOf(secret) }, aClient());
    expect(await refused(one.enter(codeOf(one.secret, 1)))).toBe("second_factor_wrong");
    expect(await refused(one.enter(plain(one.recoveryCodes[0])))).toBe("second_factor_wrong");
    await one.enter(codeOf(secret, 1));
  });
});

describe("recovery codes made anew", () => {
  test("work, and the old ones do not", async () => {
    const one = await withSecondFactor(ctx);
    const { recoveryCodes } = await renewRecoveryCodes(one.ctx, password, aClient());
    expect(recoveryCodes).toHaveLength(10);
    expect(await refused(one.enter(plain(one.recoveryCodes[0])))).toBe("second_factor_wrong");
    await one.enter(plain(recoveryCodes[0]));
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added", "staff.recovery_codes_renewed", "staff.signed_in"]);
  });

  test("twice at once are ten in the end", async () => {
    const one = await withSecondFactor(ctx);
    await Promise.all(Array.from({ length: 5 }, () => renewRecoveryCodes(one.ctx, password, aClient())));
    expect(await recoveryCodesLeft(ctx, one)).toBe(10);
  });

  test("are none without a second factor", async () => {
    const one = await aStaff(ctx);
    expect(await renewRecoveryCodes(await actingAs(ctx, one), password, aClient())).toEqual({ recoveryCodes: [] });
    expect(await recoveryCodesLeft(ctx, one)).toBe(0);
  });
});

describe("removing it", () => {
  test("lets them in by password alone, and leaves no recovery code and nothing begun", async () => {
    const one = await withSecondFactor(ctx);
    const { secret } = await beginSecondFactor(one.ctx, password, aClient());
    await removeSecondFactor(one.ctx, password, aClient());
    expect((await one.enter()).reply.staff.secondFactor).toBe(false);
    expect(await recoveryCodesLeft(ctx, one)).toBe(0);
    expect(await refused(confirmSecondFactor(one.ctx, { code: codeOf(secret) }, aClient()))).toBe("second_factor_wrong");
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added", "staff.second_factor_removed", "staff.signed_in"]);
    expect(await mailed(one)).toEqual(["second_factor_changed", "second_factor_changed"]);
  });

  test("where there is none changes and records nothing", async () => {
    const one = await aStaff(ctx);
    const acting = await actingAs(ctx, one);
    expect(await removeSecondFactor(acting, password, aClient())).toEqual({});
    expect(await happened(acting)).toEqual([]);
    expect(await mailed(one)).toEqual([]);
  });
});

describe("a browser that was left open", () => {
  test.each([
    ["begin", beginSecondFactor],
    ["renew recovery codes", renewRecoveryCodes],
    ["remove", removeSecondFactor],
  ])("cannot %s without the password, nor guess it for long", async (_, verb) => {
    const one = await withSecondFactor(ctx);
    for (let i = 0; i < signInLimits.address.most; i++) expect(await refused(verb(one.ctx, wrong, aClient()))).toBe("wrong_password");
    expect(await refused(verb(one.ctx, password, aClient()))).toBe("too_many_requests");
    expect(await happened(one.ctx)).toEqual(["staff.second_factor_added"]);
  });

  test("of somebody without a password can do none of it", async () => {
    const acting = await actingAs(ctx, await aStaff(ctx, { password: null }));
    for (const verb of [beginSecondFactor, renewRecoveryCodes, removeSecondFactor])
      expect(await refused(verb(acting, { password: "" }, aClient()))).toBe("wrong_password");
  });

  test("cannot guess the code of a confirmation for long", async () => {
    const acting = await actingAs(ctx, await aStaff(ctx));
    const { secret } = await beginSecondFactor(acting, password, aClient());
    for (let i = 0; i < signInLimits.address.most; i++)
      expect(await refused(confirmSecondFactor(acting, { code: aWrongCode(secret) }, aClient()))).toBe("second_factor_wrong");
    expect(await refused(confirmSecondFactor(acting, { code: codeOf(secret) }, aClient()))).toBe("too_many_requests");
  });
});
