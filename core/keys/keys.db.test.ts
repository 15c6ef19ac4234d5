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
import { authenticateKey, generateKey } from "./key";
import { createKey, listKeys, revokeKey, rotateKey } from "./keys";
import { updateAllowedOrigins } from "./origins";

const world = await createTestApp();

/** A project of its own with a key of each kind, and its owner, who acts. */
async function anOwner(): Promise<{ owner: Context; project: Project; publicId: string; secretId: string }> {
  const project = await insertProject(world.ctx);
  const owner = await staffContext(project.ctx, { name: "Grace", role: "owner" });
  return { owner, project, publicId: project.publicCtx.actor.id ?? "", secretId: project.ctx.actor.id ?? "" };
}

const works = async ({ db }: Context, key: string) => (await authenticateKey(db, sha256Hex(key))) !== null;
const idsOf = async (ctx: Context) => (await listKeys(ctx)).map(({ id }) => id);
const eventsOf = ({ db, projectId }: Context) =>
  queryRows<{ kind: string; data: Record<string, unknown> }>(
    db,
    sql`select kind, data from events where project_id = ${projectId} order by id`,
  );

/** As if the overlap of a key were over. */
const endOverlap = ({ db }: Context, id: string) => db.execute(sql`update api_keys set expires_at = now() where id = ${id}`);

describe("a new key", () => {
  test.each(["secret_key", "public_key"] as const)("of kind %s works, and is shown whole this once", async (kind) => {
    const { owner } = await anOwner();
    const { key, ...record } = await createKey(owner, { kind, name: "Shop" });
    expect(await authenticateKey(owner.db, sha256Hex(key))).toMatchObject({ keyId: record.id, kind, projectId: owner.projectId });
    expect(record).toMatchObject({
      kind,
      name: "Shop",
      createdBy: "Grace",
      prefix: key.slice(0, 3),
      lastFour: key.slice(-4),
      expiresAt: null,
    });
    expect(record.value).toBe(kind === "public_key" ? key : null);
    const [listed] = await listKeys(owner);
    expect(listed).toEqual({ ...record, lastUsedAt: expect.any(String) });
    expect(await eventsOf(owner)).toEqual([{ kind: "key.created", data: { key: record.id, name: "Shop" } }]);
    const stored = await queryRows(
      owner.db,
      sql`select k::text as row from api_keys k where id = ${record.id} union all select e::text from events e`,
    );
    expect(JSON.stringify(stored).includes(key)).toBe(kind === "public_key");
  });

  test("is of its own project", async () => {
    const { owner } = await anOwner();
    const { owner: stranger, project } = await anOwner();
    const { id } = await createKey(owner, { kind: "secret_key", name: "Shop" });
    expect(await idsOf(stranger)).not.toContain(id);
    expect(await getErrorName(revokeKey(stranger, id))).toBe("key_not_found");
    expect(await getErrorName(rotateKey(stranger, id, 1))).toBe("key_not_found");
    expect(await works(owner, project.secretKey)).toBe(true);
  });
});

describe("rotating", () => {
  test("makes a key of the same kind and name; the old one works through the overlap, and not after", async () => {
    const { owner, project, publicId } = await anOwner();
    const { key, ...made } = await rotateKey(owner, publicId, 24);
    expect(made).toMatchObject({ kind: "public_key", name: "A key", expiresAt: null });
    expect(await Promise.all([works(owner, key), works(owner, project.publicKey)])).toEqual([true, true]);
    const old = (await listKeys(owner)).find(({ id }) => id === publicId);
    expect(Math.abs(Date.parse(old?.expiresAt ?? "") - Date.now() - 24 * 3600 * 1000)).toBeLessThan(60_000);
    expect(await eventsOf(owner)).toEqual([
      { kind: "key.rotated", data: { key: publicId, name: "A key", successor: made.id, overlapHours: 24 } },
    ]);
    await endOverlap(owner, publicId);
    expect(await Promise.all([works(owner, key), works(owner, project.publicKey)])).toEqual([true, false]);
    expect(await idsOf(owner)).not.toContain(publicId);
    expect(await getErrorName(rotateKey(owner, publicId, 1))).toBe("key_not_found");
    expect(await getErrorName(revokeKey(owner, publicId))).toBe("key_not_found");
  });

  test("without an overlap stops the old one at once", async () => {
    const { owner, project, secretId } = await anOwner();
    const { key } = await rotateKey(owner, secretId, 0);
    expect(await Promise.all([works(owner, key), works(owner, project.secretKey)])).toEqual([true, false]);
  });

  test("again shortens what the old one has left, and never lengthens it", async () => {
    const { owner, secretId } = await anOwner();
    const endOf = async () => Date.parse((await listKeys(owner)).find(({ id }) => id === secretId)?.expiresAt ?? "");
    await rotateKey(owner, secretId, 2);
    const end = await endOf();
    await rotateKey(owner, secretId, 48);
    expect(await endOf()).toBe(end);
    await rotateKey(owner, secretId, 1);
    expect(await endOf()).toBeLessThan(end - 3_000_000);
  });
});

