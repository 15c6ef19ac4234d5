import { expect, test } from "vitest";
import { acceptsKeys, type Endpoint } from "@/contract/endpoint";
import { endpoints } from "@/contract/index";
import { type Language, languages } from "../languages";
import { sample, sampleSetup } from ".";

const origin = "https://codes.example.org";
const all = Object.entries(endpoints);
const names = Object.keys(languages) as Language[];
const claimCode = endpoints.claimCode as Endpoint;

test.each(names)("every sample in %s has the URL of the server, and reads the key or cookie from the environment", (language) => {
  for (const [name, endpoint] of all) {
    const code = sample(language, name, endpoint, origin);
    const readsKey = /\bKEY\b/.test(code);
    expect(code, name).toContain(origin);
    expect(readsKey, name).toBe(acceptsKeys(endpoint));
    expect(/\bCOOKIE\b/.test(code), name).toBe(endpoint.access.length > 0 && !readsKey);
    expect(code, name).not.toMatch(/undefined|\[object|NaN|sk_|pk_\w/);
  }
});

test("a sample can be pasted into a shell", () => {
  expect(sample("curl", "claimCode", claimCode, origin)).toBe(`curl "https://codes.example.org/api/codes/claim" \\
  -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -H "Content-Type: application/json" \\
  -d '{
    "code": "curious-pineapple",
    "email": "ada@example.org"
  }'`);
});

test("a sample in TypeScript uses the client, and `fetch` where only a session is accepted", () => {
  expect(sample("typescript", "claimCode", claimCode, origin)).toBe(`import { Gatehouse } from "@gatehouse/sdk";

const gatehouse = new Gatehouse({ url: "https://codes.example.org", key: process.env.KEY ?? "" });

const result = await gatehouse.codes.claim({
  code: "curious-pineapple",
  email: "ada@example.org",
});
console.log(result);`);
  expect(sample("typescript", "listViews", endpoints.listViews as Endpoint, origin)).toContain("await fetch(");
});

test.each([
  ["curl", `'{"name":"it'\\''s $5 \\\\"}'`],
  ["typescript", `{ name: "it's $5 \\\\" }`],
  ["python", `{"name": "it's $5 \\\\"}`],
  ["php", `['name' => 'it\\'s $5 \\\\']`],
  ["go", '`{\n  "name": "it\'s $5 \\\\"\n}`'],
] as const)("a sample in %s quotes what means something there", (language, literal) => {
  const endpoint: Endpoint = { ...claimCode, example: { body: { name: "it's $5 \\" }, reply: null } };
  expect(sample(language, "claimCode", endpoint, origin)).toContain(literal);
});

test("a file is streamed to and from the disk", () => {
  expect(sample("curl", "uploadImport", endpoints.uploadImport as Endpoint, origin)).toContain("--data-binary @file.csv");
  expect(sample("curl", "getCodeQr", endpoints.getCodeQr as Endpoint, origin)).toContain("--fail -o qr.svg");
  expect(sample("curl", "streamFeed", endpoints.streamFeed as Endpoint, origin)).toMatch(/ -N$/);
});

test("the setup has only the variables that samples read, and the name of the cookie", () => {
  const only = (name: string, server: string) => sampleSetup([endpoints[name] as Endpoint], server);
  expect(only("claimCode", origin)).toBe("export KEY=sk_…");
  expect(only("listViews", origin)).toBe("export COOKIE=__Host-gatehouse-session=…");
  expect(only("listViews", "http://localhost:3000")).toBe("export COOKIE=gatehouse-session=…");
  expect(only("getLiveness", origin)).toBe("");
});
