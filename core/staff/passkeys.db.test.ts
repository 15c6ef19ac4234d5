import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { signInLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { log } from "@/lib/log";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { createAuthenticator, insertPasskey, type Manipulation, startSetup, startSignIn } from "@/tests/harness/passkey";
import { countRecoveryCodes, insertStaffWithSecondFactor, parseRecoveryCode, totpCode, uniqueClient } from "@/tests/harness/second-factor";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { type Context, requireStaffActor } from "../context";
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskeySetup, startPasskeySignIn } from "./passkeys";
import { removeSecondFactor } from "./second-factor";
import { authenticateSession, listSessions } from "./sessions";
import { signIn, signInWithPasskey } from "./sign-in";
import { removeStaff } from "./team";

const { ctx, db } = await createTestApp({ max: 20 });
for (const level of ["info", "warn"] as const) vi.spyOn(log, level).mockImplementation(() => {});

/** A staff member with a passkey. */
async function insertMember() {
  const member = await insertStaff(ctx);
  const staffCtx = await staffContext(ctx, member);
  return { ...member, ctx: staffCtx, ...(await insertPasskey(staffCtx)) };
}
type Member = Awaited<ReturnType<typeof insertMember>>;

/** Signs in with a new challenge. */
async function signInAs({ authenticator }: Pick<Member, "authenticator">, manipulation: Manipulation = {}) {
  const { challenge, token } = await startSignIn(ctx);
  return signInWithPasskey(ctx, { passkey: authenticator.answer(challenge, manipulation) }, token, uniqueClient());
}

/** Signs in with the password and a passkey. */
async function signInWithBoth({ email }: Pick<Member, "email">, { authenticator }: Pick<Member, "authenticator">) {
  const { challenge, token } = await startSignIn(ctx);
  return signIn(ctx, { email, password: testPassword, passkey: authenticator.answer(challenge) }, uniqueClient(), token);
}

const listEvents = (condition: ReturnType<typeof sql>) =>
  queryRows<{ kind: string; data: object }>(db, sql`select kind, data from events where ${condition} order by id`);
const makeSessionOld = (staffCtx: Context) =>
  db.execute(sql`update sessions set created_at = now() - interval '11 minutes' where id = ${requireStaffActor(staffCtx).sessionId}::uuid`);

