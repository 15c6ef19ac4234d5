import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInLimits } from "@/contract/session";
import { queryRows } from "@/db/query";
import { authSecret } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { getErrorName, getOutcome } from "@/tests/harness/errors";
import { insertProject, uniqueId } from "@/tests/harness/factories";
import { insertStaff, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { authenticateKey } from "../keys/key";
import { getClientSalt } from "../projects/salt";
import { authenticateSession } from "./sessions";
import { createOwner, deriveSetupToken, getSetupState, getSetupToken, needsOwner, setUp } from "./setup";
import { signIn } from "./sign-in";

const world = await createTestApp({ max: 20 });
const { db } = world;
let clients = 0;
const aClient = () => ({ userAgent: "", ipAddress: `198.51.100.${++clients}` });

/** A project that waits for its owner, as nobody asks it: the service itself acts. */
async function aNewProject(): Promise<{ ctx: Context; publicKey: string; token: string }> {
  const { ctx, publicKey } = await insertProject(world.ctx, { name: "Gatehouse" });
  const token = deriveSetupToken(authSecret(), await getClientSalt(db, ctx.projectId));
  return { ctx: { ...ctx, actor: { kind: "system", id: null } }, publicKey, token };
}

const ask = (token: string) => ({
  token,
  name: "Grace Hopper",
  email: `grace-${uniqueId()}@example.org`,
  password: testPassword,
  project: "Launch",
  timeZone: "Europe/Berlin",
});
const ownersOf = ({ projectId }: Context) =>
  queryRows<{ id: string; email: string }>(db, sql`select id, email from staff where project_id = ${projectId} and role = 'owner'`);

describe("the link's token", () => {
  test("is the same on every node that has the secret, and another for another project or secret", () => {
    expect(deriveSetupToken("secret", "salt")).toBe(deriveSetupToken("secret", "salt"));
    expect(deriveSetupToken("secret", "salt")).toMatch(/^[0-9a-f]{64}$/);
    expect(new Set([deriveSetupToken("secret", "salt"), deriveSetupToken("secret", "other"), deriveSetupToken("other", "salt")]).size).toBe(
      3,
    );
  });

  test.each(["0".repeat(64), "x", "ü".repeat(200)])("cannot be %j", async (token) => {
    const { ctx } = await aNewProject();
    expect(await getErrorName(setUp(ctx, ask(token), aClient()))).toBe("link_not_valid");
    expect(await ownersOf(ctx)).toEqual([]);
  });

  test("of another project does not work", async () => {
    const [one, other] = [await aNewProject(), await aNewProject()];
    expect(await getErrorName(setUp(one.ctx, ask(other.token), aClient()))).toBe("link_not_valid");
  });

  test("cannot be guessed for long", async () => {
    const { ctx, token } = await aNewProject();
    const client = aClient();
    for (let i = 0; i < signInLimits.client.limit; i++) await getOutcome(setUp(ctx, ask("0"), client));
    expect(await getErrorName(setUp(ctx, ask(token), client))).toBe("too_many_requests");
  });
});

describe("setting up", () => {
  test("makes the owner, names the project, and answers keys that work", async () => {
    const { ctx, publicKey, token } = await aNewProject();
    const asked = ask(token);
    const { session, reply } = await setUp(ctx, asked, aClient());
    expect(reply).toMatchObject({
      staff: { email: asked.email, name: "Grace Hopper", role: "owner" },
      project: { name: "Launch", timeZone: "Europe/Berlin" },
      publicKey,
    });
    expect(await authenticateSession(db, session)).toMatchObject({ staffId: reply.staff.id, role: "owner" });
    expect(await authenticateKey(db, sha256Hex(reply.secretKey))).toMatchObject({ projectId: ctx.projectId, kind: "secret_key" });
    expect(await queryRows(db, sql`select name, created_by from api_keys where hash = ${sha256Hex(reply.secretKey)}`)).toEqual([
      { name: "Shown at set-up", created_by: reply.staff.id },
    ]);
    expect(await queryRows(db, sql`select kind, actor_kind, actor_id from events where project_id = ${ctx.projectId}`)).toEqual([
      { kind: "project.set_up", actor_kind: "staff", actor_id: reply.staff.id },
    ]);
    expect((await signIn(ctx, { email: asked.email, password: testPassword }, aClient())).reply.staff.id).toBe(reply.staff.id);
  });

  test("is done once", async () => {
    const { ctx, token } = await aNewProject();
    await setUp(ctx, ask(token), aClient());
    expect(await getErrorName(setUp(ctx, { ...ask(token), project: "Taken over" }, aClient()))).toBe("already_set_up");
    expect(await ownersOf(ctx)).toHaveLength(1);
    expect(await queryRows(db, sql`select name from projects where id = ${ctx.projectId}`)).toEqual([{ name: "Launch" }]);
  });

  test("by many at once makes one owner and one key, and the project is named by whoever that is", async () => {
    const { ctx, token } = await aNewProject();
    const elsewhere = { ...ctx, db: world.openSecondPool().ctx.db };
    const asked = Array.from({ length: 8 }, (_, i) => ({ ...ask(token), project: `Launch ${i}` }));
    const outcomes = await Promise.all(asked.map((each, i) => getOutcome(setUp(i % 2 ? ctx : elsewhere, each, aClient()))));
    expect(outcomes.filter((each) => each === "done")).toHaveLength(1);
    expect(outcomes.filter((each) => each === "already_set_up")).toHaveLength(7);
    const winner = asked[outcomes.indexOf("done")];
    expect(await ownersOf(ctx)).toMatchObject([{ email: winner?.email }]);
    expect(await queryRows(db, sql`select name from projects where id = ${ctx.projectId}`)).toEqual([{ name: winner?.project }]);
    expect(await queryRows(db, sql`select from api_keys where project_id = ${ctx.projectId} and kind = 'secret_key'`)).toHaveLength(2);
  });

  test("is over while the owner is disabled", async () => {
    const { ctx, token } = await aNewProject();
    await insertStaff(ctx, { role: "owner", disabled: true });
    expect(await getErrorName(setUp(ctx, ask(token), aClient()))).toBe("already_set_up");
  });
});

describe("an install without a person", () => {
  const owner = { email: "grace@example.org", password: "ﬁne passwords are long" };

  test.each([
    ["an address", { ...owner, email: "grace" }],
    ["a password", { ...owner, password: "short" }],
  ])("needs %s", async (_, given) => {
    await expect(createOwner(db, given)).rejects.toThrow(/address and a password/);
    expect(await needsOwner(db)).toBe(true);
  });

  test("gets the owner it names once, from however many nodes, who signs in as anybody does; then no link works any more", async () => {
    const ctx: Context = { ...world.ctx, actor: { kind: "system", id: null } };
    const token = (await getSetupToken(db, authSecret())) ?? "";
    expect(await getSetupState(db, token, authSecret())).toEqual({ kind: "asks", token });
    for (const wrong of [null, "", token.slice(1), token.toUpperCase(), deriveSetupToken("another", "salt")])
      expect(await getSetupState(db, wrong, authSecret())).toEqual({ kind: "no_link" });
    expect(token).toBe(deriveSetupToken(authSecret(), await getClientSalt(db, ctx.projectId)));

    const owners = [1, 2, 3, 4].map((i) => ({ ...owner, email: ` Grace${i}@Example.org ` }));
    const made = await Promise.all(owners.map((each) => createOwner(db, each)));
    expect(made.filter(Boolean)).toHaveLength(1);
    const email = `grace${made.indexOf(true) + 1}@example.org`;
    expect(await createOwner(db, { ...owner, email: "another@example.org" })).toBe(false);
    expect(await ownersOf(ctx)).toMatchObject([{ email }]);
    expect(await needsOwner(db)).toBe(false);
    expect(await getSetupToken(db, authSecret())).toBeNull();
    expect(await getSetupState(db, token, authSecret())).toEqual({ kind: "set_up" });
    expect(await getErrorName(setUp(ctx, ask(token), aClient()))).toBe("already_set_up");
    // As it is typed at sign-in, where compatible letters are one.
    expect((await signIn(ctx, { email, password: "fine passwords are long" }, aClient())).reply.staff.role).toBe("owner");
  });
});
