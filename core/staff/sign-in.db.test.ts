import { hashSync, verify } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { signInLimits } from "@/contract/session";
import { queryRows } from "@/db/query";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaff, type StaffOptions, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { waitUntil } from "@/tests/harness/worker";
import { hashPassword } from "./password";
import { authenticateSession } from "./sessions";
import { signIn } from "./sign-in";

// The library itself, with its calls counted.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const { ctx, db } = await createTestApp({ max: 20 });
let clients = 0;
const aClient = () => ({
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ipAddress: `198.51.100.${++clients}`,
});

const eventsOf = (staffId: string) =>
  queryRows<{ kind: string; actor_kind: string; email: string | null; data: object }>(
    db,
    sql`select kind, actor_kind, email, data from events where actor_id = ${staffId} order by id`,
  );
const hashOf = async (staffId: string) =>
  (await queryRows<{ password_hash: string }>(db, sql`select password_hash from staff where id = ${staffId}::uuid`))[0]?.password_hash ??
  "";

describe("the right password", () => {
  test("opens a session that is theirs, answers them and their project, and is recorded as theirs", async () => {
    const { id, email, name } = await insertStaff(ctx, { role: "admin" });
    const client = aClient();
    const { session, reply } = await signIn(ctx, { email, password: testPassword }, client);
    expect(reply).toMatchObject({
      staff: { id, email, name, role: "admin", secondFactor: false, disabled: false },
      project: { name: "Gatehouse" },
    });
    expect(await authenticateSession(db, session)).toEqual({ ...session, staffId: id, role: "admin" });
    expect(await queryRows(db, sql`select method, user_agent, ip_address from sessions where id = ${session.sessionId}::uuid`)).toEqual([
      { method: "password", user_agent: client.userAgent, ip_address: client.ipAddress },
    ]);
    expect(await eventsOf(id)).toEqual([{ kind: "staff.signed_in", actor_kind: "staff", email: null, data: { way: "password" } }]);
  });

  test("is hashed anew where its hash has other parameters, and works on", async () => {
    const { id, email } = await insertStaff(ctx);
    const before = await hashOf(id);
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("invalid_credentials");
    expect(await hashOf(id)).toBe(before);
    await signIn(ctx, { email, password: testPassword }, aClient());
    const after = await hashOf(id);
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(ctx, { email, password: testPassword }, aClient());
    expect(await hashOf(id)).toBe(after);
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("invalid_credentials");
  });

  test("opens nothing in another project", async () => {
    const { email } = await insertStaff((await insertProject(ctx)).ctx);
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, aClient()))).toBe("invalid_credentials");
  });

  test("is theirs who joined again, not of their removed self", async () => {
    const email = `twice-${uniqueId()}@example.org`;
    await insertStaff(ctx, { email, removed: true });
    const now = await insertStaff(ctx, { email, password: "another long password" });
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, aClient()))).toBe("invalid_credentials");
    expect((await signIn(ctx, { email, password: now.password }, aClient())).reply.staff.id).toBe(now.id);
  });
});

test("several browsers of theirs that sign in at once all come in, though the first has the hash renewed", async () => {
  const { email } = await insertStaff(ctx);
  const entered = await Promise.all(Array.from({ length: 5 }, () => signIn(ctx, { email, password: testPassword }, aClient())));
  expect(new Set(entered.map(({ session }) => session.sessionId)).size).toBe(5);
});

describe("whether an address is known does not show", () => {
  const wrong = "not their password at all";
  const cases: [string, StaffOptions | null, string][] = [
    ["an unknown address", null, testPassword],
    ["a wrong password", {}, wrong],
    ["an empty password", {}, ""],
    ["somebody disabled, with the right password", { disabled: true }, testPassword],
    ["somebody disabled, with a wrong one", { disabled: true }, wrong],
    ["somebody removed", { removed: true }, testPassword],
    ["somebody without a password", { password: null }, testPassword],
  ];

  test.each(cases)("%s: the same answer after one hashing of the same cost, and nothing written", async (_, some, password) => {
    const { id, email } = some ? await insertStaff(ctx, some) : { id: null, email: `nobody-${uniqueId()}@example.org` };
    if (id && some?.password !== null)
      await db.execute(sql`update staff set password_hash = ${await hashPassword(testPassword)} where id = ${id}::uuid`);
    vi.mocked(verify).mockClear();
    expect(await getErrorName(signIn(ctx, { email, password }, aClient()))).toBe("invalid_credentials");
    expect(vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split("$").slice(1, 4).join(" "))).toEqual([
      "argon2id v=19 m=19456,t=2,p=1",
    ]);
    expect(await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  });
});

describe("guessing", () => {
  test("twenty wrong passwords at once: no more are looked at than the budget holds, and then not even the right one", async () => {
    const { email } = await insertStaff(ctx);
    vi.mocked(verify).mockClear();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => getOutcome(signIn(ctx, { email, password: `wrong ${i}` }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "invalid_credentials")).toHaveLength(signInLimits.email.limit);
    expect(outcomes.filter((each) => each === "too_many_requests")).toHaveLength(20 - signInLimits.email.limit);
    expect(verify).toHaveBeenCalledTimes(signInLimits.email.limit);
    expect(await getErrorName(signIn(ctx, { email, password: testPassword }, aClient()))).toBe("too_many_requests");
    expect(verify).toHaveBeenCalledTimes(signInLimits.email.limit);
  });

  test("a success gives the address all its tries back", async () => {
    const { email } = await insertStaff(ctx);
    const client = aClient();
    for (let round = 0; round < 2; round++) {
      for (let i = 1; i < signInLimits.email.limit; i++)
        expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, client))).toBe("invalid_credentials");
      await signIn(ctx, { email, password: testPassword }, client);
    }
  });

  test("an unknown address has a budget too", async () => {
    const email = `nobody-${uniqueId()}@example.org`;
    for (let i = 0; i < signInLimits.email.limit; i++) await getOutcome(signIn(ctx, { email, password: "wrong" }, aClient()));
    expect(await getErrorName(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("too_many_requests");
  });
});

test.each([
  ["disabled", sql`disabled_at = now()`],
  ["removed", sql`removed_at = now()`],
  ["given another password", sql`password_hash = ${hashSync("another long password")}`],
])("who is %s while their password is looked at does not come in", async (_, change) => {
  const { id, email } = await insertStaff(ctx);
  const attempt = await db.transaction(async (tx) => {
    await tx.execute(sql`update staff set ${change} where id = ${id}::uuid`);
    const waiting = getOutcome(signIn(ctx, { email, password: testPassword }, aClient()));
    await waitUntil("the sign-in waits for this row", async () => {
      const [row] = await queryRows<{ waiting: number }>(db, sql`select count(*)::int as waiting from pg_locks where not granted`);
      return row && row.waiting > 0;
    });
    return { waiting };
  });
  expect(await attempt.waiting).toBe("invalid_credentials");
  expect(await queryRows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  expect(await eventsOf(id)).toEqual([]);
});
