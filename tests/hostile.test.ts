import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/contract/endpoint";
import { type Answer, type Ask, apiWith } from "./harness/api";
import { aBatch, aCode, aLead, fingerprintOf } from "./harness/factories";
import { addresses } from "./harness/routes";
import { aWorld } from "./harness/world";

const { ctx, db, secretKey } = await aWorld({ max: 4 });
const api = apiWith(secretKey);

// What the examples of the contract speak of, so that a request that slipped through would change something.
await aLead(ctx, { email: "ada@example.org" });
await aLead(ctx, { email: "grace@example.org", onWaitlist: true });
await aCode(ctx, { text: "curious-pineapple", batch: await aBatch(ctx), allowedClaims: 9, claimedBy: ["ada@example.org"] });

type Hostile = { what: string; field?: string; ask: Ask; path?: string };

const controls = ["\0", "a\0b", "a\x07b", "a\x7fb", "a\x85b"];
const surrogates = ["\ud800", "a\udfffb"];
const notText = [null, 0, 1.5, true, [], {}, ["ada@example.org"], { toString: "x" }];
const texts: unknown[] = [...notText, ...controls, ...surrogates];
const huge = "x".repeat(1_000_000);

/** What a field of each kind must not be; a field's kind is told from what its own schema accepts. */
const wrong: Record<string, unknown[]> = {
  address: [...texts, "", " ", "ada", "@", "ada@", "a@b", "a@b@c.org", '"ada"@example.org', '"a b"@example.org', "ada@example.org\r\nBcc: eve@example.org", "Ada <ada@example.org>", "a@example.org,b@example.org", "ada@example.org\0", "ada@[::1]", "ädä@example.org", `${"a".repeat(65)}@example.org`, `a@${"b".repeat(250)}.org`, "' or 1=1 --", "../../etc/passwd"],
  code: [...texts, "", "   ", "---", "\n", "a".repeat(201), "😀", "\u202e"],
  amount: [null, "1", "", true, [], {}, 0, -1, -1e9, 1.5, 1e-9, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, Number.NaN],
  moment: [...texts, "", "now", "infinity", "2026-12-31", "2026-02-30T00:00:00Z", "2026-12-31T24:00:00Z", "0050-01-01T00:00:00Z", "+99999-01-01T00:00:00Z", "1795262400000"],
  yesNo: [null, 0, 1, "true", "", [], {}],
  type: [...texts, "", "CREATIVE", "__proto__", "constructor", "toString"],
  line: [...texts.filter((value) => value !== ""), "a\nb", "a\u2028b", "x".repeat(201)],
  lines: [...texts.filter((value) => value !== ""), "x".repeat(10_001)],
  id: [...texts, "", "1", "x", "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e6", "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66'; drop table codes; --"],
  token: [...notText, "x".repeat(201)],
  addresses: [null, 0, true, "", "ada@example.org", {}, { 0: "ada@example.org", length: 1 }, [], [null], [1], [[]], [["ada@example.org"]], [""], ["ada@example.org", "ada"], ["ada@example.org\r\nBcc: eve@example.org"], ["\ud800@example.org"], Array(50_001).fill("ada@example.org"), Array(100_000).fill("ada@example.org")],
  filter: [null, 0, "", [], { surprise: 1 }, { waitlist: "true" }, { claimed: null }, { q: 1 }, { q: "a\0" }, { q: "\ud800" }, { q: "x".repeat(201) }, { waitlist: { $ne: null } }],
};

const kindOf: Record<string, keyof typeof wrong> = {
  email: "address", reservedFor: "address", code: "code", amount: "amount", allowedClaims: "amount", validFrom: "moment", validUntil: "moment", waitlist: "yesNo",
  type: "type", name: "line", firstname: "line", lastname: "line", referralCode: "line", notes: "lines", batch: "id", token: "token", emails: "addresses", filter: "filter",
};

const required = (schema: z.ZodType) => !schema.safeParse(undefined).success;

/** JSON as a hostile client writes it: `undefined` leaves a field out, and raw text stands for itself. */
function written(fields: Record<string, unknown>, raw: Record<string, string> = {}): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => (value === undefined || name in raw ? [] : [`${JSON.stringify(name)}:${JSON.stringify(value)}`]));
  return `{${[...parts, ...Object.entries(raw).map(([name, text]) => `${JSON.stringify(name)}:${text}`)].join(",")}}`;
}

