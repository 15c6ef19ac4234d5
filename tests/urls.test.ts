import { describe, expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertCode, insertProject, uniqueEmail } from "./harness/factories";
import { documentedPaths, findEndpoint, loadHandlers, routeFiles } from "./harness/routes";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey, publicKey } = await createTestApp();
const api = apiClient(secretKey);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const paths = [...new Set(documentedPaths.map(({ path }) => path.replace(/:\w+/g, "anything")))];

describe.each(paths)("%s", (path) => {
  const documentedMethods = methods.filter((method) => findEndpoint(method, path));
  const corsMethods = documentedMethods.filter((method) => findEndpoint(method, path)?.access.includes("public_key"));

  test("responds to every method: documented ones, preflights if browsers may call it, and 405 with Allow for the rest", async () => {
    for (const method of methods.filter((each) => !documentedMethods.includes(each))) {
      const { status, error, headers } = await api.call(method, path, { headers: { origin: "https://shop.example" } });
      if (method === "OPTIONS" && corsMethods.length > 0) {
        expect(status).toBe(204);
        expect(headers.get("access-control-allow-methods")).toBe(corsMethods.join(", "));
        continue;
      }
      expect({ status, error }, method).toEqual({ status: 405, error: "method_not_allowed" });
      const allowedMethods = documentedMethods.includes("GET") ? [...documentedMethods, "HEAD"] : documentedMethods;
      expect(headers.get("allow")?.split(", ").sort()).toEqual([...allowedMethods].sort());
    }
  });

  test("sends CORS headers only if browsers may call it", async () => {
    for (const method of documentedMethods) {
      const { headers } = await api.call(method, path, { headers: { origin: "https://shop.example" } });
      const corsHeaders = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      if (!corsMethods.includes(method)) expect(corsHeaders, method).toEqual([]);
      else expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
    }
  });
});

describe("unknown paths", () => {
  test.each([
    "",
    "/nothing",
    "/codes/a/b/c",
    "/codes/code",
    "/leads/email",
    "/leads/ada@example.org",
    "/claims/x",
    "/sends/x/y",
    "/v1/codes",
    "/openapi",
  ])("%s responds with 404 in the envelope, with any method and without a key", async (path) => {
    const isCodePath = path === "/codes/code";
    for (const method of methods.filter((each) => !(isCodePath && each !== "GET"))) {
      if (isCodePath) expect(await api.call(method, path)).toMatchObject({ error: "code_not_found" });
      else expect(await apiClient(null).call(method, path)).toMatchObject({ status: 404, error: "not_found" });
    }
  });
});

test("every route file exports all methods, so that Next handles none itself", async () => {
  for (const { path } of routeFiles.filter((route) => !route.path.startsWith("/auth") && !route.path.startsWith("/openapi"))) {
    expect(Object.keys(await loadHandlers(path.replace(/\[.*?\]/g, "x") || "/")), path).toEqual(expect.arrayContaining(methods));
  }
});

describe("a code that equals a word in a path", () => {
  test.each([
    "claim",
    "send",
    "delete",
    "generate",
    "bulk",
    "lookup",
    "pause",
    "resume",
    "code",
    "claims",
    "codes",
    "check",
    "extend",
    "reserve",
  ])("is found: %s", async (word) => {
    await insertCode(ctx, { text: word });
    for (const path of [`/codes/${word}`, `/codes/code/${word}`, `/codes/${word.toUpperCase()}`]) {
      expect(await api.get(path)).toMatchObject({ status: 200, data: { code: word } });
    }
    // The alias /codes/code/:code matches first here. Any other spelling of the code reaches its claims.
    const claims = word === "code" ? "/codes/co-de/claims" : `/codes/${word}/claims`;
    expect(await api.get(claims)).toMatchObject({ status: 200, data: [] });
  });
});

