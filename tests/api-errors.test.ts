import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { defaultEmailTemplates } from "@/contract/default-email-templates";
import { customerMessage, ErrorBody } from "@/contract/error-body";
import { apiErrors, type ErrorName } from "@/contract/errors";
import { holdLimits, webhookLimits } from "@/contract/limits";
import type { Role } from "@/contract/roles";
import { updateBlockList } from "@/core/abuse-protection/block-list";
import { lock } from "@/core/locks";
import { pauseProject } from "@/core/projects/pause";
import { getClientSalt } from "@/core/projects/record";
import { updateProject } from "@/core/projects/update";
import { deriveSetupToken } from "@/core/staff/setup";
import { updateSignInSettings } from "@/core/staff/sign-in-settings";
import { createView } from "@/core/views/views";
import { openDatabase } from "@/db/client";
import { authSecret } from "@/lib/env";
import { apiClient, callRoute } from "./harness/api";
import { insertBatch, insertCode, insertLead, insertProject, secondsFromNow, uniqueEmail, uniqueId } from "./harness/factories";
import { createAuthenticator, insertPasskey } from "./harness/passkey";
import { exhaustRateLimit } from "./harness/rate-limits";
import { insertStaffWithSecondFactor, wrongTotpCode } from "./harness/second-factor";
import { createCookie, insertStaff, staffContext } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey, publicKey, db } = app;
const api = apiClient(secretKey);
const email = "ada@example.org";
const id = "019aa6c5-8f5e-7d3a-9b51-1f0a4c2d7e66";
const signIn = (body: object) => api.post("/session", body, { key: null, ipAddress: `198.51.100.${++attempts}` });
let attempts = 0;
/** Calls the API with the session of a staff member in this role. */
const callAs = async (role: Role, method: string, path: string, body?: object) =>
  api.call(method, path, { cookie: await createCookie(ctx, { role }), body });
const createPausedProject = async () => {
  const project = await insertProject(ctx);
  await pauseProject(project.ctx, { pause: ["claims", "sign_ups"] });
  return project;
};
const claim = async (facts: Parameters<typeof insertCode>[1]) => api.post("/codes/claim", { code: await insertCode(ctx, facts), email });

