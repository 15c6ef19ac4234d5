import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { endpoints } from "@/contract";
import { allowsEndpoint, type Endpoint } from "@/contract/endpoint";
import { updateProjectEndpoint } from "@/contract/project";
import { queryRows } from "@/db/query";
import { apiClient, callRoute } from "./harness/api";
import { createCookie, insertCode, insertProject, secondsFromNow, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const api = apiClient(null);

/** Creates a project with an owner's cookie. */
async function createOwner() {
  const project = await insertProject(app.ctx);
  return { ...project, cookie: await createCookie(project.ctx, { role: "owner" }) };
}

const getStatus = async (key: string) => (await apiClient(key).get("/codes?limit=1")).status;

/** Moves the clock of this process forward by one second, after which it doesn't use keys that were cached before. */
function skipSecond(): void {
  const now = Date.now.bind(Date);
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now() + 1000);
  onTestFinished(() => clock.mockRestore());
}

test("only owners can manage keys, and API keys can't", async () => {
  const { ctx, secretKey, cookie } = await createOwner();
  expect((await api.get("/keys", { cookie })).data).toHaveLength(2);
  expect(await api.get("/keys", { cookie: await createCookie(ctx, { role: "admin" }) })).toMatchObject({ error: "role_required" });
  expect(await apiClient(secretKey).get("/keys")).toMatchObject({ status: 403, error: "session_required" });
});

test("a new secret key is shown once, works immediately and is never listed", async () => {
  const { cookie } = await createOwner();
  const { data } = await api.post("/keys", { kind: "secret_key", name: " Shop " }, { cookie });
  expect(data).toMatchObject({ kind: "secret_key", name: "Shop", value: null, key: expect.stringMatching(/^sk_\w{40}$/) });
  expect(await getStatus(data.key)).toBe(200);
  const { text } = await api.get("/keys", { cookie });
  expect(text).toContain(data.id);
  expect(text).not.toContain(data.key);
});

test("a revoked key is rejected within one second in every process", async () => {
  const { cookie } = await createOwner();
  const pool = app.openSecondPool();
  const { data } = await api.post("/keys", { kind: "secret_key", name: "Shop" }, { cookie });
  expect(await Promise.all([getStatus(data.key), app.runOnPool(pool, () => getStatus(data.key))])).toEqual([200, 200]);
  expect(await api.call("DELETE", `/keys/${data.id}`, { cookie })).toMatchObject({ status: 200, data: { id: data.id } });
  skipSecond();
  expect(await Promise.all([getStatus(data.key), app.runOnPool(pool, () => getStatus(data.key))])).toEqual([401, 401]);
});

