import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, type Project } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { createFirstProject } from "../projects/create-first";
import { generateKey } from "./key-format";
import { createKey, listKeys, revokeKey, rotateKey, updateAllowedOrigins } from "./keys";
import { authenticateKey } from "./store";

const app = await createTestApp();

/** Creates a project with a key of each kind and an owner as the actor. */
async function createOwner(): Promise<{ owner: Context; project: Project; publicId: string; secretId: string }> {
  const project = await insertProject(app.ctx);
  const owner = await staffContext(project.ctx, { name: "Grace", role: "owner" });
  return { owner, project, publicId: project.publicCtx.actor.id ?? "", secretId: project.ctx.actor.id ?? "" };
}

const isActive = async ({ db }: Context, key: string) => (await authenticateKey(db, sha256Hex(key))) !== null;
const listIds = async (ctx: Context) => (await listKeys(ctx)).map(({ id }) => id);
const listEvents = ({ db, projectId }: Context) =>
  queryRows<{ kind: string; data: Record<string, unknown> }>(
    db,
    sql`select kind, data from events where project_id = ${projectId} order by id`,
  );

/** Ends the overlap of a key. */
const endOverlap = ({ db }: Context, id: string) =>
  db.execute(sql`update api_keys set expires_at = now() - interval '1 minute' where id = ${id}`);

describe("a new key", () => {
  test.each(["secret_key", "public_key"] as const)("of kind %s works and is shown in full once", async (kind) => {
    const { owner } = await createOwner();
    const { key, ...record } = await createKey(owner, { kind, name: "Shop" });
    expect(await authenticateKey(owner.db, sha256Hex(key))).toMatchObject({ keyId: record.id, kind, projectId: owner.projectId });
    expect(record).toMatchObject({
      kind,
      name: "Shop",
      createdBy: "Grace",
      createdById: owner.actor.id,
      creatorRemoved: false,
      prefix: key.slice(0, 3),
      lastFour: key.slice(-4),
      expiresAt: null,
    });
    expect(record.value).toBe(kind === "public_key" ? key : null);
    const [listedKeys] = await listKeys(owner);
    expect(listedKeys).toEqual({ ...record, lastUsedAt: expect.any(String) });
    expect(await listEvents(owner)).toEqual([{ kind: "key.created", data: { key: record.id, name: "Shop" } }]);
    const storedKey = await queryRows(
      owner.db,
      sql`select k::text as row from api_keys k where id = ${record.id} union all select e::text from events e`,
    );
    expect(JSON.stringify(storedKey).includes(key)).toBe(kind === "public_key");
  });

  test("belongs to its own project", async () => {
    const { owner } = await createOwner();
    const { owner: otherOwner, project } = await createOwner();
    const { id } = await createKey(owner, { kind: "secret_key", name: "Shop" });
    expect(await listIds(otherOwner)).not.toContain(id);
    expect(await getErrorName(revokeKey(otherOwner, id))).toBe("key_not_found");
    expect(await getErrorName(rotateKey(otherOwner, id, 1))).toBe("key_not_found");
    expect(await isActive(owner, project.secretKey)).toBe(true);
  });
});

describe("scopes and expiry", () => {
  test("are stored, and rotating keeps the scopes", async () => {
    const { owner } = await createOwner();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const created = await createKey(owner, { kind: "secret_key", name: "Shop", scopes: ["read", "leads"], expiresAt });
    expect(created).toMatchObject({ scopes: ["read", "leads"], expiresAt });
    expect(await authenticateKey(owner.db, sha256Hex(created.key))).toMatchObject({ scopes: ["read", "leads"] });
    expect(await rotateKey(owner, created.id, 0)).toMatchObject({ scopes: ["read", "leads"], expiresAt: null });
    expect(await createKey(owner, { kind: "secret_key", name: "Shop" })).toMatchObject({ scopes: ["everything"], expiresAt: null });
  });

  test("are checked: no scopes for public keys, and no expiry in the past", async () => {
    const { owner, secretId } = await createOwner();
    const ids = await listIds(owner);
    const past = new Date(Date.now() - 1000).toISOString();
    await expect(createKey(owner, { kind: "public_key", name: "Blog", scopes: ["read"] })).rejects.toMatchObject({
      fields: { scopes: [expect.any(String)] },
    });
    await expect(createKey(owner, { kind: "secret_key", name: "Shop", expiresAt: past })).rejects.toMatchObject({
      fields: { expiresAt: ["must be in the future"] },
    });
    expect(await getErrorName(rotateKey(owner, secretId, 0, past))).toBe("invalid_input");
    expect(await listIds(owner)).toEqual(ids);
  });
});