/** A request for each error of the contract that a caller can cause. */
const errorCases: Record<Exclude<ErrorName, "internal" | "unavailable" | "not_ready">, () => ReturnType<typeof api.post>> = {
  invalid_json: () => api.post("/codes/claim", "{"),
  import_not_found: () => api.get(`/imports/${id}`),
  import_not_readable: () => api.post("/imports", "email"),
  import_not_ready: async () => {
    const { data } = await api.post("/imports", "email\nada@example.org");
    return api.post(`/imports/${data.id}/run`, {});
  },
  print_not_found: () => api.get(`/prints/${id}`),
  print_not_ready: async () => {
    const { data } = await api.post("/prints", { codes: [await insertCode(ctx)], format: "svg" });
    return api.get(`/prints/${data.id}/file`);
  },
  invalid_input: () => api.post("/codes/claim", {}),
  bin_entry_not_found: () => api.post("/bin/restore", { deletion: id }),
  deletion_in_progress: async () => {
    const { data } = await api.post("/codes/bulk", { action: "delete", codes: [await insertCode(ctx)], bin: true });
    await db.execute(sql`update background_jobs set ended_at = null, status = 'running' where id = ${data.id}`);
    return api.post("/bin/restore", { deletion: data.id });
  },
  bad_key: () => api.get("/codes", { key: null }),
  not_signed_in: () => api.get("/session", { key: null }),
  invalid_credentials: async () => signIn({ email: (await insertStaff(ctx)).email, password: "not theirs" }),
  second_factor_required: async () => {
    const { email, password } = await insertStaffWithSecondFactor(ctx);
    return signIn({ email, password });
  },
  second_factor_invalid: async () => {
    const { email, password, secret } = await insertStaffWithSecondFactor(ctx);
    return signIn({ email, password, code: wrongTotpCode(secret) });
  },
  passkey_invalid: async () => api.post("/session/passkey", { passkey: createAuthenticator("").answer("") }, { key: null }),
  session_required: () => api.get("/session"),
  secret_key_in_browser: () => api.call("POST", "/codes/claim", { headers: { "sec-fetch-site": "cross-site" }, body: {} }),
  role_required: () => callAs("viewer", "GET", "/team"),
  cross_site: async () =>
    api.call("PATCH", "/codes/nowhere", {
      body: { paused: true },
      cookie: await createCookie(ctx),
      headers: { "sec-fetch-site": "cross-site" },
    }),
  invalid_password: () => callAs("viewer", "DELETE", "/account/second-factor", { password: "not theirs" }),
  confirmation_required: async () => {
    const cookie = await createCookie(ctx);
    await db.execute(sql`update sessions set created_at = now() - interval '1 hour'`);
    return api.post("/account/passkeys/challenge", {}, { cookie, key: null });
  },
  second_factor_setup_required: async () => {
    const { ctx: own } = await insertProject(ctx);
    await updateSignInSettings(await staffContext(own), { requireSecondFactor: true });
    return api.get("/codes", { cookie: await createCookie(own), key: null });
  },
  secret_key_required: () => api.get("/codes", { key: publicKey }),
  scope_required: async () => {
    const cookie = await createCookie(ctx, { role: "owner" });
    const { data } = await api.post("/keys", { kind: "secret_key", name: "Shop", scopes: ["leads"] }, { cookie, key: null });
    return api.get("/codes", { key: data.key });
  },
  origin_not_allowed: async () => {
    const strictProject = await insertProject(ctx, { allowedOrigins: ["https://shop.example"] });
    return api.post("/leads/create", { email }, { key: strictProject.publicKey, headers: { origin: "https://evil.example" } });
  },
  proof_required: async () => {
    const { ctx: own, publicKey: key } = await insertProject(ctx);
    await exhaustRateLimit(own, "guess");
    return api.post("/codes/claim", { code: "nowhere", email }, { key });
  },
  not_found: () => api.get("/nothing"),
  method_not_allowed: () => api.call("PATCH", "/leads"),
  body_too_large: () => api.post("/leads/create", { email, notes: "x".repeat(256 * 1024) }),
  encoding_not_supported: () => api.post("/leads/create", { email }, { headers: { "content-encoding": "gzip" } }),
  too_many_requests: async () => {
    const guess = () => api.post("/codes/claim", { code: "nowhere", email: uniqueEmail() }, { key: publicKey, ipAddress: "198.51.100.7" });
    for (let i = 0; i < 100; i++) await guess();
    return guess();
  },
  project_changed: () =>
    callAs("admin", "PATCH", "/project", { returnUrls: ["https://new.example/"], expected: { returnUrls: ["https://old.example/"] } }),
  email_template_changed: () =>
    callAs("admin", "PUT", "/email-templates/code", {
      ...defaultEmailTemplates.code,
      button: "Mine",
      expected: { ...defaultEmailTemplates.code, button: "Old" },
    }),
  block_list_changed: async () =>
    apiClient((await insertProject(ctx)).secretKey).call("PUT", "/block-list", { body: { expected: ["example.com"], entries: [] } }),
  claims_paused: async () => api.post("/codes/claim", { code: "nowhere", email }, { key: (await createPausedProject()).secretKey }),
  email_blocked: async () => {
    const { ctx: own, secretKey: key } = await insertProject(ctx);
    await updateBlockList(own, { entries: [email] });
    return api.post("/codes/claim", { code: "nowhere", email }, { key });
  },
  sign_ups_closed: async () => {
    const project = await insertProject(ctx);
    await updateProject(project.ctx, { signUpsCloseAt: secondsFromNow(-1) });
    return api.post("/leads/create", { email }, { key: project.publicKey });
  },
  waitlist_full: async () => {
    const project = await insertProject(ctx);
    await updateProject(project.ctx, { waitlistLimit: 1 });
    await insertLead(project.ctx, { onWaitlist: true });
    return api.post("/leads/create", { email, waitlist: true }, { key: project.publicKey });
  },
  sign_ups_paused: async () => api.post("/leads/create", { email }, { key: (await createPausedProject()).publicKey }),
  code_not_found: () => api.get("/codes/nowhere"),
  code_reserved: () => claim({ reservedFor: "grace@example.org" }),
  code_paused: () => claim({ paused: true }),
  code_expired: () => claim({ validUntil: secondsFromNow(-1) }),
  code_exhausted: () => claim({ claimedBy: ["grace@example.org"] }),
  code_not_started: () => claim({ validFrom: secondsFromNow(3600) }),
  code_domain_not_allowed: async () => {
    const { data } = await api.post("/codes/generate", { amount: 1, allowedDomains: ["example.com"] });
    return api.post("/codes/claim", { code: data[0].code, email });
  },
  batch_claimed: async () => {
    const { data } = await api.post("/codes/generate", { amount: 2, oncePerBatch: "email" });
    await api.post("/codes/claim", { code: data[0].code, email });
    return api.post("/codes/claim", { code: data[1].code, email });
  },
  code_held: async () => {
    const code = await insertCode(ctx);
    await api.post("/codes/hold", { code, email: "grace@example.org" });
    return api.post("/codes/claim", { code, email });
  },
  too_many_holds: async () => {
    const holds = Array.from({ length: holdLimits.perCode }, () => [uniqueEmail(), secondsFromNow(60)]);
    const code = await insertCode(ctx, { allowedClaims: 2 * holdLimits.perCode, holds: Object.fromEntries(holds) });
    return api.post("/codes/hold", { code, email });
  },
  code_redeemed_elsewhere: async () => {
    const batch = await insertBatch(ctx);
    const code = await insertCode(ctx, { batch });
    await api.call("PATCH", `/batches/${batch}`, { body: { redemptionUrl: "https://store.example/redeem?code={code}" } });
    return api.post("/codes/claim", { code, email }, { key: publicKey });
  },
  code_space_exhausted: async () => {
    await api.post("/codes/generate", { amount: 10, type: "numeric" });
    return api.post("/codes/generate", { amount: 1_000_000, type: "numeric" });
  },
  code_exists: async () => api.post("/codes/generate", { code: await insertCode(ctx), allowEasyToGuess: true }),
  code_handed_out: async () => api.post(`/codes/${await insertCode(ctx, { claimedBy: ["grace@example.org"] })}/new-words`),
  code_not_creative: async () => api.post(`/codes/${await insertCode(ctx, { type: "numeric", text: "004217" })}/new-words`),
  code_easy_to_guess: () => api.post("/codes/generate", { code: "4711" }),
  event_not_found: () => api.post("/webhooks/construct", { event: id }),
  code_changed: async () =>
    api.call("PATCH", `/codes/${await insertCode(ctx)}`, { body: { allowedClaims: 5, expected: { allowedClaims: 3 } } }),
  batch_changed: async () =>
    api.call("PATCH", `/batches/${await insertBatch(ctx)}`, { body: { name: "Spring", expected: { name: "Summer" } } }),
  batch_not_found: () => api.call("PATCH", `/batches/${id}`, { body: { paused: true } }),
  batch_paused: async () => {
    const code = await insertCode(ctx, { batch: await insertBatch(ctx, { paused: true }) });
    return api.call("PATCH", `/codes/${code}`, { body: { paused: false } });
  },
  external_id_exists: async () => {
    await insertLead(ctx, { externalId: "user_4711" });
    return api.post("/leads/create", { email: `${uniqueId()}@example.org`, externalId: "user_4711" });
  },
  lead_exists: async () => api.post("/leads/create", { email: await insertLead(ctx) }),
  lead_changed: async () =>
    api.call("PATCH", `/leads/email/${await insertLead(ctx)}`, { body: { notes: "Mine.", expected: { notes: "Outdated." } } }),
  lead_not_found: () => api.get("/leads/email/unknown@example.org"),
  referral_code_not_found: () => api.post("/leads/create", { email: `${uniqueId()}@example.org`, referralCode: "nowhere" }),
  invitation_over: async () => {
    const { sendId } = (await api.post("/leads/invite", { emails: [await insertLead(ctx, { email: "invited@example.org" })] })).data;
    const code = (await api.get(`/sends/${sendId}/deliveries`)).data[0].code;
    await api.post("/codes/claim", { code, email: "invited@example.org" });
    return api.post("/codes/decline", { code, email: "invited@example.org" });
  },
  no_one_to_invite: async () => api.post("/waves", { size: 1, filter: { minReferrals: 10_000 } }),
  wave_not_found: () => api.get(`/waves/${id}`),
  wave_sent: async () => {
    await insertLead(ctx, { onWaitlist: true });
    return api.post(`/waves/${(await api.post("/waves", { size: 1 })).data.id}/cancel`, {});
  },
  wave_not_recurring: async () => {
    await insertLead(ctx, { onWaitlist: true });
    return api.post(`/waves/${(await api.post("/waves", { size: 1 })).data.id}/pause`, {});
  },
  not_waiting: async () => api.post("/waitlist/move", { email: await insertLead(ctx), position: 1 }),
  claim_not_found: async () => api.post("/claims/revoke", { code: await insertCode(ctx), email }),
  email_not_needed: async () => api.post("/messages/resend", { email: await insertLead(ctx), kind: "confirm" }),
  lead_suppressed: async () => api.post("/messages/resend", { email: await insertLead(ctx, { suppressed: true }), kind: "joined" }),
  email_not_connected: () => api.post("/deliveries/send-saved"),
  report_not_verified: () => api.post("/inbound/postmark", { RecordType: "Bounce" }, { key: null }),
  report_not_readable: () => api.post("/inbound/dsn", "Hello"),
  job_not_found: () => api.get(`/jobs/${id}`),
  token_not_found: () => api.post("/claims/exchange", { token: "0".repeat(24) }),
  export_not_found: () => api.get(`/exports/${id}`),
  export_not_ready: async () => api.get(`/exports/${(await api.post("/exports", { list: "codes", format: "csv" })).data.id}/file`),
  view_changed: async () => {
    const { id: view } = await createView(ctx, { list: "leads", name: "VIPs", filters: {} });
    return callAs("member", "PATCH", `/views/${view}`, { name: "Guests", expected: { name: "Friends" } });
  },
  view_not_found: () => callAs("member", "DELETE", `/views/${id}`),
  suppression_changed: async () => {
    const suppressed = uniqueEmail();
    await api.post("/suppressions", { email: suppressed });
    return api.call("PATCH", `/suppressions/${suppressed}`, { body: { note: "Called.", expected: { note: "Wrote." } } });
  },
  suppression_not_found: () => api.call("DELETE", "/suppressions/unknown@example.org"),
  send_not_found: () => api.get(`/sends/${id}`),
  email_template_version_not_found: () => callAs("admin", "POST", `/email-templates/code/versions/${id}/restore`),
  nothing_to_send: async () => {
    const sent = await api.post("/codes/send", { code: await insertCode(ctx), emails: [await insertLead(ctx)] });
    return api.post(`/sends/${sent.data.sendId}/resend`);
  },
  link_not_valid: () => api.post("/password/reset", { token: "0", password: "a long password" }, { key: null }),
  sign_in_expired: () => api.post("/session/second-factor", { code: "123456" }, { key: null }),
  already_set_up: async () => {
    await insertStaff(ctx, { role: "owner" });
    const token = deriveSetupToken(authSecret(), await getClientSalt(db, ctx.projectId));
    const person = { name: "Grace Hopper", email, password: "a long password" };
    return api.post("/setup", { token, ...person, project: "Launch", timeZone: "UTC" }, { key: null });
  },
  staff_exists: async () => callAs("admin", "POST", "/team/invitations", { email: (await insertStaff(ctx)).email, role: "member" }),
  staff_not_found: () => callAs("admin", "PATCH", `/team/${id}`, { role: "member" }),
  invitation_not_found: () => callAs("admin", "DELETE", `/team/invitations/${id}`),
  last_owner: async () => {
    await db.execute(sql`update staff set role = 'member'`);
    const owner = await insertStaff(ctx, { role: "owner" });
    return api.call("DELETE", `/team/${owner.id}`, { cookie: await createCookie(ctx, owner) });
  },
  account_changed: () => callAs("viewer", "PATCH", "/account", { name: "Grace", expected: { name: "Someone" } }),
  passkey_not_found: () => callAs("viewer", "DELETE", `/account/passkeys/${id}`, {}),
  passkey_exists: async () => {
    const { authenticator } = await insertPasskey(await staffContext(ctx));
    const cookie = await createCookie(ctx);
    const { data } = await api.post("/account/passkeys/challenge", {}, { cookie, key: null });
    const body = { name: "Laptop", passkey: authenticator.register(data.options.challenge) };
    return api.post("/account/passkeys", body, { cookie, key: null });
  },
  webhook_not_found: () => callAs("admin", "PATCH", `/webhooks/${id}`, {}),
  webhook_delivery_not_found: () => callAs("viewer", "GET", `/webhooks/${id}/deliveries/${id}`),
  webhook_changed: async () => {
    const { data } = await callAs("admin", "POST", "/webhooks", { url: "https://192.0.1.1/hooks" });
    return callAs("admin", "PATCH", `/webhooks/${data.id}`, { description: "Shop", expected: { description: "CRM" } });
  },
  too_many_webhooks: async () => {
    await db.execute(sql`insert into webhooks (project_id, id, url, description, format, secret_encrypted, position)
      select ${ctx.projectId}, gen_random_uuid(), 'https://example.org', '', 'standard', '', ${id}::uuid from generate_series(1, ${webhookLimits.perProject})`);
    return callAs("admin", "POST", "/webhooks", { url: "https://192.0.1.1/hooks" });
  },
  session_not_found: () => callAs("viewer", "DELETE", `/sessions/${id}`),
  key_not_found: () => callAs("owner", "DELETE", `/keys/${id}`),
  last_key: async () => {
    const keys = (await callAs("owner", "GET", "/keys")).data as { id: string; kind: string }[];
    const cookie = await createCookie(ctx, { role: "owner" });
    const responses = [];
    for (const key of keys.filter(({ kind }) => kind === "public_key"))
      responses.push(await api.call("DELETE", `/keys/${key.id}`, { cookie }));
    return responses.at(-1) ?? api.get("/keys");
  },
  idempotency_mismatch: async () => {
    const headers = { "idempotency-key": "mismatch" };
    await api.post("/codes/generate", { amount: 1 }, { headers });
    return api.post("/codes/generate", { amount: 2 }, { headers });
  },
  idempotency_erased: async () => {
    const [body, headers] = [{ email: uniqueEmail() }, { "idempotency-key": "erased" }];
    await api.post("/leads/create", body, { headers });
    await api.post("/leads/delete", body);
    return api.post("/leads/create", body, { headers });
  },
  idempotency_in_flight: async () => {
    // The lock of a request in progress.
    return db.transaction(async (tx) => {
      await lock(tx, "idempotency key", ctx.projectId, ctx.actor.kind, "running");
      return api.post("/codes/generate", { amount: 1 }, { headers: { "idempotency-key": "running" } });
    });
  },
};