test("a client can use the old key until the overlap ends", async () => {
  const { cookie, ctx, secretKey, db } = await createOwner();
  const id = ctx.actor.id ?? "";
  const { data } = await api.post(`/keys/${id}/rotate`, { overlapHours: 24 }, { cookie });
  expect(await Promise.all([getStatus(secretKey), getStatus(data.key)])).toEqual([200, 200]);
  expect((await api.get("/keys", { cookie })).data).toContainEqual(expect.objectContaining({ id, expiresAt: expect.any(String) }));
  await db.execute(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${id}`);
  skipSecond();
  expect(await apiClient(secretKey).get("/codes")).toMatchObject({ status: 401, error: "bad_key" });
  expect(await getStatus(data.key)).toBe(200);
  expect(await api.post(`/keys/${id}/rotate`, { overlapHours: 1 }, { cookie })).toMatchObject({ status: 404, error: "key_not_found" });
});

test("the last public key can be rotated but not revoked", async () => {
  const { cookie, publicCtx, publicKey, ctx } = await createOwner();
  const id = publicCtx.actor.id ?? "";
  expect(await api.call("DELETE", `/keys/${id}`, { cookie })).toMatchObject({ status: 409, error: "last_key" });
  const { data } = await api.post(`/keys/${id}/rotate`, { overlapHours: 0 }, { cookie });
  expect(data.value).toBe(data.key);
  const claim = async (key: string) =>
    (await apiClient(key).post("/codes/claim", { code: await insertCode(ctx), email: uniqueEmail() })).status;
  expect(await claim(data.key)).toBe(200);
  skipSecond();
  expect(await claim(publicKey)).toBe(401);
});

test.each([-1, 0.5, 24 * 30 + 1, "24", null])("an overlap of %j hours is rejected", async (overlapHours) => {
  const { cookie, ctx } = await createOwner();
  expect(await api.post(`/keys/${ctx.actor.id}/rotate`, { overlapHours }, { cookie })).toMatchObject({
    error: "invalid_input",
    fields: { overlapHours: [expect.any(String)] },
  });
});

describe("allowed origins", () => {
  test("are stored as browsers send them, and apply within one second", async () => {
    const { cookie, publicKey, ctx } = await createOwner();
    const origins = ["https://WWW.example.org/", " https://www.example.org", "http://localhost:5173"];
    const { data } = await api.call("PUT", "/keys/origins", { cookie, body: { origins } });
    expect(data.allowedOrigins).toEqual(["https://www.example.org", "http://localhost:5173"]);
    const from = async (origin: string) => {
      const body = { code: await insertCode(ctx), email: uniqueEmail() };
      return (await callRoute("POST", "/codes/claim", { key: publicKey, body, headers: { origin } })).status;
    };
    skipSecond();
    expect(await from("https://evil.example")).toBe(403);
    expect(await from("https://www.example.org")).toBe(200);
  });

  test.each(["www.example.org", "https://www.example.org/shop", "ftp://example.org", "*", "https://a@example.org", "null"])(
    "can't include %s",
    async (origin) => {
      const { cookie } = await createOwner();
      const response = await api.call("PUT", "/keys/origins", { cookie, body: { origins: ["https://example.org", origin] } });
      expect(response).toMatchObject({ error: "invalid_input", fields: { "origins.1": [expect.any(String)] } });
    },
  );
});

test("a key with scopes can only use their endpoints", async () => {
  const { cookie } = await createOwner();
  const createScopedApi = async (...scopes: string[]) =>
    apiClient((await api.post("/keys", { kind: "secret_key", name: "Shop", scopes }, { cookie })).data.key);
  const requests: [string, string, object?][] = [
    ["GET", "/codes"],
    ["POST", "/codes/generate", { amount: 1, type: "creative" }],
    ["GET", "/leads"],
    ["POST", "/leads/create", { email: uniqueEmail() }],
    ["POST", "/leads/lookup", { emails: [uniqueEmail()] }],
    ["GET", "/sends"],
    ["GET", "/events"],
    ["GET", "/jobs/00000000-0000-7000-8000-000000000001"],
  ];
  const listAllowed = async (scopedApi: ReturnType<typeof apiClient>) => {
    const allowed: string[] = [];
    for (const [method, path, body] of requests) {
      const { error, status } = await scopedApi.call(method, path, { body });
      if (error === "scope_required") expect(status).toBe(403);
      else allowed.push(`${method} ${path.replace(/\/0.*/, "")}`);
    }
    return allowed;
  };
  const reads = ["GET /codes", "GET /leads", "POST /leads/lookup", "GET /sends", "GET /events", "GET /jobs"];
  expect(await listAllowed(await createScopedApi("read"))).toEqual(reads);
  expect(await listAllowed(await createScopedApi("codes"))).toEqual(["GET /codes", "POST /codes/generate", "GET /jobs"]);
  expect(await listAllowed(await createScopedApi("leads"))).toEqual([
    "GET /leads",
    "POST /leads/create",
    "POST /leads/lookup",
    "GET /jobs",
  ]);
  expect(await listAllowed(await createScopedApi("sends", "read"))).toEqual(reads);
  expect(await listAllowed(await createScopedApi("everything", "read"))).toHaveLength(requests.length);
});

const webhookCalls = [
  ...["", "/deliveries", "/:id", "/:id/deliveries/:event"].map((path) => `GET /webhooks${path}`),
  "POST /webhooks",
  "PATCH /webhooks/:id",
  "DELETE /webhooks/:id",
  ...["rotate-secret", "test", "pause", "resume", "recover", "deliveries/:event/retry"].map((step) => `POST /webhooks/:id/${step}`),
];

describe("a secret key with the scope settings", () => {
  const createApi = async (scopes: string[]) => {
    const { cookie, ctx } = await createOwner();
    const { data } = await api.post("/keys", { kind: "secret_key", name: "Deploy", scopes }, { cookie });
    return { ctx, keyId: data.id as string, stored: data.scopes as string[], scoped: apiClient(data.key) };
  };

  test("reads the project and changes the settings for integrations, and the activity names the key", async () => {
    const { ctx, keyId, scoped } = await createApi(["settings"]);
    const settings = {
      redirectUrl: "https://app.example.org/welcome",
      returnUrls: ["https://staging.example.org/"],
      claimPageUrl: "https://app.example.org/claim",
      successMessage: "Welcome!",
      joinSuccessMessage: "Thank you!",
      joinRedirectUrl: "https://app.example.org/joined",
      referralPageUrl: "https://app.example.org/join",
      requireClaimConfirmation: true,
    };
    expect((await scoped.call("PATCH", "/project", { body: settings })).data).toMatchObject(settings);
    const origins = ["https://app.example.org"];
    expect((await scoped.call("PUT", "/keys/origins", { body: { origins } })).data.allowedOrigins).toEqual(origins);
    expect((await scoped.get("/project")).data).toMatchObject({ ...settings, allowedOrigins: origins });
    const events = await queryRows(
      ctx.db,
      sql`select kind, actor_kind, actor_id, data from events where project_id = ${ctx.projectId} and actor_id = ${keyId} order by id`,
    );
    const actor = { actor_kind: "secret_key", actor_id: keyId };
    expect(events).toMatchObject([
      { kind: "project.updated", ...actor, data: { fields: expect.arrayContaining(Object.keys(settings)) } },
      { kind: "origins.updated", ...actor, data: { origins: 1 } },
    ]);
  });

  test("can't change other settings, and is told which ones", async () => {
    const { scoped } = await createApi(["settings"]);
    const before = (await scoped.get("/project")).data;
    const staffFields = Object.keys(updateProjectEndpoint.body.shape).filter((field) => !updateProjectEndpoint.keyFields?.includes(field));
    expect(staffFields).toEqual(expect.arrayContaining(["name", "consentText", "doubleOptIn", "homePage", "binDays"]));
    for (const [field, value] of Object.entries({ name: "Mine", consentText: null, doubleOptIn: false, questions: [], logo: null })) {
      const answer = await scoped.call("PATCH", "/project", { body: { redirectUrl: "https://evil.example/", [field]: value } });
      expect(answer).toMatchObject({ status: 400, error: "invalid_input", fields: { [field]: ["can't be set with an API key"] } });
      expect(Object.keys(answer.fields ?? {})).toEqual([field]);
    }
    expect((await scoped.get("/project")).data).toEqual(before);
  });

  test("can't do anything else, such as managing keys, the team or email delivery", async () => {
    const { scoped } = await createApi(["settings"]);
    const allowed = Object.values<Endpoint>(endpoints).filter(
      (endpoint) => endpoint.access.includes("secret_key") && allowsEndpoint(["settings"], endpoint),
    );
    expect(allowed.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      ...["GET /jobs/:id", "GET /jobs", "GET /project", "PATCH /project", "PUT /keys/origins", ...webhookCalls].sort(),
    ]);
    for (const [method, path] of [
      ["GET", "/keys"],
      ["POST", "/keys"],
      ["GET", "/team"],
      ["GET", "/project/email-delivery"],
      ["PATCH", "/team/sign-in"],
    ] as const)
      expect((await scoped.call(method, path, method === "GET" ? {} : { body: {} })).error, path).toBe("session_required");
    for (const [method, path] of [
      ["GET", "/leads"],
      ["POST", "/project/pause"],
      ["PUT", "/block-list"],
    ] as const)
      expect((await scoped.call(method, path, method === "GET" ? {} : { body: {} })).error, path).toBe("scope_required");
    expect(await scoped.get("/webhooks")).toMatchObject({ status: 200, data: [] });
  });

  test.each([
    [["everything"], "POST", "/webhooks", "settings", "Full access doesn't include it"],
    [["codes", "leads"], "GET", "/webhooks", "read", "codes, leads don't include it"],
    [["codes"], "GET", "/events/feed", "events", "codes doesn't include it"],
    [["codes"], "GET", "/leads", "leads", "codes doesn't include it"],
    [["read"], "POST", "/project/pause", "everything", "read doesn't include it"],
  ] as const)("is named if a key with the scopes %j needs another one for %s %s", async (scopes, method, path, scope, missing) => {
    const { scoped } = await createApi([...scopes]);
    expect(await scoped.call(method, path, method === "GET" ? {} : { body: {} })).toMatchObject({
      status: 403,
      error: "scope_required",
      message: `This needs a key with the scope ${scope}. ${missing}. An owner creates one in Settings › API keys.`,
      details: { scope, retryable: false },
    });
  });

  test("isn't what a key with full access is, unless the scope is named too", async () => {
    const full = await createApi(["everything"]);
    expect((await full.scoped.get("/project")).status).toBe(200);
    expect((await full.scoped.call("PATCH", "/project", { body: { redirectUrl: null } })).error).toBe("scope_required");
    expect((await full.scoped.call("PUT", "/keys/origins", { body: { origins: [] } })).error).toBe("scope_required");
    const both = await createApi(["read", "settings", "everything"]);
    expect(both.stored).toEqual(["settings", "everything"]);
    expect((await both.scoped.call("PATCH", "/project", { body: { redirectUrl: null } })).status).toBe(200);
    expect((await both.scoped.get("/leads?limit=1")).status).toBe(200);
  });

  test("keeps its scope when it's rotated", async () => {
    const { cookie } = await createOwner();
    const { data } = await api.post("/keys", { kind: "secret_key", name: "Deploy", scopes: ["settings"] }, { cookie });
    const rotated = await api.post(`/keys/${data.id}/rotate`, { overlapHours: 0 }, { cookie });
    expect(rotated.data.scopes).toEqual(["settings"]);
  });
});

test("an expired key is rejected", async () => {
  const { cookie, db } = await createOwner();
  const expiresAt = secondsFromNow(3600);
  const { data } = await api.post("/keys", { kind: "secret_key", name: "Shop", expiresAt }, { cookie });
  expect([data.expiresAt, await getStatus(data.key)]).toEqual([expiresAt, 200]);
  await db.execute(sql`update api_keys set expires_at = now() - interval '1 second' where id = ${data.id}`);
  skipSecond();
  expect(await getStatus(data.key)).toBe(401);
});

test("every tag of an endpoint for secret keys belongs to a scope or is only for keys with full access", async () => {
  const tags = new Set(
    Object.values(endpoints)
      .filter(({ access }) => access.includes("secret_key"))
      .map(({ tag }) => tag),
  );
  const scoped = [...tags].filter((tag) =>
    (["codes", "leads", "sends"] as const).some((scope) => allowsEndpoint([scope], { method: "POST", tag })),
  );
  expect([...tags].filter((tag) => !scoped.includes(tag)).sort()).toEqual([
    "Bin",
    "Events",
    "Exports",
    "Jobs",
    "Keys",
    "Overview",
    "Project",
    "Webhooks",
  ]);
});
