import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { roles } from "@/contract/roles";
import { type Context, staffActor } from "@/core/context";
import { changePassword } from "@/core/staff/account";
import { issueReset, resetPassword } from "@/core/staff/reset";
import { endSessions } from "@/core/staff/sessions";
import { changeStaff, removeStaff } from "@/core/staff/team";
import { tidy } from "@/core/tidy";
import { rows } from "@/db/rows";
import { type Ask, apiWith } from "./harness/api";
import { aClient } from "./harness/second-factor";
import { actingAs, aStaff, type Somebody, signedIn, thePassword } from "./harness/staff";
import { aWorld } from "./harness/world";

const world = await aWorld();
const { ctx, db } = world;
const api = apiWith(null);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Signs in as a browser does; answers its `Set-Cookie`. */
async function signInAs({ email, password }: Pick<Somebody, "email" | "password">, ask: Ask = {}): Promise<string> {
  const { status, headers } = await api.post("/session", { email, password }, { headers: { "user-agent": firefox }, ...ask });
  expect(status).toBe(200);
  return headers.get("set-cookie") ?? "";
}

const elsewhere = world.anotherPool();
const owner = await actingAs(ctx, { role: "owner" });
const aliveBy = async (cookie: string) => (await api.get("/session", { cookie })).status === 200;

