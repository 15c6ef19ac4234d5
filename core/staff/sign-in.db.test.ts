import { hashSync, verify } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { signInLimits } from "@/contract/limits";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaff, type StaffOptions, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { waitUntil } from "@/tests/harness/worker";
import { hashPassword } from "./password";
import { authenticateSession } from "./sessions";
import { signIn } from "./sign-in";

// Other test files in this process have already imported the library.
vi.hoisted(() => vi.resetModules());
// The real library, with its calls counted.
vi.mock("@node-rs/argon2", async (argon2) => {
  const originalVerify = await argon2<typeof import("@node-rs/argon2")>();
  return { ...originalVerify, hash: vi.fn(originalVerify.hash), verify: vi.fn(originalVerify.verify) };
});

const { ctx, db } = await createTestApp({ max: 20 });
let clients = 0;
const createClient = () => ({
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ipAddress: `198.51.100.${++clients}`,
});

const listEvents = (staffId: string) =>
  queryRows<{ kind: string; actor_kind: string; email: string | null; data: object }>(
    db,
    sql`select kind, actor_kind, email, data from events where actor_id = ${staffId} order by id`,
  );
const getHash = async (staffId: string) =>
  (await queryRows<{ password_hash: string }>(db, sql`select password_hash from staff where id = ${staffId}::uuid`))[0]?.password_hash ??
  "";

describe("the correct password", () => {
  test("creates a session, returns the staff member and project, and records the event", async () => {
    const { id, email, name } = await insertStaff(ctx, { role: "admin" });
    const client = createClient();
    const { session, reply } = await signIn(ctx, { email, password: testPassword }, client);
    expect(reply).toMatchObject({
      staff: { id, email, name, role: "admin", secondFactor: false, disabled: false },
      project: { name: "Gatehouse" },
    });
    expect(await authenticateSession(db, session)).toEqual({ ...session, staffId: id, role: "admin", needsSecondFactor: false });
    expect(await queryRows(db, sql`select method, user_agent, ip_address from sessions where id = ${session.sessionId}::uuid`)).toEqual([
      { method: "password", user_agent: client.userAgent, ip_address: client.ipAddress },
    ]);
    expect(await listEvents(id)).toEqual([{ kind: "staff.signed_in", actor_kind: "staff", email: null, data: { method: "password" } }]);
  });

  test("upgrades an outdated hash", async () => {
    const { id, email } = await insertStaff(ctx);
    const before = await getHash(id);
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, createClient()))).toBe("invalid_credentials");
    expect(await getHash(id)).toBe(before);
    await signIn(ctx, { email, password: testPassword }, createClient());
    const after = await getHash(id);
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(ctx, { email, password: testPassword }, createClient());
    expect(await getHash(id)).toBe(after);
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, createClient()))).toBe("invalid_credentials");
  });

  test("is rejected in another project", async () => {
    const { email } = await insertStaff((await insertProject(ctx)).ctx);
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, createClient()))).toBe("invalid_credentials");
  });

  test("signs in the current account of someone who was removed and joined again", async () => {
    const email = `twice-${uniqueId()}@example.org`;
    await insertStaff(ctx, { email, removed: true });
    const now = await insertStaff(ctx, { email, password: "another long password" });
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, createClient()))).toBe("invalid_credentials");
    expect((await signIn(ctx, { email, password: now.password }, createClient())).reply.staff.id).toBe(now.id);
  });
});

test("simultaneous sign-ins are accepted while the hash is upgraded", async () => {
  const { email } = await insertStaff(ctx);
  const results = await Promise.all(Array.from({ length: 5 }, () => signIn(ctx, { email, password: testPassword }, createClient())));
  expect(new Set(results.map(({ session }) => session.sessionId)).size).toBe(5);
});

describe("a failed sign-in doesn't reveal whether an email is known", () => {
  const wrong = "not their password at all";
  const cases: [string, StaffOptions | null, string][] = [
    ["an unknown email", null, testPassword],
    ["a wrong password", {}, wrong],
    ["an empty password", {}, ""],
    ["a disabled account with the correct password", { disabled: true }, testPassword],
    ["a disabled account with a wrong password", { disabled: true }, wrong],
    ["a removed account", { removed: true }, testPassword],
    ["an account without a password", { password: null }, testPassword],
  ];

  test.each(cases)("%s: returns the same error after the same work and writes nothing", async (_, staffOptions, password) => {
    const { id, email } = staffOptions ? await insertStaff(ctx, staffOptions) : { id: null, email: `unknown-${uniqueId()}@example.org` };
    if (id && staffOptions?.password !== null)
      await db.execute(sql`update staff set password_hash = ${await hashPassword(testPassword)} where id = ${id}::uuid`);
    vi.mocked(verify).mockClear();
    expect(await getErrorName(signIn(ctx, { email, password }, createClient()))).toBe("invalid_credentials");
    expect(vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split("$").slice(1, 4).join(" "))).toEqual([
      "argon2id v=19 m=19456,t=2,p=1",
    ]);
    expect(await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  });
});

describe("guessing passwords", () => {
  test("never verifies more simultaneous passwords than the limit, and then requires a proof of work for the correct one too", async () => {
    const { email } = await insertStaff(ctx);
    vi.mocked(verify).mockClear();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => getOutcome(signIn(ctx, { email, password: `wrong ${i}` }, createClient()))),
    );
    expect(outcomes.filter((each) => each === "invalid_credentials")).toHaveLength(signInLimits.email.limit);
    expect(outcomes.filter((each) => each === "proof_required")).toHaveLength(20 - signInLimits.email.limit);
    expect(verify).toHaveBeenCalledTimes(signInLimits.email.limit);
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, createClient()))).toBe("proof_required");
    expect(verify).toHaveBeenCalledTimes(signInLimits.email.limit);
  });

  test("resets the email's attempts after a success", async () => {
    const { email } = await insertStaff(ctx);
    const client = createClient();
    for (let round = 0; round < 2; round++) {
      for (let i = 1; i < signInLimits.email.limit; i++)
        expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, client))).toBe("invalid_credentials");
      await signIn(ctx, { email, password: testPassword }, client);
    }
  });

  test("limits unknown emails too", async () => {
    const email = `unknown-${uniqueId()}@example.org`;
    for (let i = 0; i < signInLimits.email.limit; i++) await getOutcome(signIn(ctx, { email, password: "wrong" }, createClient()));
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, createClient()))).toBe("proof_required");
  });
});

test.each([
  ["disabled", sql`disabled_at = now()`],
  ["removed", sql`removed_at = now()`],
  ["given another password", sql`password_hash = ${hashSync("another long password")}`],
])("a person who is %s during verification is rejected", async (_, change) => {
  const { id, email } = await insertStaff(ctx);
  const attempt = await db.transaction(async (tx) => {
    await tx.execute(sql`update staff set ${change} where id = ${id}::uuid`);
    const waiting = getOutcome(signIn(ctx, { email, password: testPassword }, createClient()));
    await waitUntil("the sign-in waits for this row", async () => {
      const [row] = await queryRows<{ waiting: number }>(db, sql`select count(*)::int as waiting from pg_locks where not granted`);
      return row && row.waiting > 0;
    });
    return { waiting };
  });
  expect(await attempt.waiting).toBe("invalid_credentials");
  expect(await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  expect(await listEvents(id)).toEqual([]);
});
