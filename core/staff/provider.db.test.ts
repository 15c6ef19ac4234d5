import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Role } from "@/contract/roles";
import { queryRows } from "@/db/query";
import { invitations } from "@/db/schema";
import { newId, randomHex, sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { uniqueId } from "@/tests/harness/factories";
import { insertStaff } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { authenticateSession } from "./sessions";
import { signIn, signInWithProvider } from "./sign-in";

const app = await createTestApp();
const { db } = app;
const ctx: Context = { ...app.ctx, actor: { kind: "system", id: null } };
const client = { userAgent: "", ipAddress: "192.0.2.1" };
const createEmail = () => `staff-${uniqueId()}@example.org`;
const signInByEmail = (email: string, name = "Alan Turing") => signInWithProvider(ctx, { provider: "github", email, name }, client);
const known = (email: string) => queryRows<{ name: string; role: string }>(db, sql`select name, role from staff where email = ${email}`);

async function createInvitation(email: string, role: Role = "member", expiresAt = "2100-01-01T00:00:00Z"): Promise<void> {
  await db.insert(invitations).values({ projectId: ctx.projectId, id: newId(), email, role, hash: sha256Hex(randomHex(32)), expiresAt });
}

describe("signing in with an identity provider", () => {
  test("signs in the team member without their second factor", async () => {
    const { id, email } = await insertStaff(ctx, { role: "admin", name: "Grace Hopper" });
    await db.execute(sql`update staff set totp_secret = 'sealed', totp_confirmed_at = now() where id = ${id}::uuid`);
    const result = await signInByEmail(` ${email.toUpperCase()} `);
    expect(result?.reply.staff).toMatchObject({ id, name: "Grace Hopper", role: "admin" });
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
    const id = result?.reply.staff.id ?? "";
    expect(result?.reply.staff).toMatchObject({ email, name: "Alan Turing", role: "admin" });
    expect(await queryRows(db, sql`select from invitations where email = ${email}`)).toEqual([]);
    expect(await queryRows(db, sql`select kind, data from events where actor_id = ${id}`)).toEqual([
      { kind: "staff.joined", data: { staff: id, role: "admin", method: "github" } },
    ]);
    expect((await signInByEmail(email))?.reply.staff.id).toBe(id);
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
    expect((await signInByEmail(email, name))?.reply.staff.name.startsWith(expectedStart)).toBe(true);
  });

  test("joins once with simultaneous sign-ins", async () => {
    const email = createEmail();
    await createInvitation(email);
    expect(await Promise.all(Array.from({ length: 5 }, () => getOutcome(signInByEmail(email))))).toContain("done");
    expect(await known(email)).toHaveLength(1);
    expect(await signInByEmail(email)).not.toBeNull();
  });
});
