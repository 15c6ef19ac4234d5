import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import type { Role } from "@/contract/roles";
import { queryRows } from "@/db/query";
import { invitations } from "@/db/schema";
import { newId, randomHex, sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaffWithSecondFactor, parseRecoveryCode, totpCode, uniqueClient, wrongTotpCode } from "@/tests/harness/second-factor";
import { insertStaff, staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { authenticateSession } from "./sessions";
import { confirmSignIn, getPendingSecondFactors, signIn, signInWithProvider } from "./sign-in";
import { updateSignInSettings } from "./sign-in-settings";
import { removeStaff } from "./team";

const app = await createTestApp();
const { db } = app;
const ctx: Context = { ...app.ctx, actor: { kind: "system", id: null } };
const client = { userAgent: "", ipAddress: "192.0.2.1" };
const createEmail = () => `staff-${uniqueId()}@example.org`;
const account = (email: string, subject = email.trim().toLowerCase()) => ({ provider: "github", issuer: "https://github.com", subject });
const signInByEmail = (email: string, name = "Alan Turing", subject?: string) =>
  signInWithProvider(ctx, { ...account(email, subject), email, name }, client);
const known = (email: string) => queryRows<{ name: string; role: string }>(db, sql`select name, role from staff where email = ${email}`);

async function createInvitation(email: string, role: Role = "member", expiresAt = "2100-01-01T00:00:00Z"): Promise<void> {
  await db.insert(invitations).values({ projectId: ctx.projectId, id: newId(), email, role, hash: sha256Hex(randomHex(32)), expiresAt });
}

describe("signing in with an identity provider", () => {
  test("signs in the team member", async () => {
    const { id, email } = await insertStaff(ctx, { role: "admin", name: "Grace Hopper" });
    const result = await signInByEmail(` ${email.toUpperCase()} `);
    expect(result?.reply?.staff).toMatchObject({ id, name: "Grace Hopper", role: "admin" });
    expect(result && (await authenticateSession(db, result.session))).toMatchObject({ staffId: id });
    expect(await queryRows(db, sql`select method from sessions where staff_id = ${id}::uuid`)).toEqual([{ method: "github" }]);
    expect(await queryRows(db, sql`select kind, data from events where actor_id = ${id}`)).toEqual([
      { kind: "staff.signed_in", data: { method: "github" } },
    ]);
  });

  test.each([
    ["an unknown email", async () => createEmail()],
    ["an invalid email", async () => "not an email"],
    ["an email that matches only after normalization", async () => (await insertStaff(ctx)).email.replace("staff", "\uff53taff")],
    ["a disabled team member", async () => (await insertStaff(ctx, { disabled: true })).email],
    ["a removed team member", async () => (await insertStaff(ctx, { removed: true })).email],
  ])("rejects %s", async (_, createEmailFor) => {
    const email = await createEmailFor();
    const before = await known(email);
    expect(await signInByEmail(email)).toBeNull();
    expect(await known(email)).toEqual(before);
  });

  test("accepts a pending invitation with its role and the provider's name", async () => {
    const email = createEmail();
    await createInvitation(email, "admin");
    const result = await signInByEmail(email);
    const id = result?.reply?.staff.id ?? "";
    expect(result?.reply?.staff).toMatchObject({ email, name: "Alan Turing", role: "admin" });
    expect(await queryRows(db, sql`select from invitations where email = ${email}`)).toEqual([]);
    expect(await queryRows(db, sql`select kind, data from events where actor_id = ${id}`)).toEqual([
      { kind: "staff.joined", data: { staff: id, role: "admin", method: "github" } },
    ]);
    expect((await signInByEmail(email))?.reply?.staff.id).toBe(id);
    expect(await getErrorName(signIn(ctx, { email, password: "" }, client))).toBe("invalid_credentials");
  });

  test("rejects an expired invitation and a disabled team member", async () => {
    const expiredEmail = createEmail();
    await createInvitation(expiredEmail, "member", "2026-01-01T00:00:00Z");
    expect(await signInByEmail(expiredEmail)).toBeNull();
    const { email } = await insertStaff(ctx, { disabled: true });
    await createInvitation(email, "owner");
    expect(await signInByEmail(email)).toBeNull();
    expect(await known(email)).toMatchObject([{ role: "member" }]);
  });

  test.each([
    ["", "staff-"],
    ["  ", "staff-"],
    ["Zoë\u0000", "staff-"],
    ["x".repeat(500), "x".repeat(100)],
  ])("uses a readable name if the provider returns %j", async (name, expectedStart) => {
    const email = createEmail();
    await createInvitation(email);
    expect((await signInByEmail(email, name))?.reply?.staff.name.startsWith(expectedStart)).toBe(true);
  });

  test("joins once with simultaneous sign-ins", async () => {
    const email = createEmail();
    await createInvitation(email);
    expect(await Promise.all(Array.from({ length: 5 }, () => getOutcome(signInByEmail(email))))).toContain("done");
    expect(await known(email)).toHaveLength(1);
    expect(await signInByEmail(email)).not.toBeNull();
  });
});

describe("the account at the identity provider", () => {
  test("is stored at the first sign-in, and another account with the same email is refused and recorded", async () => {
    const { id, email } = await insertStaff(ctx);
    await signInByEmail(email, "Alan", "account-1");
    await expect(signInByEmail(email, "Mallory", `other-${uniqueId()}`)).rejects.toMatchObject({ reason: "other_account" });
    expect((await signInByEmail(email, "Alan", "account-1"))?.reply?.staff.id).toBe(id);
    expect(await queryRows(db, sql`select data from events where kind = 'staff.sign_in_failed' and data->>'staff' = ${id}`)).toEqual([
      { data: { reason: "other_account", method: "github", staff: id } },
    ]);
    expect(await queryRows(db, sql`select provider, issuer, subject from staff_identities where staff_id = ${id}::uuid`)).toEqual([
      account(email, "account-1"),
    ]);
  });

  test("identifies the person when their email at the provider changes, even to another member's", async () => {
    const [member, other] = [await insertStaff(ctx), await insertStaff(ctx)];
    const subject = uniqueId();
    await signInByEmail(member.email, "Alan", subject);
    expect((await signInByEmail(other.email, "Alan", subject))?.reply?.staff.id).toBe(member.id);
    expect((await signInByEmail("elsewhere@example.org", "Alan", subject))?.reply?.staff.id).toBe(member.id);
  });

  test("can differ between providers and issuers", async () => {
    const { id, email } = await insertStaff(ctx);
    const identities = [
      { provider: "oidc", issuer: "https://a.example", subject: "1" },
      { provider: "oidc", issuer: "https://b.example", subject: "2" },
      { provider: "google", issuer: "https://accounts.google.com", subject: "1" },
    ];
    for (const identity of identities)
      expect(
        (await signInWithProvider(ctx, { ...identity, subject: `${identity.subject} ${id}`, email, name: "" }, client))?.reply?.staff.id,
      ).toBe(id);
  });

  test("is stored once with simultaneous sign-ins of two accounts", async () => {
    const { email } = await insertStaff(ctx);
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((i) => signInByEmail(email, "Alan", `${email} ${i}`)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("is disconnected when the member is removed, so that a new account can be invited", async () => {
    const { id, email } = await insertStaff(ctx);
    await signInByEmail(email, "Alan", `${email} old`);
    await removeStaff(await staffContext(ctx, { role: "owner" }), id);
    expect(await signInByEmail(email, "Alan", `${email} old`)).toBeNull();
    await createInvitation(email);
    expect((await signInByEmail(email, "Alan", `${email} new`))?.reply?.staff.email).toBe(email);
  });
});

describe("a second factor after an identity provider", () => {
  /** Signs in a member who has a second factor with the provider. */
  async function startSignIn() {
    const member = await insertStaffWithSecondFactor(ctx);
    const result = await signInByEmail(member.email);
    if (!result) throw new Error("refused");
    const confirm = (input: { code?: string }, session: typeof result.session | null = result.session) =>
      confirmSignIn(ctx, input, { session, passkeyToken: null }, uniqueClient());
    return { member, result, confirm };
  }

  test("is required before there is a session", async () => {
    const { member, result, confirm } = await startSignIn();
    expect(result.reply).toBeNull();
    expect(await authenticateSession(db, result.session)).toBeNull();
    expect(await getPendingSecondFactors(db, result.session)).toEqual(["authenticator"]);
    expect(await getErrorName(confirm({}))).toBe("second_factor_required");
    expect(await getErrorName(confirm({ code: wrongTotpCode(member.secret) }))).toBe("second_factor_invalid");
    const { session, reply } = await confirm({ code: totpCode(member.secret) });
    expect(session.sessionId).not.toBe(result.session.sessionId);
    expect(reply.staff.id).toBe(member.id);
    expect(await authenticateSession(db, session)).toMatchObject({ staffId: member.id });
    expect(await authenticateSession(db, result.session)).toBeNull();
    expect(await queryRows(db, sql`select data from events where actor_id = ${member.id} and kind = 'staff.signed_in'`)).toEqual([
      { data: { method: "github", secondFactor: "authenticator" } },
    ]);
  });

  test("finishes a sign-in once, of the browser that started it, and not after 10 minutes", async () => {
    const { member, result, confirm } = await startSignIn();
    const code = parseRecoveryCode(member.recoveryCodes[0]);
    expect(await getErrorName(confirm({ code }, null))).toBe("sign_in_expired");
    expect(await getErrorName(confirm({ code }, { ...result.session, sessionId: newId() }))).toBe("sign_in_expired");
    const outcomes = await Promise.all(
      member.recoveryCodes.slice(0, 4).map((each) => getOutcome(confirm({ code: parseRecoveryCode(each) }))),
    );
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    const later = await startSignIn();
    await db.execute(sql`update pending_sign_ins set expires_at = now() - interval '1 second'`);
    expect(await getErrorName(later.confirm({ code: totpCode(later.member.secret) }))).toBe("sign_in_expired");
  });

  test("can't be guessed", async () => {
    const { member, confirm } = await startSignIn();
    const guess = () => getErrorName(confirm({ code: wrongTotpCode(member.secret) }));
    for (let i = 0; i < signInLimits.email.limit; i++) expect(await guess()).toBe("second_factor_invalid");
    expect(await guess()).toBe("too_many_requests");
  });

  test("isn't required if the provider is trusted, and a disabled provider can't be used", async () => {
    const { ctx: own } = await insertProject(app.ctx);
    const owner = await staffContext(own, { role: "owner" });
    const { email, id } = await insertStaffWithSecondFactor(own);
    const enter = () => signInWithProvider(own, { ...account(email), email, name: "" }, client);
    expect((await enter())?.reply).toBeNull();
    await updateSignInSettings(owner, { trustedProviders: ["github"] });
    expect((await enter())?.reply?.staff.id).toBe(id);
    await updateSignInSettings(owner, { disabledProviders: ["github"] });
    await expect(enter()).rejects.toMatchObject({ reason: "provider_disabled" });
  });
});
