import { describe, expect, test, vi } from "vitest";
import { generateKey } from "@/core/keys/key-format";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey, publicKey } = await createTestApp();
const api = apiClient(null);

describe("a session cookie", () => {
  const writeRequest = (cookie: string, headers: Record<string, string>, body: unknown = { paused: true }) =>
    api.call("PATCH", "/codes/nowhere", { headers: { cookie, ...headers }, body });
  const sameOriginHeaders: [string, Record<string, string>][] = [
    ["the browser sends same-origin", { "sec-fetch-site": "same-origin" }],
    ["an older browser sends our origin", { origin: "http://localhost:3000" }],
    ["the origin matches the host", { origin: "https://codes.example.org", host: "codes.example.org" }],
    ["the content type has a charset", { "sec-fetch-site": "same-origin", "content-type": "application/json; charset=utf-8" }],
  ];
  test.each(sameOriginHeaders)("is accepted for a write if %s", async (_, headers) => {
    expect(await writeRequest(await createCookie(ctx), headers)).toMatchObject({ error: "code_not_found" });
  });

  const crossSiteHeaders: [string, Record<string, string>][] = [
    ["the browser sends cross-site", { "sec-fetch-site": "cross-site" }],
    ["the browser sends same-site", { "sec-fetch-site": "same-site" }],
    ["the browser sends none", { "sec-fetch-site": "none" }],
    ["the browser sends cross-site with our origin", { "sec-fetch-site": "cross-site", origin: "http://localhost:3000" }],
    ["it has another origin", { origin: "https://evil.example" }],
    ["it has an opaque origin", { origin: "null" }],
    ["it has no origin information", {}],
    ["it is a form", { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" }],
    ["it is a form with a file", { "sec-fetch-site": "same-origin", "content-type": "multipart/form-data; boundary=x" }],
    ["it is plain text", { "sec-fetch-site": "same-origin", "content-type": "text/plain" }],
  ];
  test.each(crossSiteHeaders)("is rejected for a write if %s", async (_, headers) => {
    expect(await writeRequest(await createCookie(ctx), headers)).toMatchObject({ status: 403, error: "cross_site" });
  });

  test("is rejected for a write without a body too, and the session stays active", async () => {
    const cookie = await createCookie(ctx);
    const headerSets: Record<string, string>[] = [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, {}];
    for (const headers of headerSets)
      expect(await api.call("DELETE", "/sessions", { headers: { cookie, ...headers } })).toMatchObject({ error: "cross_site" });
    expect((await api.get("/session", { cookie })).status).toBe(200);
  });

  test("needs no origin information to read", async () => {
    const cookie = await createCookie(ctx);
    expect((await callRoute("GET", "/codes?limit=1", { headers: { cookie, "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  test("can't be created from another website", async () => {
    const { email, password } = await insertStaff(ctx);
    const headerSets: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { origin: "https://evil.example" },
      { "content-type": "text/plain" },
    ];
    for (const headers of headerSets) {
      const response = await api.post("/session", { email, password }, { headers });
      expect(response.error).toBe("cross_site");
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  });
});

describe("next to a valid cookie", () => {
  test("an invalid key is rejected", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    for (const path of ["/codes?limit=1", "/team", "/session"])
      expect(await api.get(path, { cookie, key: generateKey("secret_key") })).toMatchObject({ status: 401, error: "bad_key" });
  });

  test("a valid key is used", async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    expect(await api.get("/team", { cookie, key: secretKey })).toMatchObject({ status: 403, error: "session_required" });
    expect(await api.get("/codes?limit=1", { cookie, key: publicKey })).toMatchObject({ status: 403, error: "secret_key_required" });
  });
});

test("with HTTPS, the cookie is limited to the host and encrypted connections", async () => {
  vi.stubEnv("APP_URL", "https://codes.example.org");
  vi.resetModules();
  const { createSessionCookie, clearSessionCookie, readSessionCookie } = await import("@/server/session-cookie");
  const session = { projectId: 1, sessionId: "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66" };
  const setCookie = await createSessionCookie(session);
  expect(setCookie).toMatch(/^__Host-gatehouse-session=[\w.-]+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
  expect(clearSessionCookie()).toBe("__Host-gatehouse-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
  const cookie = setCookie.split(";")[0] ?? "";
  expect(await readSessionCookie(`theme=dark; ${cookie}`)).toEqual(session);
  // Another host of the domain could set a cookie with this name.
  expect(await readSessionCookie(cookie.replace("__Host-", ""))).toBeNull();
  vi.unstubAllEnvs();
  vi.resetModules();
});