function hostileBodies({ body, example }: Endpoint): Hostile[] {
  if (!body) return [];
  const valid = example.body as Record<string, unknown>;
  const found: Hostile[] = [];
  for (const [field, schema] of Object.entries(body.shape)) {
    const kind = kindOf[field];
    if (!kind) throw new Error(`Say in kindOf what the field ${field} is`);
    // `emails` and `filter` exclude each other.
    const base = field === "emails" ? { ...valid, filter: undefined } : field === "filter" ? { ...valid, emails: undefined } : valid;
    for (const value of wrong[kind] ?? []) found.push({ what: `${field} = ${JSON.stringify(value)?.slice(0, 60)}`, field, ask: { body: written({ ...base, [field]: value }) } });
    for (const raw of ["1e309", "-1e309", "1e1000000", "-0.5", "99999999999999999999999", "[".repeat(500) + "]".repeat(500), '{"a":'.repeat(500) + "1" + "}".repeat(500)]) {
      if (field === "filter" && raw.startsWith('{"a"')) continue;
      found.push({ what: `${field} = ${raw.slice(0, 20)}`, field, ask: { body: written(base, { [field]: raw }) } });
    }
    if (required(schema as z.ZodType)) found.push({ what: `no ${field}`, field, ask: { body: written({ ...base, [field]: undefined }) } });
    found.push({ what: `${field} twice`, field, ask: { body: `${written({ ...base, [field]: "one" }).slice(0, -1)},${JSON.stringify(field)}:"two"}` } });
    found.push({ what: `${field} of a megabyte`, field: undefined, ask: { body: written({ ...base, [field]: huge }) } });
  }
  for (const name of ["surprise", "__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "Code", " code", "projectId", "project_id", "", "\0", "💥", "a.b", "claims", "status", "id"]) {
    found.push({ what: `a field ${JSON.stringify(name)}`, field: name || "body", ask: { body: written(valid, { [name]: '{"amount":1,"polluted":true}' }) } });
  }
  found.push({ what: "many unknown fields", ask: { body: written({ ...valid, ...Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, i])) }) } });
  return found;
}

const notObjects = [
  "", " ", "{", "}", "[]", "[{}]", "null", "true", "1", '"text"', "undefined", "NaN", "{'code':'x'}", '{"code":}', '{"code":"x",}', '{"code":"x"} {"code":"y"}', "{code:1}", "\0", "<xml/>", "code=x&email=y",
  "// comment\n{}", '{"a":"\\u00"}', '{"a":"\\x"}', '{"a":"line\nbreak"}', "[".repeat(100_000), '{"a":'.repeat(40_000), "-", "1e", '{"a":01}', '{"a":+1}', '{"a":.5}', "\ufeff\ufeff{}",
];
const bytes = [[0xff], [0xfe, 0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80], [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d], [0x7b, 0]];

function hostileShapes({ body }: Endpoint): Hostile[] {
  if (!body) return [];
  return [
    ...notObjects.map((text) => ({ what: `body ${JSON.stringify(text.slice(0, 30))}`, ask: { body: text } })),
    ...bytes.map((some) => ({ what: `bytes ${some.map((byte) => byte.toString(16)).join(" ")}`, ask: { body: new Uint8Array(some) } })),
    { what: "no body", ask: {} },
    { what: "UTF-16", ask: { body: new Uint8Array(Buffer.from("{}", "utf16le")) } },
  ];
}

const pathParts = ["%", "%zz", "%ff", "%c3%28", "%ed%a0%80", "%00", "a%00b", "%0d%0a", "%e2%80%a8", "x".repeat(5000), "%252e", "%F0%9F%98%80", "' or '1'='1", "..%2f..%2fetc%2fpasswd", "%20", "-", "$", "[code]", "\\"];

function hostilePaths({ params }: Endpoint, path: string): Hostile[] {
  if (!params) return [];
  return pathParts.map((part) => ({ what: `path ${part.slice(0, 20)}`, path: path.replace(/:\w+/, part), ask: {} }));
}

const queryParts = ["", "%00", "%", "%zz", "%ff", "x".repeat(600), "%ed%a0%80", "-1", "1e309", "null", "__proto__", "%f0%9f%98%80", "'--", "%0a", "true%00", "2026-12-31", "[]"];

