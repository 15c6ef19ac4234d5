import { describe, expect, test, vi } from "vitest";
import { newKey } from "@/core/keys/key";
import { type Ask, apiWith, rawCall } from "./harness/api";
import { aKey, revokeKey } from "./harness/factories";
import { addresses } from "./harness/routes";
import { aWorld } from "./harness/world";

const { ctx, publicKey, secretKey, db } = await aWorld();
const revokedPublic = await aKey(ctx, "public_key", { revoked: true });
const revokedSecret = await aKey(ctx, "secret_key", { revoked: true });
const nobody = apiWith(null);

/** The request of each documented method and path, from the contract's own example. */
const requests = addresses.map(({ endpoint, method, path, name }) => {
  const filled = path.replace(/:(\w+)/g, (_, parameter: string) => encodeURIComponent(endpoint.example.params?.[parameter] ?? ""));
  const ask: Ask = endpoint.body ? { body: endpoint.example.body } : {};
  return { name, endpoint, method, path, call: (more: Ask) => nobody.call(method, filled, { ...ask, ...more }) };
});

const bad: Record<string, Ask> = {
  "no key": {},
  "an empty Authorization": { headers: { authorization: "" } },
  "a Bearer without a key": { headers: { authorization: "Bearer " } },
  "another scheme": { headers: { authorization: `Basic ${btoa("admin:admin")}` } },
  "the key without its scheme": { headers: { authorization: secretKey } },
  "noise for a key": { key: "letmein" },
  "two keys": { headers: { authorization: `Bearer ${secretKey} ${secretKey}` } },
  "a secret key that never was": { key: newKey("secret_key") },
  "a public key that never was": { key: newKey("public_key") },
  "a revoked public key": { key: revokedPublic },
  "a revoked secret key": { key: revokedSecret },
  "the key in the query only": { headers: { cookie: `key=${secretKey}` } },
  "a bad key beside a cookie": { key: newKey("secret_key"), headers: { cookie: "next-auth.session-token=whatever" } },
};

describe.each(requests)("$method $path", ({ endpoint, call }) => {
  const open = endpoint.access.length === 0;

  test.each(Object.entries(bad))("%s", async (_, ask) => {
    const { status, error, message } = await call(ask);
    if (open) expect(status).toBe(200);
    else expect({ status, error, message }).toEqual({ status: 401, error: "bad_key", message: "Incorrect Bearer token specified" });
  });

  test("the public key", async () => {
    const { error } = await call({ key: publicKey });
    if (open || endpoint.access.includes("public_key")) expect(["bad_key", "secret_key_required"]).not.toContain(error);
    else expect(error).toBe("secret_key_required");
  });

  test("the secret key", async () => {
    const { error } = await call({ key: secretKey });
    expect(["bad_key", "secret_key_required"]).not.toContain(error);
  });
});

test("every kind of key passes where the scheme is written in another letter case", async () => {
  for (const scheme of ["bearer", "BEARER", "Bearer  "]) {
    expect(await nobody.get("/leads", { headers: { authorization: `${scheme} ${secretKey}` } })).toMatchObject({ status: 200 });
  }
});

test("several secret keys are live at once", async () => {
  const second = await aKey(ctx, "secret_key");
  for (const key of [secretKey, second]) expect(await apiWith(key).get("/codes?limit=1")).toMatchObject({ status: 200 });
});

test("a revoked key that was just used is refused within a second", async () => {
  const key = await aKey(ctx, "secret_key");
  expect(await apiWith(key).get("/batches")).toMatchObject({ status: 200 });
  await revokeKey(db, key);
  await vi.waitFor(async () => expect(await apiWith(key).get("/batches")).toMatchObject({ status: 401, error: "bad_key" }), {
    timeout: 1000,
    interval: 50,
  });
});

test("a refused credential never learns whether its request was well formed", async () => {
  expect(await nobody.post("/codes/claim", "{", { key: newKey("public_key") })).toMatchObject({ error: "bad_key" });
  expect(await nobody.post("/codes/generate", { amount: -1 }, { key: publicKey })).toMatchObject({ error: "secret_key_required" });
});

test("a key is in no answer and in no header", async () => {
  const response = await rawCall("GET", "/codes", { key: secretKey });
  expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(secretKey);
});
