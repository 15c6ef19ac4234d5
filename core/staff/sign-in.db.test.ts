import { hashSync, verify } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { signInLimits } from "@/contract/session";
import { rows } from "@/db/rows";
import { aProject, unique } from "@/tests/harness/factories";
import { outcome, refused } from "@/tests/harness/refused";
import { aStaff, type SomeStaff, thePassword } from "@/tests/harness/staff";
import { until } from "@/tests/harness/worker";
import { aWorld } from "@/tests/harness/world";
import { hashPassword } from "./password";
import { recogniseSession } from "./sessions";
import { signIn } from "./sign-in";

// The library itself, with its calls counted.
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

const { ctx, db } = await aWorld({ max: 20 });
let clients = 0;
const aClient = () => ({
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  address: `198.51.100.${++clients}`,
});

const eventsOf = (staffId: string) =>
  rows<{ kind: string; actor_kind: string; email: string | null; data: object }>(
    db,
    sql`select kind, actor_kind, email, data from events where actor_id = ${staffId} order by id`,
  );
const hashOf = async (staffId: string) =>
  (await rows<{ password_hash: string }>(db, sql`select password_hash from staff where id = ${staffId}::uuid`))[0]?.password_hash ?? "";

describe("the right password", () => {
  test("opens a session that is theirs, answers them and their project, and is recorded as theirs", async () => {
    const { id, email, name } = await aStaff(ctx, { role: "admin" });
    const client = aClient();
    const { session, reply } = await signIn(ctx, { email, password: thePassword }, client);
    expect(reply).toMatchObject({
      staff: { id, email, name, role: "admin", secondFactor: false, disabled: false },
      project: { name: "Gatehouse" },
    });
    expect(await recogniseSession(db, session)).toEqual({ ...session, staffId: id, role: "admin" });
    expect(await rows(db, sql`select way, user_agent, address from sessions where id = ${session.sessionId}::uuid`)).toEqual([
      { way: "password", user_agent: client.userAgent, address: client.address },
    ]);
    expect(await eventsOf(id)).toEqual([{ kind: "staff.signed_in", actor_kind: "staff", email: null, data: { way: "password" } }]);
  });

  test("is hashed anew where its hash has other parameters, and works on", async () => {
    const { id, email } = await aStaff(ctx);
    const before = await hashOf(id);
    expect(await refused(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("wrong_credentials");
    expect(await hashOf(id)).toBe(before);
    await signIn(ctx, { email, password: thePassword }, aClient());
    const after = await hashOf(id);
    expect(after).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await signIn(ctx, { email, password: thePassword }, aClient());
    expect(await hashOf(id)).toBe(after);
    expect(await refused(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("wrong_credentials");
  });

  test("opens nothing in another project", async () => {
    const { email } = await aStaff((await aProject(ctx)).ctx);
    expect(await refused(signIn(ctx, { email, password: thePassword }, aClient()))).toBe("wrong_credentials");
  });

  test("is theirs who joined again, not of their removed self", async () => {
    const email = `twice-${unique()}@example.org`;
    await aStaff(ctx, { email, removed: true });
    const now = await aStaff(ctx, { email, password: "another long password" });
    expect(await refused(signIn(ctx, { email, password: thePassword }, aClient()))).toBe("wrong_credentials");
    expect((await signIn(ctx, { email, password: now.password }, aClient())).reply.staff.id).toBe(now.id);
  });
});

test("several browsers of theirs that sign in at once all come in, though the first has the hash renewed", async () => {
  const { email } = await aStaff(ctx);
  const entered = await Promise.all(Array.from({ length: 5 }, () => signIn(ctx, { email, password: thePassword }, aClient())));
  expect(new Set(entered.map(({ session }) => session.sessionId)).size).toBe(5);
});

describe("whether an address is known does not show", () => {
  const wrong = "not their password at all";
  const cases: [string, SomeStaff | null, string][] = [
    ["an unknown address", null, thePassword],
    ["a wrong password", {}, wrong],
    ["an empty password", {}, ""],
    ["somebody disabled, with the right password", { disabled: true }, thePassword],
    ["somebody disabled, with a wrong one", { disabled: true }, wrong],
    ["somebody removed", { removed: true }, thePassword],
    ["somebody without a password", { password: null }, thePassword],
  ];

  test.each(cases)("%s: the same answer after one hashing of the same cost, and nothing written", async (_, some, password) => {
    const { id, email } = some ? await aStaff(ctx, some) : { id: null, email: `nobody-${unique()}@example.org` };
    if (id && some?.password !== null)
      await db.execute(sql`update staff set password_hash = ${await hashPassword(thePassword)} where id = ${id}::uuid`);
    vi.mocked(verify).mockClear();
    expect(await refused(signIn(ctx, { email, password }, aClient()))).toBe("wrong_credentials");
    expect(vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split("$").slice(1, 4).join(" "))).toEqual([
      "argon2id v=19 m=19456,t=2,p=1",
    ]);
    expect(await rows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  });
});

describe("guessing", () => {
  test("twenty wrong passwords at once: no more are looked at than the budget holds, and then not even the right one", async () => {
    const { email } = await aStaff(ctx);
    vi.mocked(verify).mockClear();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => outcome(signIn(ctx, { email, password: `wrong ${i}` }, aClient()))),
    );
    expect(outcomes.filter((each) => each === "wrong_credentials")).toHaveLength(signInLimits.address.most);
    expect(outcomes.filter((each) => each === "too_many_requests")).toHaveLength(20 - signInLimits.address.most);
    expect(verify).toHaveBeenCalledTimes(signInLimits.address.most);
    expect(await refused(signIn(ctx, { email, password: thePassword }, aClient()))).toBe("too_many_requests");
    expect(verify).toHaveBeenCalledTimes(signInLimits.address.most);
  });

  test("a success gives the address all its tries back", async () => {
    const { email } = await aStaff(ctx);
    const client = aClient();
    for (let round = 0; round < 2; round++) {
      for (let i = 1; i < signInLimits.address.most; i++)
        expect(await refused(signIn(ctx, { email, password: "wrong" }, client))).toBe("wrong_credentials");
      await signIn(ctx, { email, password: thePassword }, client);
    }
  });

  test("an unknown address has a budget too", async () => {
    const email = `nobody-${unique()}@example.org`;
    for (let i = 0; i < signInLimits.address.most; i++) await outcome(signIn(ctx, { email, password: "wrong" }, aClient()));
    expect(await refused(signIn(ctx, { email, password: "wrong" }, aClient()))).toBe("too_many_requests");
  });
});

test.each([
  ["disabled", sql`disabled_at = now()`],
  ["removed", sql`removed_at = now()`],
  ["given another password", sql`password_hash = ${hashSync("another long password")}`],
])("who is %s while their password is looked at does not come in", async (_, change) => {
  const { id, email } = await aStaff(ctx);
  const attempt = await db.transaction(async (tx) => {
    await tx.execute(sql`update staff set ${change} where id = ${id}::uuid`);
    const waiting = outcome(signIn(ctx, { email, password: thePassword }, aClient()));
    await until("the sign-in waits for this row", async () => {
      const [row] = await rows<{ waiting: number }>(db, sql`select count(*)::int as waiting from pg_locks where not granted`);
      return row && row.waiting > 0;
    });
    return { waiting };
  });
  expect(await attempt.waiting).toBe("wrong_credentials");
  expect(await rows(db, sql`select from sessions where staff_id = ${id}::uuid`)).toEqual([]);
  expect(await eventsOf(id)).toEqual([]);
});