test.each(Object.entries(errorCases))("%s can occur and has its status and message", async (name, trigger) => {
  const { status, error, message, fields } = await trigger();
  expect({ status, error }).toEqual({ status: apiErrors[name as ErrorName].status, error: name });
  expect(message).toMatch(/^[A-Z].*[a-z.\d]$/);
  expect(fields !== undefined).toBe(name === "invalid_input");
});

test("too_many_requests, proof_required and idempotency_in_flight have a Retry-After header", async () => {
  for (const name of ["too_many_requests", "proof_required", "idempotency_in_flight"] as const)
    expect(Number((await errorCases[name]()).headers.get("retry-after"))).toBeGreaterThan(0);
});

/** Expects a 5xx error in the envelope, without details of its cause. */
async function expectServerError(response: Response): Promise<ErrorName> {
  const body = ErrorBody.strict().parse(await response.json());
  expect(response.status).toBe(apiErrors[body.error].status);
  expect(body).toMatchObject({
    code: response.status,
    message: expect.toBeOneOf([apiErrors[body.error].message, customerMessage(body.error, "")]),
    requestId: response.headers.get("x-request-id"),
  });
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("retry-after")).toBe(body.error === "unavailable" ? "5" : null);
  return body.error;
}

describe("when the service is broken", () => {
  test("returns unavailable for reads, writes and new keys if the database can't be reached", async () => {
    const unreachableServices = { connection: openDatabase("postgres://gatehouse@127.0.0.1:1/gatehouse"), queue: ctx.queue };
    await app.runOnPool(unreachableServices, async () => {
      expect(await expectServerError(await callRoute("GET", "/codes?limit=1", { key: secretKey }))).toBe("unavailable");
      expect(await expectServerError(await callRoute("POST", "/codes/claim", { key: secretKey, body: { code: "nowhere", email } }))).toBe(
        "unavailable",
      );
      expect(await expectServerError(await callRoute("GET", "/leads", { key: `sk_${"a".repeat(40)}` }))).toBe("unavailable");
      expect(await expectServerError(await callRoute("OPTIONS", "/codes/claim", { headers: { origin: "https://shop.example" } }))).toBe(
        "unavailable",
      );
      expect(await apiClient(null).get("/health/live")).toMatchObject({ status: 200 });
    });
    await unreachableServices.connection.close();
  });

  test("returns internal without details for unexpected errors", async () => {
    await db.execute(sql`alter table events rename to elsewhere`);
    try {
      const response = await callRoute("POST", "/leads/create", { key: secretKey, body: { email: "lost@example.org" } });
      expect(await expectServerError(response)).toBe("internal");
    } finally {
      await db.execute(sql`alter table elsewhere rename to events`);
    }
    expect(await api.get("/leads/email/lost@example.org")).toMatchObject({ error: "lead_not_found" });
  });

  test("returns not_ready while migrations are pending", async () => {
    expect(await api.get("/health/ready", { key: null })).toMatchObject({ status: 200, data: { status: "ready" } });
    await db.execute(sql`create table kept as select * from drizzle.__drizzle_migrations`);
    await db.execute(sql`delete from drizzle.__drizzle_migrations`);
    try {
      const response = await callRoute("GET", "/health/ready");
      expect(response.status).toBe(503);
      expect(await response.json()).toMatchObject({ error: "not_ready", code: 503, message: expect.stringMatching(/migrations/i) });
    } finally {
      await db.execute(sql`insert into drizzle.__drizzle_migrations select * from kept`);
      await db.execute(sql`drop table kept`);
    }
  });
});
