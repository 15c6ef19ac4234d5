import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/limits";
import { migrate } from "@/db/migrate";
import { queryRows } from "@/db/query";
import { authSecret } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaff, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { createEmptyDatabase } from "@/tests/harness/test-database";
import type { Context } from "../context";
import { deriveFirstSecretKey, generateKey } from "../keys/key-format";
import { authenticateKey, storeKey } from "../keys/store";
import { createFirstProject, environmentKeyName } from "../projects/create-first";
import { getClientSalt, getDefaultProjectId } from "../projects/record";
import { authenticateSession } from "./sessions";
import { createOwner, deriveSetupToken, getSetupState, getSetupToken, needsOwner, setUp } from "./setup";
import { signIn } from "./sign-in";

const app = await createTestApp({ max: 20 });
const { db } = app;
let clients = 0;
const createClient = () => ({ userAgent: "", ipAddress: `198.51.100.${++clients}` });

/** Creates a project without an owner, with the system as the actor. */
async function createProject(): Promise<{ ctx: Context; publicKey: string; token: string }> {
  const { ctx, publicKey } = await insertProject(app.ctx, { name: "Gatehouse" });
  const token = deriveSetupToken(authSecret(), await getClientSalt(db, ctx.projectId));
  return { ctx: { ...ctx, actor: { kind: "system", id: null } }, publicKey, token };
}

const setupInput = (token: string) => ({
  token,
  name: "Grace Hopper",
  email: `grace-${uniqueId()}@example.org`,
  password: testPassword,
  project: "Launch",
  timeZone: "Europe/Berlin",
});
const listOwners = ({ projectId }: Context) =>
  queryRows<{ id: string; email: string }>(db, sql`select id, email from staff where project_id = ${projectId} and role = 'owner'`);

describe("the setup token", () => {
  test("is the same on every node, and different for other projects and secrets", () => {
    expect(deriveSetupToken("secret", "salt")).toBe(deriveSetupToken("secret", "salt"));
    expect(deriveSetupToken("secret", "salt")).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set([deriveSetupToken("secret", "salt"), deriveSetupToken("secret", "other"), deriveSetupToken("other", "salt")]).size).toBe(
      3,
    );
  });

  test.each(["0".repeat(64), "x", "ü".repeat(200)])("rejects %j", async (token) => {
    const { ctx } = await createProject();
    expect(await getErrorName(setUp(ctx, setupInput(token), createClient()))).toBe("link_not_valid");
    expect(await listOwners(ctx)).toEqual([]);
  });

  test("is rejected in another project", async () => {
    const [one, other] = [await createProject(), await createProject()];
    expect(await getErrorName(setUp(one.ctx, setupInput(other.token), createClient()))).toBe("link_not_valid");
  });

  test("has limited attempts to guess it", async () => {
    const { ctx, token } = await createProject();
    const client = createClient();
    for (let i = 0; i < signInLimits.client.limit; i++) await getOutcome(setUp(ctx, setupInput("0"), client));
    expect(await getErrorName(setUp(ctx, setupInput(token), client))).toBe("too_many_requests");
  });
});

describe("the secret key of the first start", () => {
  test("is the one that setup shows, and the only one", async () => {
    const { ctx, token } = await createProject();
    const firstKey = deriveFirstSecretKey(authSecret(), await getClientSalt(db, ctx.projectId));
    await storeKey(db, { projectId: ctx.projectId, value: firstKey, name: "First" });
    const { reply } = await setUp(ctx, setupInput(token), createClient());
    expect(reply.secretKey).toBe(firstKey);
    const countKeys = sql`select count(*)::int as keys from api_keys where project_id = ${ctx.projectId} and created_by is not null`;
    expect(await queryRows(db, countKeys)).toEqual([{ keys: 0 }]);
  });

  test("is replaced at setup if it was revoked", async () => {
    const { ctx, token } = await createProject();
    const firstKey = deriveFirstSecretKey(authSecret(), await getClientSalt(db, ctx.projectId));
    const key = await storeKey(db, { projectId: ctx.projectId, value: firstKey, name: "First" });
    await db.execute(sql`update api_keys set revoked_at = now() where id = ${key}`);
    const { reply } = await setUp(ctx, setupInput(token), createClient());
    expect(reply.secretKey).not.toBe(firstKey);
    expect(await authenticateKey(db, sha256Hex(reply.secretKey ?? ""))).not.toBeNull();
  });

  test("isn't shown, and no second one is created, if the environment set it", async () => {
    const { ctx, token } = await createProject();
    const given = await storeKey(db, { projectId: ctx.projectId, value: generateKey("secret_key"), name: environmentKeyName });
    const { reply } = await setUp(ctx, setupInput(token), createClient());
    expect(reply.secretKey).toBeNull();
    const newest = sql`select id from api_keys where project_id = ${ctx.projectId} and kind = 'secret_key' order by created_at desc limit 1`;
    expect(await queryRows(db, newest)).toEqual([{ id: given }]);
  });

  test("is printed by the start that creates the project, and differs by secret and by project", async () => {
    const database = await createEmptyDatabase();
    await migrate(database.url);
    const { secretKey } = await createFirstProject(database.db, {}, authSecret());
    const salt = await getClientSalt(database.db, await getDefaultProjectId(database.db));
    expect(secretKey).toBe(deriveFirstSecretKey(authSecret(), salt));
    expect(secretKey).toMatch(/^sk_[0-9A-Za-z]{40}$/);
    expect(new Set([secretKey, deriveFirstSecretKey("other", salt), deriveFirstSecretKey(authSecret(), "other")]).size).toBe(3);
    expect(await createFirstProject(database.db, {}, authSecret())).toMatchObject({ secretKey: null });
  });
});