describe("adding a passkey", () => {
  test("makes the first one a second factor, returns recovery codes and revokes other sessions", async () => {
    const member = await insertStaff(ctx);
    const [staffCtx] = [await staffContext(ctx, member), await staffContext(ctx, member)];
    const first = await insertPasskey(staffCtx, "Laptop");
    expect(first.recoveryCodes).toHaveLength(10);
    const second = await insertPasskey(staffCtx, "Phone");
    expect(second.recoveryCodes).toEqual([]);
    expect(await countRecoveryCodes(ctx, member)).toBe(10);
    expect(await listPasskeys(staffCtx)).toMatchObject([
      { id: first.passkey.id, name: "Laptop", lastUsedAt: null },
      { id: second.passkey.id, name: "Phone", lastUsedAt: null },
    ]);
    expect(await listSessions(staffCtx)).toHaveLength(1);
    expect(await listEvents(sql`actor_id = ${member.id}`)).toEqual([
      { kind: "staff.passkey_added", data: { passkey: first.passkey.id, name: "Laptop" } },
      { kind: "staff.passkey_added", data: { passkey: second.passkey.id, name: "Phone" } },
    ]);
    expect(
      await queryRows(db, sql`select data->'email'->>'kind' as kind from pgboss.job where data->'email'->>'staffId' = ${member.id}`),
    ).toEqual([{ kind: "second_factor_changed" }, { kind: "second_factor_changed" }]);
  });

  test("requires the password, or a sign-in within the last 10 minutes", async () => {
    const staffCtx = await staffContext(ctx);
    const start = (input: { password?: string }) => getOutcome(startPasskeySetup(staffCtx, input, uniqueClient()));
    expect(await start({})).toBe("done");
    expect(await start({ password: "wrong" })).toBe("invalid_password");
    await makeSessionOld(staffCtx);
    expect(await start({})).toBe("confirmation_required");
    expect(await start({ password: testPassword })).toBe("done");
  });

  test.each<[string, Manipulation]>([
    ["of another site", { origin: "https://evil.example" }],
    ["of another relying party", { rpId: "evil.example" }],
    ["to another challenge", { challenge: "bm90IG91ciBjaGFsbGVuZ2U" }],
    ["without user verification", { isUserVerified: false }],
  ])("rejects an answer %s, records it, and the challenge doesn't work again", async (_, manipulation) => {
    const staffCtx = await staffContext(ctx);
    const challenge = await startSetup(staffCtx);
    const authenticator = createAuthenticator(requireStaffActor(staffCtx).id);
    const add = (more: Manipulation = {}) =>
      getOutcome(addPasskey(staffCtx, { name: "Laptop", passkey: authenticator.register(challenge, more) }));
    expect(await add(manipulation)).toBe("passkey_invalid");
    expect(await add()).toBe("passkey_invalid");
    expect(await listPasskeys(staffCtx)).toEqual([]);
    expect((await listEvents(sql`actor_id = ${requireStaffActor(staffCtx).id}`)).map(({ kind }) => kind)).toEqual([
      "staff.passkey_refused",
      "staff.passkey_refused",
    ]);
  });

  test("accepts a challenge once, and only in the session that requested it", async () => {
    const member = await insertStaff(ctx);
    const [staffCtx, otherSession] = [await staffContext(ctx, member), await staffContext(ctx, member)];
    const challenge = await startSetup(staffCtx);
    const passkey = createAuthenticator(member.id).register(challenge);
    expect(await getErrorName(addPasskey(otherSession, { name: "Laptop", passkey }))).toBe("passkey_invalid");
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => getOutcome(addPasskey(staffCtx, { name: "Laptop", passkey }))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "passkey_invalid")).toHaveLength(4);
    expect(await listPasskeys(staffCtx)).toHaveLength(1);
  });

  test("rejects an expired challenge", async () => {
    const staffCtx = await staffContext(ctx);
    const challenge = await startSetup(staffCtx);
    await db.execute(sql`update passkey_challenges set expires_at = now() - interval '1 second'`);
    const passkey = createAuthenticator(requireStaffActor(staffCtx).id).register(challenge);
    expect(await getErrorName(addPasskey(staffCtx, { name: "Laptop", passkey }))).toBe("passkey_invalid");
  });

  test("rejects a passkey that someone already added", async () => {
    const [member, staffCtx] = [await insertMember(), await staffContext(ctx)];
    const passkey = member.authenticator.register(await startSetup(staffCtx));
    expect(await getErrorName(addPasskey(staffCtx, { name: "Laptop", passkey }))).toBe("passkey_exists");
  });
});

