import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import { roles } from "@/contract/roles";
import { deleteExpiredRows } from "@/core/cleanup";
import { type Context, requireStaffActor } from "@/core/context";
import { changePassword } from "@/core/staff/account";
import { createPasswordResetLink, resetPassword } from "@/core/staff/password-reset";
import { revokeAllSessions } from "@/core/staff/sessions";
import { removeStaff, updateStaff } from "@/core/staff/team";
import { queryRows } from "@/db/query";
import { apiClient, type RequestOptions } from "./harness/api";
import { insertPasskey } from "./harness/passkey";
import { solveProof } from "./harness/rate-limits";
import { totpCode, uniqueClient } from "./harness/second-factor";
import { createCookie, insertStaff, type StaffMember, staffContext, testPassword } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, db } = app;
const api = apiClient(null);
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Signs in like a browser and returns the `Set-Cookie` header. */
async function signIn({ email, password }: Pick<StaffMember, "email" | "password">, listTeam: RequestOptions = {}): Promise<string> {
  const { status, headers } = await api.post("/session", { email, password }, { headers: { "user-agent": firefox }, ...listTeam });
  expect(status).toBe(200);
  return headers.get("set-cookie") ?? "";
}

const elsewhere = app.openSecondPool();
const owner = await staffContext(ctx, { role: "owner" });
const isSessionActive = async (cookie: string) => (await api.get("/session", { cookie })).status === 200;

