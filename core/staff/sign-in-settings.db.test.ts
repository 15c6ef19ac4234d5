import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queryRows } from "@/db/query";
import { apiClient } from "@/tests/harness/api";
import { getErrorName } from "@/tests/harness/errors";
import { insertProject } from "@/tests/harness/factories";
import { insertPasskey } from "@/tests/harness/passkey";
import { insertStaffWithSecondFactor, uniqueClient } from "@/tests/harness/second-factor";
import { createCookie, insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import { removePasskey } from "./passkeys";
import { signInWithProvider } from "./sign-in";
import { getSignInSettings, updateSignInSettings } from "./sign-in-settings";

const app = await createTestApp();
const api = apiClient(null);

async function createProject() {
  const { ctx } = await insertProject(app.ctx);
  return { ctx, owner: await staffContext(ctx, { role: "owner" }) };
}

test("an update changes only the given settings and records their names", async () => {
  const { ctx, owner } = await createProject();
  await updateSignInSettings(owner, { requireSecondFactor: true, trustedProviders: ["oidc"] });
  expect(await updateSignInSettings(owner, { requireSecondFactor: true, disabledProviders: ["github"] })).toEqual({
    requireSecondFactor: true,
    disabledProviders: ["github"],
    trustedProviders: ["oidc"],
  });
  expect(await getSignInSettings(owner)).toMatchObject({ disabledProviders: ["github"] });
  expect(await queryRows(ctx.db, sql`select kind, data from events where project_id = ${ctx.projectId} order by id`)).toEqual([
    { kind: "project.updated", data: { fields: ["requireSecondFactor", "trustedProviders"] } },
    { kind: "project.updated", data: { fields: ["disabledProviders"] } },
  ]);
});

test("providers that another owner changed aren't replaced by a request that expects others", async () => {
  const { owner } = await createProject();
  const read = await updateSignInSettings(owner, { disabledProviders: ["github"] });
  await updateSignInSettings(owner, { disabledProviders: ["github", "google"], expected: read });
  expect(await getErrorName(updateSignInSettings(owner, { disabledProviders: ["github", "oidc"], expected: read }))).toBe(
    "project_changed",
  );
  expect(await updateSignInSettings(owner, { requireSecondFactor: true, expected: read })).toMatchObject({
    requireSecondFactor: true,
    disabledProviders: ["github", "google"],
  });
});

test("only owners can read and change the sign-in settings", async () => {
  const { ctx } = await createProject();
  const callAs = async (role: "owner" | "admin") => {
    const cookie = await createCookie(ctx, { role });
    const responses = [await api.get("/team/sign-in", { cookie }), await api.call("PATCH", "/team/sign-in", { cookie, body: {} })];
    return responses.map(({ error }) => error);
  };
  expect(await callAs("owner")).toEqual([undefined, undefined]);
  expect(await callAs("admin")).toEqual(["role_required", "role_required"]);
});

describe("when everyone needs a second factor", () => {
  test("a member without one can only set one up, from the next request on", async () => {
    const { ctx, owner } = await createProject();
    const member = await insertStaff(ctx, { role: "admin" });
    const cookie = await createCookie(ctx, member);
    const list = async () => (await api.get("/codes", { cookie })).error ?? "done";
    expect(await list()).toBe("done");
    await updateSignInSettings(owner, { requireSecondFactor: true });
    expect(await list()).toBe("second_factor_setup_required");
    for (const [method, path] of [
      ["GET", "/team"],
      ["GET", "/overview"],
      ["DELETE", "/keys/019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66"],
    ] as const)
      expect((await api.call(method, path, { cookie })).error, path).toBe("second_factor_setup_required");
    for (const path of ["/session", "/sessions", "/account/passkeys"]) expect((await api.get(path, { cookie })).status, path).toBe(200);

    const [session] = await queryRows<{ id: string }>(ctx.db, sql`select id from sessions where staff_id = ${member.id}::uuid`);
    const memberCtx = { ...ctx, actor: { kind: "staff", id: member.id, sessionId: session?.id ?? "" } } as const;
    const { passkey } = await insertPasskey(memberCtx);
    expect(await list()).toBe("done");
    await removePasskey(memberCtx, passkey.id, { password: testPassword }, uniqueClient());
    expect(await list()).toBe("second_factor_setup_required");
    await updateSignInSettings(owner, { requireSecondFactor: false });
    expect(await list()).toBe("done");
  });

  test("members with an authenticator app, API keys and other projects aren't affected", async () => {
    const { ctx, owner } = await createProject();
    const { ctx: otherCtx } = await createProject();
    await updateSignInSettings(owner, { requireSecondFactor: true });
    const cookies = [await createCookie(ctx, await insertStaffWithSecondFactor(ctx)), await createCookie(otherCtx)];
    for (const cookie of cookies) expect((await api.get("/codes", { cookie })).status).toBe(200);
    expect((await api.get("/codes", { key: app.secretKey })).status).toBe(200);
  });

  test("the second factor of a trusted identity provider is enough", async () => {
    const { ctx, owner } = await createProject();
    const { createSessionCookie } = await import("@/server/session-cookie");
    const { email } = await insertStaff(ctx);
    const identity = { provider: "oidc", issuer: "https://id.example", subject: email, email, name: "" };
    const result = await signInWithProvider(ctx, identity, uniqueClient());
    if (!result) throw new Error("not signed in");
    const [cookie = ""] = (await createSessionCookie(result.session)).split(";");
    const list = async () => (await api.get("/codes", { cookie })).error ?? "done";
    await updateSignInSettings(owner, { requireSecondFactor: true });
    expect(await list()).toBe("second_factor_setup_required");
    await updateSignInSettings(owner, { trustedProviders: ["oidc"] });
    expect(await list()).toBe("done");
  });
});