describe("signing in with a passkey", () => {
  test("needs neither a password nor a code", async () => {
    const member = await insertMember();
    const { session, reply } = await signInAs(member);
    expect(reply.staff).toMatchObject({ id: member.id, secondFactor: true, secondFactors: ["passkey"] });
    expect(await authenticateSession(db, session)).toMatchObject({ staffId: member.id });
    expect(await queryRows(db, sql`select method from sessions where id = ${session.sessionId}::uuid`)).toEqual([{ method: "passkey" }]);
    expect((await listPasskeys(member.ctx))[0]?.lastUsedAt).not.toBeNull();
    expect((await listEvents(sql`actor_id = ${member.id}`)).at(-1)).toEqual({ kind: "staff.signed_in", data: { method: "passkey" } });
  });

  test.each<[string, Manipulation]>([
    ["of another site", { origin: "https://evil.example" }],
    ["of a subdomain of the site", { origin: "http://evil.localhost:3000" }],
    ["of another port", { origin: "http://localhost:3001" }],
    ["of another relying party", { rpId: "evil.example" }],
    ["to another challenge", { challenge: "bm90IG91ciBjaGFsbGVuZ2U" }],
    ["without user verification", { isUserVerified: false }],
    ["for another person", { userHandle: "019aa6c5-0000-7000-8000-00000000000a" }],
  ])("rejects an answer %s, and records it", async (_, manipulation) => {
    const member = await insertMember();
    expect(await getErrorName(signInAs(member, manipulation))).toBe("passkey_invalid");
    expect(await listEvents(sql`kind = 'staff.sign_in_failed' and data->>'staff' = ${member.id}`)).toEqual([
      { kind: "staff.sign_in_failed", data: { reason: "passkey", staff: member.id } },
    ]);
    expect(await listSessions(member.ctx)).toHaveLength(1);
  });

  test("accepts a challenge once, and only from the browser that requested it", async () => {
    const member = await insertMember();
    const [first, other] = [await startSignIn(ctx), await startSignIn(ctx)];
    const passkey = member.authenticator.answer(first.challenge);
    for (const token of [other.token, null, "", "0".repeat(32)])
      expect(await getErrorName(signInWithPasskey(ctx, { passkey }, token, uniqueClient()))).toBe("passkey_invalid");
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => getOutcome(signInWithPasskey(ctx, { passkey }, first.token, uniqueClient()))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "passkey_invalid")).toHaveLength(4);
  });

  test("uses up the challenge with a wrong answer", async () => {
    const member = await insertMember();
    const { challenge, token } = await startSignIn(ctx);
    for (const manipulation of [{ origin: "https://evil.example" }, {}])
      expect(
        await getErrorName(
          signInWithPasskey(ctx, { passkey: member.authenticator.answer(challenge, manipulation) }, token, uniqueClient()),
        ),
      ).toBe("passkey_invalid");
  });

  test("rejects an expired challenge", async () => {
    const member = await insertMember();
    const { challenge, token } = await startSignIn(ctx);
    await db.execute(sql`update passkey_challenges set expires_at = now() - interval '1 second'`);
    const passkey = member.authenticator.answer(challenge);
    expect(await getErrorName(signInWithPasskey(ctx, { passkey }, token, uniqueClient()))).toBe("passkey_invalid");
  });

  test("rejects a signature of another passkey under someone's credential ID", async () => {
    const [member, attacker] = [await insertMember(), await insertMember()];
    const { challenge, token } = await startSignIn(ctx);
    const { id } = member.authenticator;
    const passkey = { ...attacker.authenticator.answer(challenge), id, rawId: id };
    expect(await getErrorName(signInWithPasskey(ctx, { passkey }, token, uniqueClient()))).toBe("passkey_invalid");
  });

  test("rejects a counter that doesn't increase, which a copy of the passkey has", async () => {
    const member = await insertMember();
    await signInAs(member, { counter: 5 });
    for (const counter of [5, 4, 0]) expect(await getErrorName(signInAs(member, { counter }))).toBe("passkey_invalid");
    await signInAs(member, { counter: 6 });
  });

  test("accepts one of two simultaneous answers with the same counter", async () => {
    const member = await insertMember();
    const outcomes = await Promise.all([7, 7, 7].map((counter) => getOutcome(signInAs(member, { counter }))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
  });

  test("accepts synced passkeys, whose counter stays 0", async () => {
    const member = await insertMember();
    for (let i = 0; i < 2; i++) await signInAs(member, { counter: 0 });
  });

  test("rejects unknown and removed passkeys, and those of disabled and removed staff members", async () => {
    const owner = await staffContext(ctx, { role: "owner" });
    const [removedPasskey, disabled, removed] = [await insertMember(), await insertMember(), await insertMember()];
    await removePasskey(removedPasskey.ctx, removedPasskey.passkey.id, {}, uniqueClient());
    await db.execute(sql`update staff set disabled_at = now() where id = ${disabled.id}::uuid`);
    await removeStaff(owner, removed.id);
    for (const member of [removedPasskey, disabled, removed, { authenticator: createAuthenticator("") }])
      expect(await getErrorName(signInAs(member))).toBe("passkey_invalid");
    expect(await queryRows(db, sql`select from passkeys where staff_id = ${removed.id}::uuid`)).toEqual([]);
  });

  test("limits the challenges of a client", async () => {
    const client = uniqueClient();
    for (let i = 0; i < signInLimits.client.limit; i++) await startPasskeySignIn(ctx, client);
    expect(await getErrorName(startPasskeySignIn(ctx, client))).toBe("too_many_requests");
  });
});

