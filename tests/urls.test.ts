import { describe, expect, test } from "vitest";
import { apiClient, callRoute } from "./harness/api";
import { insertCode, uniqueEmail, insertProject } from "./harness/factories";
import { documentedPaths, findEndpoint, loadHandlers, routes } from "./harness/routes";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey, publicKey } = await createTestApp();
const api = apiClient(secretKey);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const paths = [...new Set(documentedPaths.map(({ path }) => path.replace(/:\w+/g, "some-thing")))];

describe.each(paths)("%s", (path) => {
  const allowed = methods.filter((method) => findEndpoint(method, path));
  const forBrowsers = allowed.filter((method) => findEndpoint(method, path)?.access.includes("public_key"));

  test("answers every method: the documented ones, a preflight where browsers may call, and 405 with Allow for the rest", async () => {
    for (const method of methods.filter((each) => !allowed.includes(each))) {
      const { status, error, headers } = await api.call(method, path, { headers: { origin: "https://shop.example" } });
      if (method === "OPTIONS" && forBrowsers.length > 0) {
        expect(status).toBe(204);
        expect(headers.get("access-control-allow-methods")).toBe(forBrowsers.join(", "));
        continue;
      }
      expect({ status, error }, method).toEqual({ status: 405, error: "method_not_allowed" });
      expect(headers.get("allow")?.split(", ").sort()).toEqual([...allowed].sort());
    }
  });

  test("sends CORS headers only where browsers may call", async () => {
    for (const method of allowed) {
      const { headers } = await api.call(method, path, { headers: { origin: "https://shop.example" } });
      const sent = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
      if (!forBrowsers.includes(method)) expect(sent, method).toEqual([]);
      else expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
    }
  });
});

describe("unknown addresses", () => {
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
  ])("%s answers 404 in the envelope, with any method and without a key", async (path) => {
    const found = path === "/codes/code";
    for (const method of methods.filter((each) => !(found && each !== "GET"))) {
      if (found) expect(await api.call(method, path)).toMatchObject({ error: "code_not_found" });
      else expect(await apiClient(null).call(method, path)).toMatchObject({ status: 404, error: "not_found" });
    }
  });
});

test("every route file exports all methods, so that none is answered by Next", async () => {
  for (const { path } of routes.filter((route) => !route.path.startsWith("/auth") && !route.path.startsWith("/openapi.json"))) {
    expect(Object.keys(await loadHandlers(path.replace(/\[.*?\]/g, "x") || "/")), path).toEqual(expect.arrayContaining(methods));
  }
});

describe("a code that reads like a word of the paths", () => {
  test.each(["claim", "send", "delete", "generate", "pause", "resume", "code", "claims", "codes", "act", "check", "extend", "reserve"])(
    "%s is found",
    async (word) => {
      await insertCode(ctx, { text: word });
      for (const path of [`/codes/${word}`, `/codes/code/${word}`, `/codes/${word.toUpperCase()}`]) {
        expect(await api.get(path)).toMatchObject({ status: 200, data: { code: word } });
      }
      // The alias /codes/code/:code has the first word here; any other way to write the code reaches its claims.
      const claims = word === "code" ? "/codes/co-de/claims" : `/codes/${word}/claims`;
      expect(await api.get(claims)).toMatchObject({ status: 200, data: [] });
    },
  );
});

describe("a path parameter", () => {
  test("is the code however it is typed", async () => {
    const code = await insertCode(ctx, { text: "curious-pineapple" });
    for (const typed of [
      "curious-pineapple",
      "Curious%20Pineapple",
      "CURIOUS_PINEAPPLE",
      "curiouspineapple",
      "curious%2Dpineapple",
      "curious-pineapple/",
    ]) {
      expect(await api.get(`/codes/${typed}`)).toMatchObject({ data: { code } });
    }
  });

  test("is the address percent-encoded, in any letter case, with its plus, and in any script", async () => {
    for (const [typed, email] of [
      ["Ada%2BTag%40Example.ORG", "ada+tag@example.org"],
      ["grace+tag@example.org", "grace+tag@example.org"],
      ["b%C3%BCcher@M%C3%9CNCHEN.de", null],
      ["shop@M%C3%9CNCHEN.de", "shop@xn--mnchen-3ya.de"],
      ["%20spaces@example.org%20", "spaces@example.org"],
    ] as const) {
      if (email === null) {
        expect(await api.get(`/leads/email/${typed}`)).toMatchObject({ error: "invalid_input", fields: { email: [expect.any(String)] } });
        continue;
      }
      expect(await api.get(`/leads/email/${typed}`)).toMatchObject({ error: "lead_not_found" });
      await api.post("/leads/create", { email: decodeURIComponent(typed) });
      expect(await api.get(`/leads/email/${typed}`)).toMatchObject({ status: 200, data: { email } });
    }
  });
});

describe("the addresses older clients call", () => {
  test("do the same", async () => {
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

const shop = "https://shop.example";
const strict = await insertProject(ctx, { allowedOrigins: [shop] });
const claim = (key: string, origin?: string) =>
  apiClient(key).post("/codes/claim", { code: "nowhere", email: "ada@example.org" }, { headers: origin ? { origin } : {} });

describe("a project that lists its web sites", () => {
  test("accepts its public key from those", async () => {
    const { error, headers } = await claim(strict.publicKey, shop);
    expect(error).toBe("code_not_found");
    expect(headers.get("access-control-allow-origin")).toBe(shop);
  });

  test.each(["https://evil.example", "null", "http://shop.example", "https://shop.example:8443", "https://shop.example.evil.example"])(
    "refuses it from %s",
    async (origin) => {
      const { status, error, headers } = await claim(strict.publicKey, origin);
      expect({ status, error }).toEqual({ status: 403, error: "origin_not_allowed" });
      expect(headers.get("access-control-allow-origin")).toBeNull();
      expect(headers.get("vary")).toContain("Origin");
    },
  );

  test("accepts it from no web site, and its secret key from any", async () => {
    expect(await claim(strict.publicKey)).toMatchObject({ error: "code_not_found" });
    expect(await claim(strict.secretKey, "https://evil.example")).toMatchObject({ error: "code_not_found" });
  });

  test("leaves other projects open", async () => {
    expect(await claim(publicKey, "https://anywhere.example")).toMatchObject({ error: "code_not_found" });
  });

  test("answers preflights only to sites that some project would let in", async () => {
    const preflight = (origin: string) =>
      callRoute("OPTIONS", "/codes/claim", {
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type" },
      });
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBe("https://evil.example");
    await ctx.db.execute("update projects set allowed_origins = '{https://other.example}' where cardinality(allowed_origins) = 0");
    const [listed, strange] = [await preflight(shop), await preflight("https://evil.example")];
    expect(listed.status).toBe(204);
    expect(listed.headers.get("access-control-allow-origin")).toBe(shop);
    expect(listed.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("authorization");
    expect(listed.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("content-type");
    expect([...strange.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    await ctx.db.execute("update projects set allowed_origins = '{}' where allowed_origins = '{https://other.example}'");
  });
});