describe("rotating a key", () => {
  test("creates a key of the same kind and name, and the old one works until the overlap ends", async () => {
    const { owner, project, publicId } = await createOwner();
    const { key, ...created } = await rotateKey(owner, publicId, 24);
    expect(created).toMatchObject({ kind: "public_key", name: "A key", expiresAt: null });
    expect(await Promise.all([isActive(owner, key), isActive(owner, project.publicKey)])).toEqual([true, true]);
    const old = (await listKeys(owner)).find(({ id }) => id === publicId);
    expect(Math.abs(Date.parse(old?.expiresAt ?? "") - Date.now() - 24 * 3600 * 1000)).toBeLessThan(60_000);
    expect(await listEvents(owner)).toEqual([
      { kind: "key.rotated", data: { key: publicId, name: "A key", successor: created.id, overlapHours: 24 } },
    ]);
    await endOverlap(owner, publicId);
    expect(await Promise.all([isActive(owner, key), isActive(owner, project.publicKey)])).toEqual([true, false]);
    expect(await listIds(owner)).not.toContain(publicId);
    expect(await getErrorName(rotateKey(owner, publicId, 1))).toBe("key_not_found");
    expect(await getErrorName(revokeKey(owner, publicId))).toBe("key_not_found");
  });

  test("stops the old key immediately without an overlap", async () => {
    const { owner, project, secretId } = await createOwner();
    const { key } = await rotateKey(owner, secretId, 0);
    expect(await Promise.all([isActive(owner, key), isActive(owner, project.secretKey)])).toEqual([true, false]);
  });

  test("can shorten the old key's remaining time but never extend it", async () => {
    const { owner, secretId } = await createOwner();
    const getExpiry = async () => Date.parse((await listKeys(owner)).find(({ id }) => id === secretId)?.expiresAt ?? "");
    await rotateKey(owner, secretId, 2);
    const end = await getExpiry();
    await rotateKey(owner, secretId, 48);
    expect(await getExpiry()).toBe(end);
    await rotateKey(owner, secretId, 1);
    expect(await getExpiry()).toBeLessThan(end - 3_000_000);
  });
});

describe("revoking a key", () => {
  test("stops the key for the next lookup of every process", async () => {
    const { owner } = await createOwner();
    const otherProcess = app.openSecondPool().ctx;
    const { id, key } = await createKey(owner, { kind: "secret_key", name: "Shop" });
    expect(await isActive(otherProcess, key)).toBe(true);
    expect(await revokeKey(owner, id)).toMatchObject({ id, name: "Shop" });
    expect(await Promise.all([isActive(owner, key), isActive(otherProcess, key)])).toEqual([false, false]);
    expect(await listIds(owner)).not.toContain(id);
    expect(await getErrorName(revokeKey(owner, id))).toBe("key_not_found");
    expect((await listEvents(owner)).at(-1)).toEqual({ kind: "key.revoked", data: { key: id, name: "Shop" } });
  });

  test("rejects the last public key, and doesn't count one that expires soon", async () => {
    const { owner, publicId, secretId, project } = await createOwner();
    expect(await getErrorName(revokeKey(owner, publicId))).toBe("last_key");
    expect(await isActive(owner, project.publicKey)).toBe(true);
    const successor = await rotateKey(owner, publicId, 24);
    expect(await getErrorName(revokeKey(owner, successor.id))).toBe("last_key");
    expect(await getOutcome(revokeKey(owner, publicId))).toBe("done");
    const other = await createKey(owner, { kind: "public_key", name: "Blog" });
    expect(await getOutcome(revokeKey(owner, successor.id))).toBe("done");
    expect(await getErrorName(revokeKey(owner, other.id))).toBe("last_key");
    // A leaked secret key must be revocable immediately, even the last one.
    expect(await getOutcome(revokeKey(owner, secretId))).toBe("done");
  });

  test("keeps one of the last two public keys with simultaneous requests", async () => {
    const { connection, queue } = app.openSecondPool();
    for (let round = 0; round < 5; round++) {
      const { owner, publicId } = await createOwner();
      const other = await createKey(owner, { kind: "public_key", name: "Blog" });
      const otherProcess = { ...owner, db: connection.db, queue };
      const outcomes = await Promise.all([getOutcome(revokeKey(owner, publicId)), getOutcome(revokeKey(otherProcess, other.id))]);
      expect(outcomes.sort()).toEqual(["done", "last_key"]);
    }
  });
});