describe("signing in, asking who one is, and signing out", () => {
  test("goes by a cookie that scripts, other sites and other hosts do not get", async () => {
    const one = await aStaff(ctx, { role: "admin" });
    const written = await signInAs(one);
    expect(written).toMatch(/^gatehouse-session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    const cookie = written.split(";")[0] ?? "";
    expect((await api.get("/session", { cookie })).data).toMatchObject({
      staff: { id: one.id, role: "admin" },
      project: { name: "Gatehouse" },
    });

    const out = await api.call("DELETE", "/session", { cookie });
    expect(out.data).toEqual({});
    expect(out.headers.get("set-cookie")).toBe("gatehouse-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expect(await api.get("/session", { cookie })).toMatchObject({ status: 401, error: "not_signed_in" });
    const kinds = await rows<{ kind: string }>(db, sql`select kind from events where actor_id = ${one.id} order by id`);
    expect(kinds.map(({ kind }) => kind)).toEqual(["staff.signed_in", "staff.signed_out"]);
  });

  test("that fails sets no cookie", async () => {
    const { email } = await aStaff(ctx);
    for (const body of [
      { email, password: "wrong" },
      { email: "nobody@example.org", password: thePassword },
    ]) {
      const { error, headers } = await api.post("/session", body);
      expect(error).toBe("wrong_credentials");
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  test("names no session that the database could be asked for, nor anybody's address, in the cookie", async () => {
    const one = await aStaff(ctx);
    const cookie = await signInAs(one);
    const [session] = await rows<{ id: string }>(db, sql`select id from sessions where staff_id = ${one.id}::uuid`);
    const readable =
      cookie +
      cookie
        .split(/[=.;]/)
        .map((part) => Buffer.from(part, "base64url").toString("latin1"))
        .join(" ");
    for (const text of [session?.id ?? "", one.id, one.email]) expect(readable).not.toContain(text);
  });
});

describe("one's sessions", () => {
  test("are listed with what they were opened by, the one that asks marked, the last used first", async () => {
    const one = await aStaff(ctx);
    const first = (await signInAs(one, { from: "203.0.113.5" })).split(";")[0] ?? "";
    const second = await signedIn(ctx, one);
    await db.execute(sql`update sessions set last_seen_at = now() - interval '1 hour' where address = '203.0.113.5'`);
    expect((await api.get("/sessions", { cookie: second })).data).toMatchObject([
      { current: true, way: "password" },
      { current: false, device: "Firefox on Linux", address: "203.0.113.5", way: "password" },
    ]);
    expect((await api.get("/sessions", { cookie: first })).data).toMatchObject([{ current: true }, { current: false }]);
  });

  test("end one by one, and only one's own", async () => {
    const one = await aStaff(ctx);
    const [here, there, stranger] = [await signedIn(ctx, one), await signedIn(ctx, one), await signedIn(ctx)];
    const [other] = ((await api.get("/sessions", { cookie: here })).data as { id: string; current: boolean }[]).filter(
      ({ current }) => !current,
    );
    expect(await api.call("DELETE", `/sessions/${other?.id}`, { cookie: stranger })).toMatchObject({ error: "session_not_found" });
    expect((await api.call("DELETE", `/sessions/${other?.id}`, { cookie: here })).data).toMatchObject({ id: other?.id, current: false });
    expect(await api.call("DELETE", `/sessions/${other?.id}`, { cookie: here })).toMatchObject({ error: "session_not_found" });
    expect([await aliveBy(here), await aliveBy(there), await aliveBy(stranger)]).toEqual([true, false, true]);
  });

  test("end all at once, here too", async () => {
    const one = await aStaff(ctx);
    const cookies = [await signedIn(ctx, one), await signedIn(ctx, one), await signedIn(ctx, one)];
    const answer = await api.call("DELETE", "/sessions", { cookie: cookies[0] });
    expect(answer.data).toEqual({ ended: 3 });
    expect(answer.headers.get("set-cookie")).toMatch(/^gatehouse-session=; .*Max-Age=0/);
    expect(await Promise.all(cookies.map(aliveBy))).toEqual([false, false, false]);
  });
});

describe("a change bites on the next request, whichever process answers it", () => {
  const changes: [string, (theirs: Somebody) => Promise<unknown>][] = [
    ["disabling them", ({ id }) => changeStaff(owner, id, { disabled: true })],
    ["removing them", ({ id }) => removeStaff(owner, id)],
    [
      "changing their password",
      async (one) => changePassword(await actingAs(ctx, one), { current: thePassword, password: "another long password" }, aClient()),
    ],
    [
      "a password reset",
      async ({ email }) =>
        resetPassword(ctx, { token: (await issueReset(ctx, email))?.token ?? "", password: "another long password" }, aClient()),
    ],
    ["signing out everywhere", async (one) => endSessions(await actingAs(ctx, one))],
  ];
  test.each(changes)("%s ends the session", async (_, change) => {
    const one = await aStaff(ctx);
    const cookie = await signedIn(ctx, one);
    expect(await aliveBy(cookie)).toBe(true);
    expect(await world.elsewhere(elsewhere, () => aliveBy(cookie))).toBe(true);
    await change(one);
    expect(await world.elsewhere(elsewhere, () => aliveBy(cookie))).toBe(false);
    expect(await aliveBy(cookie)).toBe(false);
  });

  test("a role that is taken away opens nothing any more, and one that is given opens at once", async () => {
    const one = await aStaff(ctx, { role: "viewer" });
    const cookie = await signedIn(ctx, one);
    const ask = async () => (await api.get("/team", { cookie })).error ?? "done";
    const asked = [];
    for (const role of ["admin", "member"] as const) {
      asked.push(await ask());
      await changeStaff(owner, one.id, { role });
      asked.push(await world.elsewhere(elsewhere, ask));
    }
    expect(asked).toEqual(["role_required", "done", "done", "role_required"]);
  });
});

describe("a session runs out", () => {
  const seen = (acting: Context, change: ReturnType<typeof sql>) =>
    db.execute(sql`update sessions set ${change} where id = ${staffActor(acting).sessionId}::uuid`);

  test.each([
    ["without a request for 12 hours", sql`last_seen_at = now() - interval '12 hours'`, false],
    ["not just before that", sql`last_seen_at = now() - interval '11 hours 59 minutes'`, true],
    ["after 30 days, however busy", sql`created_at = now() - interval '30 days'`, false],
    ["not just before that", sql`created_at = now() - interval '29 days 23 hours 59 minutes'`, true],
  ])("%s", async (_, change, lasts) => {
    const one = await aStaff(ctx);
    const cookie = await signedIn(ctx, one);
    const other = await signedIn(ctx, one);
    const [newest] = await rows<{ id: string }>(db, sql`select id from sessions where staff_id = ${one.id}::uuid order by id limit 1`);
    await db.execute(sql`update sessions set ${change} where id = ${newest?.id}::uuid`);
    expect(await aliveBy(cookie)).toBe(lasts);
    expect(await aliveBy(other)).toBe(true);
    expect((await api.get("/sessions", { cookie: other })).data).toHaveLength(lasts ? 2 : 1);
  });

  test("later for each request that uses it", async () => {
    const one = await aStaff(ctx);
    const cookie = await signedIn(ctx, one);
    for (let i = 0; i < 3; i++) {
      await db.execute(sql`update sessions set last_seen_at = now() - interval '11 hours' where staff_id = ${one.id}::uuid`);
      expect(await aliveBy(cookie)).toBe(true);
    }
  });

  test("and is tidied away then, and no other is", async () => {
    const [idle, old, fresh] = [await actingAs(ctx), await actingAs(ctx), await actingAs(ctx)] as const;
    await seen(idle, sql`last_seen_at = now() - interval '13 hours'`);
    await seen(old, sql`created_at = now() - interval '31 days'`);
    await seen(fresh, sql`last_seen_at = now() - interval '11 hours', created_at = now() - interval '29 days'`);
    await tidy(db);
    const ids = [idle, old, fresh].map((acting) => staffActor(acting).sessionId);
    const left = await rows<{ id: string }>(db, sql`select id from sessions where id = any(${`{${ids.join(",")}}`}::uuid[])`);
    expect(left).toEqual([{ id: ids[2] }]);
  });
});

test.each(roles)("who is %s may what their role says, by the same API as programs", async (role) => {
  const cookie = await signedIn(ctx, { role });
  const asked = [
    await api.get("/codes?limit=1", { cookie }),
    await api.post("/codes/generate", { amount: 1 }, { cookie }),
    await api.get("/team", { cookie }),
    await api.get("/keys", { cookie }),
  ].map(({ status }) => status === 200);
  expect(asked).toEqual([true, role !== "viewer", ["admin", "owner"].includes(role), role === "owner"]);
});