describe("a path parameter", () => {
  test("finds a code regardless of its spelling", async () => {
    const code = await insertCode(ctx, { text: "curious-pineapple" });
    for (const input of [
      "curious-pineapple",
      "Curious%20Pineapple",
      "CURIOUS_PINEAPPLE",
      "curiouspineapple",
      "curious%2Dpineapple",
      "curious-pineapple/",
    ]) {
      expect(await api.get(`/codes/${input}`)).toMatchObject({ data: { code } });
    }
  });

  test("finds an email percent-encoded, in any case, with a plus sign and in any script", async () => {
    for (const [input, email] of [
      ["Ada%2BTag%40Example.ORG", "ada+tag@example.org"],
      ["grace+tag@example.org", "grace+tag@example.org"],
      ["b%C3%BCcher@M%C3%9CNCHEN.de", null],
      ["shop@M%C3%9CNCHEN.de", "shop@xn--mnchen-3ya.de"],
      ["%20spaces@example.org%20", "spaces@example.org"],
    ] as const) {
      if (email === null) {
        expect(await api.get(`/leads/email/${input}`)).toMatchObject({ error: "invalid_input", fields: { email: [expect.any(String)] } });
        continue;
      }
      expect(await api.get(`/leads/email/${input}`)).toMatchObject({ error: "lead_not_found" });
      await api.post("/leads/create", { email: decodeURIComponent(input) });
      expect(await api.get(`/leads/email/${input}`)).toMatchObject({ status: 200, data: { email } });
    }
  });
});

const emptyProject = await insertProject(ctx);

describe("GET at a path that takes POST, such as /codes/claim", () => {
  // Other tests create codes with these names in their project.
  const { ctx, secretKey, publicKey } = emptyProject;
  const api = apiClient(secretKey);
  const words = ["claim", "send", "generate", "check", "lookup", "import", "suggest", "bulk", "decline", "delete"];

  test.each(words)("says that /codes/%s takes POST, to every caller, until a code reads like it", async (word) => {
    const isRemovable = word === "delete";
    const expected = {
      status: 405,
      error: "method_not_allowed",
      message: expect.stringMatching(/^This URL takes POST( or DELETE)? requests with a JSON body, and no GET requests\./),
    };
    for (const key of [null, publicKey, secretKey]) {
      const response = await apiClient(key).get(`/codes/${word}`);
      expect(response).toMatchObject(expected);
      expect(response.headers.get("allow")).toBe(isRemovable ? "POST, DELETE" : "POST");
    }
    expect(await apiClient("sk_unknown").get(`/codes/${word}`)).toMatchObject({ status: 401, error: "bad_key" });
    const { data } = await api.post("/codes/generate", { code: word, allowEasyToGuess: true });
    expect(data[0]).toMatchObject({ code: word });
    expect(await api.get(`/codes/${word}`)).toMatchObject({ status: 200, data: { code: word } });
    await api.post("/codes/delete", { code: word });
    expect(await api.get(`/codes/${word}`)).toMatchObject(expected);
  });

  test("tells the dashboard that the code doesn't exist, and people who open the URL how to call it", async () => {
    const cookie = await createCookie(ctx, { role: "viewer" });
    expect(await apiClient(null).get("/codes/claim", { cookie })).toMatchObject({ error: "code_not_found" });
    const headers = { "sec-fetch-mode": "navigate" };
    expect(await apiClient(null).get("/codes/claim", { cookie, headers })).toMatchObject({ error: "method_not_allowed" });
  });
});

