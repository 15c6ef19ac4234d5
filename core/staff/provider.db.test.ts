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

const world = await createTestApp();
const { db } = world;
const ctx: Context = { ...world.ctx, actor: { kind: "system", id: null } };
const client = { userAgent: "", ipAddress: "192.0.2.1" };
const anEmail = () => `staff-${uniqueId()}@example.org`;
const enter = (email: string, name = "Alan Turing") => signInWithProvider(ctx, { provider: "github", email, name }, client);
const known = (email: string) => queryRows<{ name: string; role: string }>(db, sql`select name, role from staff where email = ${email}`);

async function anInvitation(email: string, role: Role = "member", expiresAt = "2100-01-01T00:00:00Z"): Promise<void> {
  await db.insert(invitations).values({ projectId: ctx.projectId, id: newId(), email, role, hash: sha256Hex(randomHex(32)), expiresAt });
}

describe("whom a provider vouches for", () => {
  test("comes in as who they are, and without the second factor", async () => {
    const { id, email } = await insertStaff(ctx, { role: "admin", name: "Grace Hopper" });
    await db.execute(sql`update staff set totp_secret = 'sealed', totp_confirmed_at = now() where id = ${id}::uuid`);
    const entered = await enter(` ${email.toUpperCase()} `);
    expect(entered?.reply.staff).toMatchObject({ id, name: "Grace Hopper", role: "admin" });
    expect(entered && (await authenticateSession(db, entered.session))).toMatchObject({ staffId: id });
    expect(await queryRows(db, sql`select method from sessions where staff_id = ${id}::uuid`)).toEqual([{ method: "github" }]);
    expect(await queryRows(db, sql`select kind, data from events where actor_id = ${id}`)).toEqual([
      { kind: "staff.signed_in", data: { way: "github" } },
    ]);
  });

  test.each([
    ["nobody", async () => anEmail()],
    ["no address at all", async () => "not an address"],
    ["somebody whose address it is only once it is normalised", async () => (await insertStaff(ctx)).email.replace("staff", "\uff53taff")],
    ["somebody disabled", async () => (await insertStaff(ctx, { disabled: true })).email],
    ["somebody removed", async () => (await insertStaff(ctx, { removed: true })).email],
  ])("does not come in as %s", async (_, anAddress) => {
    const email = await anAddress();
    const before = await known(email);
    expect(await enter(email)).toBeNull();
    expect(await known(email)).toEqual(before);
  });

  test("joins by an open invitation, with its role and the provider's name for them, and then it is used up", async () => {
    const email = anEmail();
    await anInvitation(email, "admin");
    const entered = await enter(email);
    const id = entered?.reply.staff.id ?? "";
    expect(entered?.reply.staff).toMatchObject({ email, name: "Alan Turing", role: "admin" });
    expect(await queryRows(db, sql`select from invitations where email = ${email}`)).toEqual([]);
    expect(await queryRows(db, sql`select kind, data from events where actor_id = ${id}`)).toEqual([
      { kind: "staff.joined", data: { staff: id, role: "admin", way: "github" } },
    ]);
    expect((await enter(email))?.reply.staff.id).toBe(id);
    expect(await getErrorName(signIn(ctx, { email, password: "" }, client))).toBe("invalid_credentials");
  });

  test("does not join by an invitation that has run out, nor as somebody disabled", async () => {
    const late = anEmail();
    await anInvitation(late, "member", "2026-01-01T00:00:00Z");
    expect(await enter(late)).toBeNull();
    const { email } = await insertStaff(ctx, { disabled: true });
    await anInvitation(email, "owner");
    expect(await enter(email)).toBeNull();
    expect(await known(email)).toMatchObject([{ role: "member" }]);
  });

  test.each([
    ["", "staff-"],
    ["  ", "staff-"],
    ["Zoë\u0000", "staff-"],
    ["x".repeat(500), "x".repeat(100)],
  ])("is called something readable where the provider says %j", async (name, begins) => {
    const email = anEmail();
    await anInvitation(email);
    expect((await enter(email, name))?.reply.staff.name.startsWith(begins)).toBe(true);
  });

  test("and comes twice at once joins once", async () => {
    const email = anEmail();
    await anInvitation(email);
    expect(await Promise.all(Array.from({ length: 5 }, () => getOutcome(enter(email))))).toContain("done");
    expect(await known(email)).toHaveLength(1);
    expect(await enter(email)).not.toBeNull();
  });
});