test("a restart returns an active public key and creates no secret key if there is one", async () => {
  const { owner, key } = await firstOwner();
  const before = await listIds(owner);
  expect(await createFirstProject(owner.db, {})).toEqual({ publicKey: key, secretKey: null, added: false });
  expect(await listIds(owner)).toEqual(before);
});

/** The default project's owner, and the new key after its public key was rotated and expired. */
async function firstOwner(): Promise<{ owner: Context; key: string }> {
  const owner = await staffContext(app.ctx, { role: "owner" });
  const publicId = app.publicCtx.actor.id ?? "";
  const { key } = await rotateKey(owner, publicId, 1);
  await endOverlap(owner, publicId);
  return { owner, key };
}

test("a key created or provided at startup is in the activity log once", async () => {
  const systemEvents = () =>
    queryRows(
      app.db,
      sql`select k.hash, e.data ->> 'name' as name from events e join api_keys k on k.project_id = e.project_id and k.id = (e.data ->> 'key')::uuid
        where e.kind = 'key.created' and e.actor_kind = 'system' and e.actor_id is null order by e.id`,
    );
  const keyEvents = (origin: string, keys: { publicKey: string; secretKey: string }) => [
    { hash: sha256Hex(keys.publicKey), name: `Public key, ${origin}` },
    { hash: sha256Hex(keys.secretKey), name: `Secret key, ${origin}` },
  ];
  const printed = keyEvents("created on first start", app);
  expect(await systemEvents()).toEqual(printed);
  const providedKey = { publicKey: generateKey("public_key"), secretKey: generateKey("secret_key") };
  for (const added of [true, false]) expect(await createFirstProject(app.db, providedKey)).toMatchObject({ added });
  expect(await systemEvents()).toEqual([...printed, ...keyEvents("set by the environment", providedKey)]);
});

describe("allowed origins", () => {
  test("are stored in order, and recorded if they change", async () => {
    const { owner, project } = await createOwner();
    const origins = ["https://www.example.org", "https://shop.example.org"];
    expect(await updateAllowedOrigins(owner, { origins })).toMatchObject({ allowedOrigins: origins });
    expect(await updateAllowedOrigins(owner, { origins })).toMatchObject({ allowedOrigins: origins });
    expect(await authenticateKey(owner.db, sha256Hex(project.publicKey))).toMatchObject({ allowedOrigins: origins });
    expect(await updateAllowedOrigins(owner, { origins: [] })).toMatchObject({ allowedOrigins: [] });
    expect(await listEvents(owner)).toEqual([
      { kind: "origins.updated", data: { origins: 2 } },
      { kind: "origins.updated", data: { origins: 0 } },
    ]);
  });

  test("are only replaced if they are the expected ones", async () => {
    const { owner } = await createOwner();
    const [first, second] = ["https://www.example.org", "https://shop.example.org"];
    await updateAllowedOrigins(owner, { origins: [first], expected: [] });
    await expect(updateAllowedOrigins(owner, { origins: [second], expected: [] })).rejects.toMatchObject({ errorName: "project_changed" });
    expect(await updateAllowedOrigins(owner, { origins: [first, second], expected: [first] })).toMatchObject({
      allowedOrigins: [first, second],
    });
  });
});
