import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { apiWith, rawCall } from "./harness/api";
import { aCode, anAddress, aProject, signedIn } from "./harness/factories";
import { until } from "./harness/worker";
import { aWorld } from "./harness/world";

const world = await aWorld();
const api = apiWith(null);

/** A project of its own, and its owner's cookie. */
async function anOwner() {
  const project = await aProject(world.ctx);
  return { ...project, cookie: await signedIn(project.ctx, { role: "owner" }) };
}

const statusOf = async (key: string) => (await apiWith(key).get("/codes?limit=1")).status;

/** Within a second of now, since a process may remember a key for as long. */
const withinASecond = (key: string) => until("the key to be refused", async () => (await statusOf(key)) === 401, 1000);

test("keys are for owners, and no key opens them", async () => {
  const { ctx, secretKey, cookie } = await anOwner();
  expect((await api.get("/keys", { cookie })).data).toHaveLength(2);
  expect(await api.get("/keys", { cookie: await signedIn(ctx, { role: "admin" }) })).toMatchObject({ error: "role_required" });
  expect(await apiWith(secretKey).get("/keys")).toMatchObject({ status: 403, error: "staff_required" });
});

test("a new secret key is shown once, works at once, and is never listed", async () => {
  const { cookie } = await anOwner();
  const { data } = await api.post("/keys", { kind: "secret_key", name: " Shop " }, { cookie });
  expect(data).toMatchObject({ kind: "secret_key", name: "Shop", value: null, key: expect.stringMatching(/^sk_\w{40}$/) });
  expect(await statusOf(data.key)).toBe(200);
  const { text } = await api.get("/keys", { cookie });
  expect(text).toContain(data.id);
  expect(text).not.toContain(data.key);
});

test("making a key is not repeated from a store: an Idempotency-Key is not heeded", async () => {
  const { cookie } = await anOwner();
  const make = () => api.post("/keys", { kind: "secret_key", name: "Shop" }, { cookie, headers: { "idempotency-key": "once" } });
  const [one, two] = [await make(), await make()];
  expect(one.data.key).not.toBe(two.data.key);
  const [{ stored } = { stored: 0 }] = (await world.db.execute(
    sql`select count(*)::int as stored from idempotent_answer_pieces where piece like '%sk\\_%'`,
  )) as unknown as { stored: number }[];
  expect(stored).toBe(0);
});

test("a revoked key is refused within a second, on every process", async () => {
  const { cookie } = await anOwner();
  const pool = world.anotherPool();
  const { data } = await api.post("/keys", { kind: "secret_key", name: "Shop" }, { cookie });
  expect(await Promise.all([statusOf(data.key), world.elsewhere(pool, () => statusOf(data.key))])).toEqual([200, 200]);
  expect(await api.call("DELETE", `/keys/${data.id}`, { cookie })).toMatchObject({ status: 200, data: { id: data.id } });
  await withinASecond(data.key);
  expect(await world.elsewhere(pool, () => statusOf(data.key))).toBe(401);
});

test("a client with the old key goes on through the overlap, and not after", async () => {
  const { cookie, ctx, secretKey, db } = await anOwner();
  const id = ctx.actor.id ?? "";
  const { data } = await api.post(`/keys/${id}/rotate`, { overlapHours: 24 }, { cookie });
  expect(await Promise.all([statusOf(secretKey), statusOf(data.key)])).toEqual([200, 200]);
  expect((await api.get("/keys", { cookie })).data).toContainEqual(expect.objectContaining({ id, expiresAt: expect.any(String) }));
  await db.execute(sql`update keys set expires_at = now() where id = ${id}`);
  await withinASecond(secretKey);
  expect(await apiWith(secretKey).get("/codes")).toMatchObject({ status: 401, error: "bad_key" });
  expect(await statusOf(data.key)).toBe(200);
  expect(await api.post(`/keys/${id}/rotate`, { overlapHours: 1 }, { cookie })).toMatchObject({ status: 404, error: "key_not_found" });
});

test("the last public key can be rotated, not revoked", async () => {
  const { cookie, publicCtx, publicKey, ctx } = await anOwner();
  const id = publicCtx.actor.id ?? "";
  expect(await api.call("DELETE", `/keys/${id}`, { cookie })).toMatchObject({ status: 409, error: "last_key" });
  const { data } = await api.post(`/keys/${id}/rotate`, { overlapHours: 0 }, { cookie });
  expect(data.value).toBe(data.key);
  const claim = async (key: string) => (await apiWith(key).post("/codes/claim", { code: await aCode(ctx), email: anAddress() })).status;
  expect(await claim(data.key)).toBe(200);
  await until("the old key to be refused", async () => (await claim(publicKey)) === 401, 1000);
});

test.each([-1, 0.5, 24 * 30 + 1, "24", null])("an overlap of %j hours is refused by field", async (overlapHours) => {
  const { cookie, ctx } = await anOwner();
  expect(await api.post(`/keys/${ctx.actor.id}/rotate`, { overlapHours }, { cookie })).toMatchObject({
    error: "invalid_input",
    fields: { overlapHours: [expect.any(String)] },
  });
});

describe("the origins that may use the public key", () => {
  test("are kept as browsers send them, and decide within a second", async () => {
    const { cookie, publicKey, ctx } = await anOwner();
    const given = ["https://WWW.example.org/", " https://www.example.org", "http://localhost:5173"];
    const { data } = await api.call("PUT", "/keys/origins", { cookie, body: { origins: given } });
    expect(data.allowedOrigins).toEqual(["https://www.example.org", "http://localhost:5173"]);
    const from = async (origin: string) => {
      const body = { code: await aCode(ctx), email: anAddress() };
      return (await rawCall("POST", "/codes/claim", { key: publicKey, body, headers: { origin } })).status;
    };
    await until("a strange origin to be refused", async () => (await from("https://evil.example")) === 403, 1000);
    expect(await from("https://www.example.org")).toBe(200);
  });

  test.each(["www.example.org", "https://www.example.org/shop", "ftp://example.org", "*", "https://a@example.org", "null"])(
    "%s is none",
    async (origin) => {
      const { cookie } = await anOwner();
      const answer = await api.call("PUT", "/keys/origins", { cookie, body: { origins: ["https://example.org", origin] } });
      expect(answer).toMatchObject({ error: "invalid_input", fields: { "origins.1": [expect.any(String)] } });
    },
  );
});