describe("revoking", () => {
  test("stops a key in the next look-up, through every pool", async () => {
    const { owner } = await anOwner();
    const there = world.openSecondPool().ctx;
    const { id, key } = await createKey(owner, { kind: "secret_key", name: "Shop" });
    expect(await works(there, key)).toBe(true);
    expect(await revokeKey(owner, id)).toMatchObject({ id, name: "Shop" });
    expect(await Promise.all([works(owner, key), works(there, key)])).toEqual([false, false]);
    expect(await idsOf(owner)).not.toContain(id);
    expect(await getErrorName(revokeKey(owner, id))).toBe("key_not_found");
    expect((await eventsOf(owner)).at(-1)).toEqual({ kind: "key.revoked", data: { key: id, name: "Shop" } });
  });

  test("is refused for the last public key; one that ends soon does not count as another", async () => {
    const { owner, publicId, secretId, project } = await anOwner();
    expect(await getErrorName(revokeKey(owner, publicId))).toBe("last_key");
    expect(await works(owner, project.publicKey)).toBe(true);
    const successor = await rotateKey(owner, publicId, 24);
    expect(await getErrorName(revokeKey(owner, successor.id))).toBe("last_key");
    expect(await getOutcome(revokeKey(owner, publicId))).toBe("done");
    const other = await createKey(owner, { kind: "public_key", name: "Blog" });
    expect(await getOutcome(revokeKey(owner, successor.id))).toBe("done");
    expect(await getErrorName(revokeKey(owner, other.id))).toBe("last_key");
    // A secret key that leaked has to go at once, even the last.
    expect(await getOutcome(revokeKey(owner, secretId))).toBe("done");
  });

  test("the last two public keys at once leaves one", async () => {
    const { connection, queue } = world.openSecondPool();
    for (let round = 0; round < 5; round++) {
      const { owner, publicId } = await anOwner();
      const other = await createKey(owner, { kind: "public_key", name: "Blog" });
      const there = { ...owner, db: connection.db, queue };
      const outcomes = await Promise.all([getOutcome(revokeKey(owner, publicId)), getOutcome(revokeKey(there, other.id))]);
      expect(outcomes.sort()).toEqual(["done", "last_key"]);
    }
  });
});

test("starting again names a public key that works, and makes no secret key while one does", async () => {
  const { owner, key } = await firstOwner();
  const before = await idsOf(owner);
  expect(await createFirstProject(owner.db, {})).toEqual({ publicKey: key, secretKey: null, added: false });
  expect(await idsOf(owner)).toEqual(before);
});

/** The first project's owner, and the successor of its public key, whose overlap is over. */
async function firstOwner(): Promise<{ owner: Context; key: string }> {
  const owner = await staffContext(world.ctx, { role: "owner" });
  const publicId = world.publicCtx.actor.id ?? "";
  const { key } = await rotateKey(owner, publicId, 1);
  await endOverlap(owner, publicId);
  return { owner, key };
}

test("a key that the service makes itself or is given at a start is in the activity, once", async () => {
  const ofTheService = () =>
    queryRows(
      world.db,
      sql`select k.hash, e.data ->> 'name' as name from events e join api_keys k on k.project_id = e.project_id and k.id = (e.data ->> 'key')::uuid
        where e.kind = 'key.created' and e.actor_kind = 'system' and e.actor_id is null order by e.id`,
    );
  const named = (name: string, ...made: string[]) => made.map((key) => ({ hash: sha256Hex(key), name }));
  const printed = named("Printed at the first start", world.publicKey, world.secretKey);
  expect(await ofTheService()).toEqual(printed);
  const given = { publicKey: generateKey("public_key"), secretKey: generateKey("secret_key") };
  for (const added of [true, false]) expect(await createFirstProject(world.db, given)).toMatchObject({ added });
  expect(await ofTheService()).toEqual([...printed, ...named("Given by the environment", given.publicKey, given.secretKey)]);
});

describe("the origins that may use the public key", () => {
  test("are listed as given, and recorded where they change", async () => {
    const { owner, project } = await anOwner();
    const origins = ["https://www.example.org", "https://shop.example.org"];
    expect(await updateAllowedOrigins(owner, origins)).toMatchObject({ allowedOrigins: origins });
    expect(await updateAllowedOrigins(owner, origins)).toMatchObject({ allowedOrigins: origins });
    expect(await authenticateKey(owner.db, sha256Hex(project.publicKey))).toMatchObject({ allowedOrigins: origins });
    expect(await updateAllowedOrigins(owner, [])).toMatchObject({ allowedOrigins: [] });
    expect(await eventsOf(owner)).toEqual([
      { kind: "origins.updated", data: { origins: 2 } },
      { kind: "origins.updated", data: { origins: 0 } },
    ]);
  });
});