describe("signing in and out", () => {
  test("uses a cookie that scripts, other sites and other hosts can't read", async () => {
    const staffMember = await insertStaff(ctx, { role: "admin" });
    const setCookie = await signIn(staffMember);
    expect(setCookie).toMatch(/^gatehouse-session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax, gatehouse-browser=/);
    expect(setCookie).toMatch(/, gatehouse-browser=\d+\.[\w-]{22}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/);
    const cookie = setCookie.split(";")[0] ?? "";
    expect((await api.get("/session", { cookie })).data).toMatchObject({
      staff: { id: staffMember.id, role: "admin" },
      project: { name: "Gatehouse" },
    });

    const out = await api.call("DELETE", "/session", { cookie });
    expect(out.data).toEqual({});
    expect(out.headers.get("set-cookie")).toBe("gatehouse-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    expect(await api.get("/session", { cookie })).toMatchObject({ status: 401, error: "not_signed_in" });
    const kinds = await queryRows<{ kind: string }>(db, sql`select kind from events where actor_id = ${staffMember.id} order by id`);
    expect(kinds.map(({ kind }) => kind)).toEqual(["staff.signed_in", "staff.signed_out"]);
  });

  test("isn't blocked by strangers in a browser that signed in before, and needs a proof of work in another one", async () => {
    const staffMember = await insertStaff(ctx);
    const { email, password } = staffMember;
    const knownBrowser = /gatehouse-browser=[^;]+/.exec(await signIn(staffMember))?.[0] ?? "";
    for (let i = 0; i < signInLimits.email.limit; i++)
      await api.post("/session", { email, password: "wrong" }, { ipAddress: `198.51.100.${i}` });
    const rejected = await api.post("/session", { email, password }, { ipAddress: "198.51.100.99" });
    expect(rejected).toMatchObject({ status: 429, error: "proof_required" });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    const again = await api.post("/session", { email, password }, { headers: { cookie: knownBrowser, "sec-fetch-site": "same-origin" } });
    expect(again.status).toBe(200);
    const proof = await solveProof(JSON.parse(rejected.text).challenge);
    expect((await api.post("/session", { email, password, proof }, { ipAddress: "198.51.100.99" })).status).toBe(200);
  });

  test("with a passkey works once, in the browser that has the challenge's cookie", async () => {
    const staffCtx = await staffContext(ctx);
    const { authenticator } = await insertPasskey(staffCtx);
    const start = async () => {
      const { data, headers } = await api.post("/session/passkey/challenge");
      return { challenge: data.options.challenge as string, setCookie: headers.get("set-cookie") ?? "" };
    };
    const { challenge, setCookie } = await start();
    expect(setCookie).toMatch(/^gatehouse-session-passkey=[0-9a-f]{32}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/);
    const passkey = authenticator.answer(challenge);
    const cookieOf = (header: string) => header.split(";")[0] ?? "";
    const submit = (cookie?: string) => api.post("/session/passkey", { passkey }, { cookie });
    expect((await submit()).error).toBe("passkey_invalid");
    expect((await submit(cookieOf((await start()).setCookie))).error).toBe("passkey_invalid");
    const { status, headers } = await submit(cookieOf(setCookie));
    expect(status).toBe(200);
    expect(await isSessionActive(cookieOf(headers.get("set-cookie") ?? ""))).toBe(true);
    expect((await submit(cookieOf(setCookie))).error).toBe("passkey_invalid");
  });

  test("again in the same browser ends its old session, also that of another account", async () => {
    const [one, other] = [await insertStaff(ctx), await insertStaff(ctx)];
    const cookie = (await signIn(one)).split(";")[0] ?? "";
    const elsewhereCookie = await createCookie(ctx, one);
    const headers = { cookie, "sec-fetch-site": "same-origin" };
    const next = (await signIn(one, { headers })).split(";")[0] ?? "";
    expect(await Promise.all([cookie, next, elsewhereCookie].map(isSessionActive))).toEqual([false, true, true]);
    await signIn(other, { headers: { ...headers, cookie: next } });
    expect(await isSessionActive(next)).toBe(false);
    await api.post("/session", { email: other.email, password: "wrong" }, { headers: { ...headers, cookie: elsewhereCookie } });
    expect(await isSessionActive(elsewhereCookie)).toBe(true);
  });

  test("sets no cookie after an error", async () => {
    const { email } = await insertStaff(ctx);
    for (const body of [
      { email, password: "wrong" },
      { email: "unknown@example.org", password: testPassword },
    ]) {
      const { error, headers } = await api.post("/session", body);
      expect(error).toBe("invalid_credentials");
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  test("contains no session ID or email in the cookie", async () => {
    const staffMember = await insertStaff(ctx);
    const cookie = await signIn(staffMember);
    const [session] = await queryRows<{ id: string }>(db, sql`select id from sessions where staff_id = ${staffMember.id}::uuid`);
    const readable =
      cookie +
      cookie
        .split(/[=.;]/)
        .map((part) => Buffer.from(part, "base64url").toString("latin1"))
        .join(" ");
    for (const text of [session?.id ?? "", staffMember.id, staffMember.email]) expect(readable).not.toContain(text);
  });
});

describe("your sessions", () => {
  test("are listed with their browser, most recently used first, with the current one marked", async () => {
    const staffMember = await insertStaff(ctx);
    const first = (await signIn(staffMember, { ipAddress: "203.0.113.5" })).split(";")[0] ?? "";
    const second = await createCookie(ctx, staffMember);
    await db.execute(sql`update sessions set last_seen_at = now() - interval '1 hour' where ip_address = '203.0.113.5'`);
    expect((await api.get("/sessions", { cookie: second })).data).toMatchObject([
      { current: true, method: "password" },
      { current: false, device: "Firefox on Linux", ipAddress: "203.0.113.5", method: "password" },
    ]);
    expect((await api.get("/sessions", { cookie: first })).data).toMatchObject([{ current: true }, { current: false }]);
  });

  test("can be revoked one by one, but only your own", async () => {
    const staffMember = await insertStaff(ctx);
    const [cookie, otherCookie, otherStaff] = [
      await createCookie(ctx, staffMember),
      await createCookie(ctx, staffMember),
      await createCookie(ctx),
    ];
    const [other] = ((await api.get("/sessions", { cookie })).data as { id: string; current: boolean }[]).filter(({ current }) => !current);
    expect(await api.call("DELETE", `/sessions/${other?.id}`, { cookie: otherStaff })).toMatchObject({ error: "session_not_found" });
    expect((await api.call("DELETE", `/sessions/${other?.id}`, { cookie })).data).toMatchObject({ id: other?.id, current: false });
    expect(await api.call("DELETE", `/sessions/${other?.id}`, { cookie })).toMatchObject({ error: "session_not_found" });
    expect([await isSessionActive(cookie), await isSessionActive(otherCookie), await isSessionActive(otherStaff)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("can all be revoked, including the current one", async () => {
    const staffMember = await insertStaff(ctx);
    const cookies = [await createCookie(ctx, staffMember), await createCookie(ctx, staffMember), await createCookie(ctx, staffMember)];
    const response = await api.call("DELETE", "/sessions", { cookie: cookies[0] });
    expect(response.data).toEqual({ count: 3 });
    expect(response.headers.get("set-cookie")).toMatch(/^gatehouse-session=; .*Max-Age=0/);
    expect(await Promise.all(cookies.map(isSessionActive))).toEqual([false, false, false]);
  });
});

describe("changing how you sign in", () => {
  const password = { password: testPassword };
  type Client = (method: string, path: string, body?: object) => Promise<{ data: { secret: string } }>;
  const changes: [string, (call: Client) => Promise<unknown>][] = [
    ["the password", (call) => call("POST", "/account/password", { currentPassword: testPassword, newPassword: "grey ferns in may" })],
    [
      "the second factor",
      async (call) => {
        const { secret } = (await call("POST", "/account/second-factor", password)).data;
        await call("POST", "/account/second-factor/confirm", { code: totpCode(secret) });
      },
    ],
    ["the lack of a second factor", (call) => call("DELETE", "/account/second-factor", password)],
  ];
  test.each(changes)("renews the session of this browser when %s changes", async (_, change) => {
    const staffMember = await insertStaff(ctx);
    const cookie = await createCookie(ctx, staffMember);
    let setCookie = "";
    await change(async (method, path, body) => {
      const response = await api.call(method, path, { body, cookie });
      expect(response.status).toBe(200);
      setCookie = response.headers.get("set-cookie") ?? setCookie;
      return response as { data: { secret: string } };
    });
    const renewed = setCookie.split(";")[0] ?? "";
    expect(renewed).toMatch(/^gatehouse-session=/);
    expect(setCookie).toContain("gatehouse-browser=");
    expect([await isSessionActive(cookie), await isSessionActive(renewed)]).toEqual([false, true]);
  });
});

describe("a change applies from the next request in every process", () => {
  const changes: [string, (staffMember: StaffMember) => Promise<unknown>][] = [
    ["disabling them", ({ id }) => updateStaff(owner, id, { disabled: true })],
    ["removing them", ({ id }) => removeStaff(owner, id)],
    [
      "changing their password",
      async (staffMember) =>
        changePassword(
          await staffContext(ctx, staffMember),
          { currentPassword: testPassword, newPassword: "another long password" },
          uniqueClient(),
        ),
    ],
    [
      "a password reset",
      async ({ email }) =>
        resetPassword(
          ctx,
          { token: (await createPasswordResetLink(ctx, email))?.token ?? "", password: "another long password" },
          uniqueClient(),
        ),
    ],
    ["signing out everywhere", async (staffMember) => revokeAllSessions(await staffContext(ctx, staffMember))],
  ];
  test.each(changes)("%s revokes the session", async (_, change) => {
    const staffMember = await insertStaff(ctx);
    const cookie = await createCookie(ctx, staffMember);
    expect(await isSessionActive(cookie)).toBe(true);
    expect(await app.runOnPool(elsewhere, () => isSessionActive(cookie))).toBe(true);
    await change(staffMember);
    expect(await app.runOnPool(elsewhere, () => isSessionActive(cookie))).toBe(false);
    expect(await isSessionActive(cookie)).toBe(false);
  });

  test("role changes apply immediately", async () => {
    const staffMember = await insertStaff(ctx, { role: "viewer" });
    const cookie = await createCookie(ctx, staffMember);
    const listTeam = async () => (await api.get("/team", { cookie })).error ?? "done";
    const outcomes = [];
    for (const role of ["admin", "member"] as const) {
      outcomes.push(await listTeam());
      await updateStaff(owner, staffMember.id, { role });
      outcomes.push(await app.runOnPool(elsewhere, listTeam));
    }
    expect(outcomes).toEqual(["role_required", "done", "done", "role_required"]);
  });
});

describe("a session", () => {
  const updateSession = (staffCtx: Context, change: ReturnType<typeof sql>) =>
    db.execute(sql`update sessions set ${change} where id = ${requireStaffActor(staffCtx).sessionId}::uuid`);

  test.each([
    ["expires 12 hours after the last request", sql`last_seen_at = now() - interval '12 hours'`, false],
    ["stays active for almost 12 hours after the last request", sql`last_seen_at = now() - interval '11 hours 59 minutes'`, true],
    ["expires 30 days after sign-in, even if it is used", sql`created_at = now() - interval '30 days'`, false],
    ["stays active for almost 30 days if it is used", sql`created_at = now() - interval '29 days 23 hours 59 minutes'`, true],
  ])("%s", async (_, change, isActive) => {
    const staffMember = await insertStaff(ctx);
    const cookie = await createCookie(ctx, staffMember);
    const other = await createCookie(ctx, staffMember);
    const [newest] = await queryRows<{ id: string }>(
      db,
      sql`select id from sessions where staff_id = ${staffMember.id}::uuid order by id limit 1`,
    );
    await db.execute(sql`update sessions set ${change} where id = ${newest?.id}::uuid`);
    expect(await isSessionActive(cookie)).toBe(isActive);
    expect(await isSessionActive(other)).toBe(true);
    expect((await api.get("/sessions", { cookie: other })).data).toHaveLength(isActive ? 2 : 1);
  });

  test("stays active longer with every request", async () => {
    const staffMember = await insertStaff(ctx);
    const cookie = await createCookie(ctx, staffMember);
    for (let i = 0; i < 3; i++) {
      await db.execute(sql`update sessions set last_seen_at = now() - interval '11 hours' where staff_id = ${staffMember.id}::uuid`);
      expect(await isSessionActive(cookie)).toBe(true);
    }
  });

  test("is deleted by the cleanup after it expires", async () => {
    const [idle, old, fresh] = [await staffContext(ctx), await staffContext(ctx), await staffContext(ctx)] as const;
    await updateSession(idle, sql`last_seen_at = now() - interval '13 hours'`);
    await updateSession(old, sql`created_at = now() - interval '31 days'`);
    await updateSession(fresh, sql`last_seen_at = now() - interval '11 hours', created_at = now() - interval '29 days'`);
    await deleteExpiredRows(db);
    const ids = [idle, old, fresh].map((staffCtx) => requireStaffActor(staffCtx).sessionId);
    const left = await queryRows<{ id: string }>(db, sql`select id from sessions where id = any(${`{${ids.join(",")}}`}::uuid[])`);
    expect(left).toEqual([{ id: ids[2] }]);
  });
});

test.each(roles)("the role %s has its permissions in the same API that keys use", async (role) => {
  const cookie = await createCookie(ctx, { role });
  const isAllowed = [
    await api.get("/codes?limit=1", { cookie }),
    await api.post("/codes/generate", { amount: 1 }, { cookie }),
    await api.get("/team", { cookie }),
    await api.get("/keys", { cookie }),
  ].map(({ status }) => status === 200);
  expect(isAllowed).toEqual([true, role !== "viewer", ["admin", "owner"].includes(role), role === "owner"]);
});
