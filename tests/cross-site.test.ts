import { describe, expect, test, vi } from "vitest";
import { generateKey } from "@/core/keys/key";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey, publicKey } = await createTestApp();
const api = apiClient(null);

describe("a write with a person's cookie", () => {
  const sent = (cookie: string, headers: Record<string, string>, body: unknown = { paused: true }) =>
    api.call("PATCH", "/codes/nowhere", { headers: { cookie, ...headers }, body });
  const ours: [string, Record<string, string>][] = [
    ["the browser says same-origin", { "sec-fetch-site": "same-origin" }],
    ["an older browser names our origin", { origin: "http://localhost:3000" }],
    ["it names the host it asked", { origin: "https://codes.example.org", host: "codes.example.org" }],
    ["the type of its JSON has a charset", { "sec-fetch-site": "same-origin", "content-type": "application/json; charset=utf-8" }],
  ];
  test.each(ours)("passes where %s", async (_, headers) => {
    expect(await sent(await createCookie(ctx), headers)).toMatchObject({ error: "code_not_found" });
  });

  const theirs: [string, Record<string, string>][] = [
    ["the browser says cross-site", { "sec-fetch-site": "cross-site" }],
    ["the browser says same-site", { "sec-fetch-site": "same-site" }],
    ["the browser says none", { "sec-fetch-site": "none" }],
    ["it says cross-site and names our origin", { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
    ["it names another origin", { origin: "https://evil.example" }],
    ["it names no origin that can be read", { origin: "null" }],
    ["it says nothing of where it comes from", {}],
    ["it is a form", { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" }],
    ["it is a form with a file", { "sec-fetch-site": "same-origin", "content-type": "multipart/form-data; boundary=x" }],
    ["it is plain text", { "sec-fetch-site": "same-origin", "content-type": "text/plain" }],
  ];
  test.each(theirs)("is refused where %s", async (_, headers) => {
    expect(await sent(await createCookie(ctx), headers)).toMatchObject({ status: 403, error: "cross_site" });
  });

  test("that has no body is refused alike, and its session lives on", async () => {
    const cookie = await createCookie(ctx);
    const asked: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}];
    for (const headers of asked)
      expect(await api.call("DELETE", "/sessions", { headers: { cookie, ...headers } })).toMatchObject({ error: "cross_site" });
    expect((await api.get("/session", { cookie })).status).toBe(200);
  });

  test("reads need none of it", async () => {
    const cookie = await createCookie(ctx);
    expect((await callRoute("GET", "/codes?limit=1", { headers: { cookie, "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  test("signing in from another site's page is refused as well", async () => {
    const { email, password } = await insertStaff(ctx);
    const asked: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { "content-type": "text/plain" },
    ];
    for (const headers of asked) {
      const answer = await api.post("/session", { email, password }, { headers });
      expect(answer.error).toBe("cross_site");
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
  });
});

describe("beside a good cookie", () => {
  test("a bad key decides alone", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    for (const path of ["/codes?limit=1", "/team", "/session"])
      expect(await api.get(path, { cookie, key: generateKey("secret_key") })).toMatchObject({ status: 401, error: "bad_key" });
  });

  test("a good key decides alone too", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    expect(await api.get("/team", { cookie, key: secretKey })).toMatchObject({ status: 403, error: "session_required" });
    expect(await api.get("/codes?limit=1", { cookie, key: publicKey })).toMatchObject({ status: 403, error: "secret_key_required" });
  });
});

test("under https the cookie is of this host alone, and never sent in the clear", async () => {
  vi.stubEnv("APP_URL", "https://codes.example.org");
  vi.resetModules();
  const {
    createSessionCookie: cookieFor,
    clearSessionCookie: noCookie,
    readSessionCookie: sessionIn,
  } = await import("@/server/session-cookie");
  const session = { projectId: 1, sessionId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66" };
  const written = await cookieFor(session);
  expect(written).toMatch(/^__Host-gatehouse-session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  expect(noCookie()).toBe("__Host-gatehouse-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  const cookie = written.split(";")[0] ?? "";
  expect(await sessionIn(`theme=dark; ${cookie}`)).toEqual(session);
  // Another host of the domain could set this one.
  expect(await sessionIn(cookie.replace("__Host-", ""))).toBeNull();
  vi.unstubAllEnvs();
  vi.resetModules();
});