function hostileQueries({ query, example }: Endpoint, path: string): Hostile[] {
  if (!query) return [];
  const filled = filledIn(path, example.params);
  const names = Object.keys(query.shape);
  return [
    ...names.flatMap((name) => queryParts.map((part) => ({ what: `${name}=${part.slice(0, 20)}`, path: `${filled}?${name}=${part}`, ask: {} }))),
    ...names.flatMap((name) => [`${filled}?${name}[]=x`, `${filled}?${name}=1&${name}=2`].map((each) => ({ what: each, field: each.includes("[]") ? `${name}[]` : name, path: each, ask: {} }))),
    ...["__proto__", "constructor", "surprise", "project_id", "%00", "toString"].map((name) => ({ what: `?${name}`, field: decodeURIComponent(name), path: `${filled}?${name}=1`, ask: {} })),
  ];
}

const filledIn = (path: string, params: Record<string, string> = {}) => path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

let asked = 0;
async function ask(method: string, path: string, hostile: Hostile): Promise<Answer> {
  asked++;
  // The harness fails on a 5xx, on anything but the envelope, and on refusals the contract does not name.
  return api.call(method, hostile.path ?? path, hostile.ask);
}

describe.each(addresses)("$method $path", ({ endpoint, method, path }) => {
  const filled = filledIn(path, endpoint.example.params);

  test("refuses every hostile body by name, and changes nothing", { timeout: 60_000 }, async () => {
    const before = await fingerprintOf(db);
    for (const hostile of hostileBodies(endpoint)) {
      const { error, fields } = await ask(method, filled, hostile);
      const large = hostile.what.endsWith("a megabyte") && endpoint.bodyLimit === undefined;
      expect(error, hostile.what).toBe(large ? "body_too_large" : "invalid_input");
      const named = Object.keys(fields ?? {});
      if (hostile.field !== undefined) expect(named.some((name) => name === hostile.field || name.startsWith(`${hostile.field}.`)), `${hostile.what}: ${named}`).toBe(true);
      expect(JSON.stringify(fields ?? {}).length, hostile.what).toBeLessThan(60_000);
    }
    for (const hostile of hostileShapes(endpoint)) expect((await ask(method, filled, hostile)).error, hostile.what).toBe("invalid_json");
    expect(await fingerprintOf(db)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("refuses or answers every hostile path and query, and changes nothing", async () => {
    const before = await fingerprintOf(db);
    for (const hostile of [...hostilePaths(endpoint, path), ...hostileQueries(endpoint, path)]) {
      const { status, error, fields } = await ask(method, filled, hostile);
      if (status !== 200) expect(["invalid_input", ...endpoint.refuses], hostile.what).toContain(error);
      if (hostile.field !== undefined) expect(Object.keys(fields ?? {}), hostile.what).toContain(hostile.field);
    }
    expect(await fingerprintOf(db)).toEqual(before);
  });
});

test("a body over the limit is refused, whether it says so or not", async () => {
  const before = await fingerprintOf(db);
  for (const [path, limit] of [["/codes/claim", 256 * 1024], ["/codes/send", 16 * 1024 * 1024]] as const) {
    const body = `{"code":"${"a".repeat(limit)}"}`;
    expect(await api.post(path, body)).toMatchObject({ status: 413, error: "body_too_large" });
    expect(await api.post(path, "{}", { headers: { "content-length": String(limit + 1) } })).toMatchObject({ error: "body_too_large" });
    expect((await api.post(path, `{"code":"${" ".repeat(limit - 20)}"}`)).error, "just below").toBe("invalid_input");
  }
  expect(await fingerprintOf(db)).toEqual(before);
});

test("a send of 50,000 addresses is read, and of one more refused", async () => {
  const send = (amount: number) => api.post("/codes/send", { code: "nowhere", emails: Array.from({ length: amount }, (_, i) => `lead${i}@example.org`) });
  expect(await send(50_000)).toMatchObject({ error: "code_not_found" });
  expect(await send(50_001)).toMatchObject({ error: "invalid_input", fields: { emails: [expect.stringContaining("50000")] } });
});

test("no more than a hundred fields are named", async () => {
  const { fields } = await api.post("/codes/send", { code: "x", emails: Array(5000).fill("nobody") });
  expect(Object.keys(fields ?? {})).toHaveLength(100);
});

test("the requests above were more than a thousand", () => {
  expect(asked).toBeGreaterThan(1000);
});