describe("setup", () => {
  test("creates the owner, names the project and returns working keys", async () => {
    const { ctx, publicKey, token } = await createProject();
    const inputs = setupInput(token);
    const { session, reply } = await setUp(ctx, inputs, createClient());
    expect(reply).toMatchObject({
      staff: { email: inputs.email, name: "Grace Hopper", role: "owner" },
      project: { name: "Launch", timeZone: "Europe/Berlin" },
      publicKey,
    });
    expect(await authenticateSession(db, session)).toMatchObject({ staffId: reply.staff.id, role: "owner" });
    expect(await authenticateKey(db, sha256Hex(reply.secretKey ?? ""))).toMatchObject({ projectId: ctx.projectId, kind: "secret_key" });
    expect(await queryRows(db, sql`select name, created_by from api_keys where hash = ${sha256Hex(reply.secretKey ?? "")}`)).toEqual([
      { name: "Secret key, created at setup", created_by: reply.staff.id },
    ]);
    expect(await queryRows(db, sql`select kind, actor_kind, actor_id from events where project_id = ${ctx.projectId} order by id`)).toEqual(
      [
        { kind: "key.created", actor_kind: "staff", actor_id: reply.staff.id },
        { kind: "project.set_up", actor_kind: "staff", actor_id: reply.staff.id },
      ],
    );
    expect((await signIn(ctx, { email: inputs.email, password: testPassword }, createClient())).reply.staff.id).toBe(reply.staff.id);
  });

  test("works once", async () => {
    const { ctx, token } = await createProject();
    await setUp(ctx, setupInput(token), createClient());
    expect(await getErrorName(setUp(ctx, { ...setupInput(token), project: "Taken over" }, createClient()))).toBe("already_set_up");
    expect(await listOwners(ctx)).toHaveLength(1);
    expect(await queryRows(db, sql`select name from projects where id = ${ctx.projectId}`)).toEqual([{ name: "Launch" }]);
  });

  test("creates one owner and one key with simultaneous requests, and uses that request's project name", async () => {
    const { ctx, token } = await createProject();
    const otherCtx = { ...ctx, db: app.openSecondPool().ctx.db };
    const inputs = Array.from({ length: 8 }, (_, i) => ({ ...setupInput(token), project: `Launch ${i}` }));
    const outcomes = await Promise.all(inputs.map((each, i) => getOutcome(setUp(i % 2 ? ctx : otherCtx, each, createClient()))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "already_set_up")).toHaveLength(7);
    const winner = inputs[outcomes.indexOf("done")];
    expect(await listOwners(ctx)).toMatchObject([{ email: winner?.email }]);
    expect(await queryRows(db, sql`select name from projects where id = ${ctx.projectId}`)).toEqual([{ name: winner?.project }]);
    expect(await queryRows(db, sql`select from api_keys where project_id = ${ctx.projectId} and kind = 'secret_key'`)).toHaveLength(2);
  });

  test("stays complete while the owner is disabled", async () => {
    const { ctx, token } = await createProject();
    await insertStaff(ctx, { role: "owner", disabled: true });
    expect(await getErrorName(setUp(ctx, setupInput(token), createClient()))).toBe("already_set_up");
  });
});

describe("an unattended installation", () => {
  const owner = { email: "grace@example.org", password: "ﬁne passwords are long" };

  test.each([
    ["a valid email", { ...owner, email: "grace" }],
    ["a valid password", { ...owner, password: "short" }],
  ])("requires %s", async (_, input) => {
    await expect(createOwner(db, input)).rejects.toThrow(/valid email and a password/);
    expect(await needsOwner(db)).toBe(true);
  });

  test("creates its owner once across nodes, after which the setup link doesn't work anymore", async () => {
    const ctx: Context = { ...app.ctx, actor: { kind: "system", id: null } };
    const token = (await getSetupToken(db, authSecret())) ?? "";
    expect(await getSetupState(db, token, authSecret())).toEqual({ kind: "ready", token });
    for (const wrong of [null, "", token.slice(1), token.toUpperCase(), deriveSetupToken("another", "salt")])
      expect(await getSetupState(db, wrong, authSecret())).toEqual({ kind: "invalid_link" });
    expect(token).toBe(deriveSetupToken(authSecret(), await getClientSalt(db, ctx.projectId)));

    const owners = [1, 2, 3, 4].map((i) => ({ ...owner, email: ` Grace${i}@Example.org ` }));
    const results = await Promise.all(owners.map((each) => createOwner(db, each)));
    expect(results.filter(Boolean)).toHaveLength(1);
    const email = `grace${results.indexOf(true) + 1}@example.org`;
    expect(await createOwner(db, { ...owner, email: "another@example.org" })).toBe(false);
    expect(await listOwners(ctx)).toMatchObject([{ email }]);
    expect(await needsOwner(db)).toBe(false);
    expect(await getSetupToken(db, authSecret())).toBeNull();
    expect(await getSetupState(db, token, authSecret())).toEqual({ kind: "complete" });
    expect(await getErrorName(setUp(ctx, setupInput(token), createClient()))).toBe("already_set_up");
    // Sign-in normalizes compatible characters.
    expect((await signIn(ctx, { email, password: "fine passwords are long" }, createClient())).reply.staff.role).toBe("owner");
  });
});