describe("a passkey as a second factor", () => {
  test("is required after the password, and recovery codes replace it", async () => {
    const member = await insertMember();
    const { email } = member;
    const withCode = (code?: string) => signIn(ctx, { email, password: testPassword, code }, uniqueClient());
    await expect(withCode()).rejects.toMatchObject({ errorName: "second_factor_required", secondFactors: ["passkey"] });
    expect(await getErrorName(withCode("123456"))).toBe("second_factor_invalid");
    expect((await signInWithBoth(member, member)).reply.staff.id).toBe(member.id);
    await withCode(parseRecoveryCode(member.recoveryCodes[0]));
    expect((await listEvents(sql`actor_id = ${member.id} and kind = 'staff.signed_in'`)).map(({ data }) => data)).toEqual([
      { method: "password", secondFactor: "passkey" },
      { method: "password", secondFactor: "recovery_code" },
    ]);
  });

  test("works beside the authenticator app, and each works without the other", async () => {
    const member = await insertStaffWithSecondFactor(ctx);
    const { authenticator, passkey, recoveryCodes } = await insertPasskey(member.ctx);
    expect(recoveryCodes).toEqual([]);
    await expect(member.signInWithCode()).rejects.toMatchObject({ secondFactors: ["authenticator", "passkey"] });
    await member.signInWithCode(totpCode(member.secret));
    await signInWithBoth(member, { authenticator });
    await removeSecondFactor(member.ctx, { password: testPassword }, uniqueClient());
    expect(await countRecoveryCodes(ctx, member)).toBe(10);
    await expect(member.signInWithCode()).rejects.toMatchObject({ secondFactors: ["passkey"] });
    await removePasskey(member.ctx, passkey.id, { password: testPassword }, uniqueClient());
    expect(await countRecoveryCodes(ctx, member)).toBe(0);
    await member.signInWithCode();
  });

  test("rejects another person's passkey, and a passkey without the password", async () => {
    const [member, other] = [await insertMember(), await insertMember()];
    expect(await getErrorName(signInWithBoth(member, other))).toBe("second_factor_invalid");
    const { challenge, token } = await startSignIn(ctx);
    const passkey = member.authenticator.answer(challenge);
    expect(await getErrorName(signIn(ctx, { email: member.email, password: "wrong", passkey }, uniqueClient(), token))).toBe(
      "invalid_credentials",
    );
    expect(await getErrorName(signIn(ctx, { email: member.email, password: testPassword, passkey }, uniqueClient(), token))).toBe(
      "passkey_invalid",
    );
  });
});

describe("managing passkeys", () => {
  test("renames and removes only your own, with the password or after a recent sign-in", async () => {
    const [member, other] = [await insertMember(), await insertMember()];
    const { id } = member.passkey;
    expect(await renamePasskey(member.ctx, id, { name: "Work laptop" })).toMatchObject({ id, name: "Work laptop" });
    expect(await getErrorName(renamePasskey(other.ctx, id, { name: "Mine" }))).toBe("passkey_not_found");
    const outdated = { name: "Office laptop", expected: { name: "Laptop" } };
    expect(await getErrorName(renamePasskey(member.ctx, id, outdated))).toBe("account_changed");
    const remove = (staffCtx: Context, input: { password?: string }) => getOutcome(removePasskey(staffCtx, id, input, uniqueClient()));
    expect(await remove(other.ctx, {})).toBe("passkey_not_found");
    await makeSessionOld(member.ctx);
    expect(await remove(member.ctx, {})).toBe("confirmation_required");
    expect(await remove(member.ctx, { password: "wrong" })).toBe("invalid_password");
    expect(await remove(member.ctx, { password: testPassword })).toBe("done");
    expect(await remove(member.ctx, { password: testPassword })).toBe("passkey_not_found");
    expect(await countRecoveryCodes(ctx, member)).toBe(0);
    expect((await listEvents(sql`actor_id = ${member.id}`)).at(-1)).toEqual({
      kind: "staff.passkey_removed",
      data: { passkey: id, name: "Work laptop" },
    });
    expect((await signIn(ctx, { email: member.email, password: testPassword }, uniqueClient())).reply.staff.secondFactors).toEqual([]);
  });
});