describe("the OpenAPI documents", () => {
  test.each(["/openapi.json", "/openapi-keys.json"])("%s has an ETag, and answers 304 to a client that has it", async (path) => {
    const first = await callRoute("GET", path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(await first.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/api" }] });
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const repeated = await callRoute("GET", path, { headers: { "if-none-match": known } });
      expect({ status: repeated.status, etag: repeated.headers.get("etag"), body: await repeated.text() }).toEqual({
        status: 304,
        etag,
        body: "",
      });
    }
    for (const known of ['"other"', "", etag.slice(1, -1)])
      expect((await callRoute("GET", path, { headers: { "if-none-match": known } })).status).toBe(200);
  });

  test("are different", async () => {
    const [all, keys] = await Promise.all(["/openapi.json", "/openapi-keys.json"].map((path) => callRoute("GET", path)));
    expect(all?.headers.get("etag")).not.toBe(keys?.headers.get("etag"));
  });
});

describe("the aliases for older clients", () => {
  test("do the same as the documented paths", async () => {
    const code = await insertCode(ctx);
    expect((await api.get(`/codes/code/${code}`)).data).toEqual((await api.get(`/codes/${code}`)).data);
    const email = uniqueEmail();
    expect(await api.post("/customers/create", { email })).toMatchObject({ status: 200, data: { email } });
    expect(await api.call("DELETE", "/leads/delete", { body: { email } })).toMatchObject({ status: 200, data: { email } });
    expect(await api.post("/leads/delete", { email })).toMatchObject({ error: "lead_not_found" });
    expect(await api.call("DELETE", "/codes/delete", { body: { code } })).toMatchObject({ status: 200, data: { code } });
    expect(await api.post("/codes/delete", { code })).toMatchObject({ error: "code_not_found" });
    const { data } = await api.post("/codes/claim", { code: await insertCode(ctx), email });
    const exchanged = (await api.post("/claims/exchange", { token: data.token })).data;
    expect(exchanged.customer).toEqual(exchanged.lead);
  });
});

const shopOrigin = "https://shop.example";
const restrictedProject = await insertProject(ctx, { allowedOrigins: [shopOrigin] });
const claimFrom = (key: string, origin?: string) =>
  apiClient(key).post("/codes/claim", { code: "nowhere", email: "ada@example.org" }, { headers: origin ? { origin } : {} });

describe("a project with allowed origins", () => {
  test("accepts its public key from them", async () => {
    const { error, headers } = await claimFrom(restrictedProject.publicKey, shopOrigin);
    expect(error).toBe("code_not_found");
    expect(headers.get("access-control-allow-origin")).toBe(shopOrigin);
  });

  test.each(["https://evil.example", "null", "http://shop.example", "https://shop.example:8443", "https://shop.example.evil.example"])(
    "rejects its public key from %s",
    async (origin) => {
      const { status, error, headers } = await claimFrom(restrictedProject.publicKey, origin);
      expect({ status, error }).toEqual({ status: 403, error: "origin_not_allowed" });
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("vary")).toContain("Origin");
    },
  );

  test("accepts its public key without an origin, and its secret key from any origin", async () => {
    expect(await claimFrom(restrictedProject.publicKey)).toMatchObject({ error: "code_not_found" });
    expect(await claimFrom(restrictedProject.secretKey, "https://evil.example")).toMatchObject({ error: "code_not_found" });
  });

  test("doesn't restrict other projects", async () => {
    expect(await claimFrom(publicKey, "https://anywhere.example")).toMatchObject({ error: "code_not_found" });
  });

  test("allows preflights only from origins that some project allows", async () => {
    const preflight = (origin: string) =>
      callRoute("OPTIONS", "/codes/claim", {
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type" },
      });
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBe("https://evil.example");
    await ctx.db.execute("update projects set allowed_origins = '{https://other.example}' where cardinality(allowed_origins) = 0");
    const [listedOrigin, unlistedOrigin] = [await preflight(shopOrigin), await preflight("https://evil.example")];
    expect(listedOrigin.status).toBe(204);
    expect(listedOrigin.headers.get("access-control-allow-origin")).toBe(shopOrigin);
    expect(listedOrigin.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("authorization");
    expect(listedOrigin.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
    expect([...unlistedOrigin.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    await ctx.db.execute("update projects set allowed_origins = '{}' where allowed_origins = '{https://other.example}'");
  });
});
