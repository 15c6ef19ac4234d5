import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { apiClient } from "./harness/api";
import { insertCode, insertLead, insertProject, uniqueEmail } from "./harness/factories";
import { serveApi } from "./harness/http-api";
import { outages, startConnection } from "./harness/outages";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey } = await insertProject(app.ctx);
const api = apiClient(secretKey);
const connection = await startConnection(await serveApi());
const secret = `whsec_${Buffer.from("a secret with at least 24 bytes").toString("base64")}`;
const away = "You can't sign up at the moment. Try again in a few minutes.";

const names = ["GATEHOUSE", "KEY", "BEFORE_USER_CREATED_HOOK_SECRET", "WEBHOOK_SECRET", "CLERK", "CLERK_SECRET_KEY"] as const;
const variables = Object.fromEntries(names.map((name) => [name, process.env[name]]));
afterAll(() => {
  for (const name of names)
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
});
beforeEach(() => {
  connection.outage = null;
  Object.assign(process.env, {
    GATEHOUSE: connection.url,
    KEY: secretKey,
    BEFORE_USER_CREATED_HOOK_SECRET: `v1,${secret}`,
    WEBHOOK_SECRET: secret,
    CLERK: clerk.url,
    CLERK_SECRET_KEY: "sk_test_clerk",
  });
});

/** Loads a gate of `examples/gates`, which has no types. */
const load = <Exports>(name: string): Promise<Exports> => import(path.resolve("examples/gates", `${name}.js`));

const { findRefusal } = await load<{ findRefusal(email: unknown): Promise<string | null> }>("gatehouse");

type SignIn = { user: object; account: object | null; profile?: object; email?: { verificationRequest?: boolean } };
const { beforeUserCreated } = await load<{ beforeUserCreated(request: Request): Promise<Response> }>("supabase");
const { handleEvent } = await load<{ handleEvent(request: Request): Promise<Response> }>("clerk");
const { callbacks } = await load<{ callbacks: { signIn(input: SignIn): Promise<string | boolean> } }>("auth-js");

/** Returns an email that may sign up. */
const invite = async (): Promise<string> => {
  const email = await insertLead(ctx);
  await api.post("/leads/invite", { emails: [email] });
  return email;
};

const signed = (body: unknown, { key = secret, at = new Date(), id = `msg_${Math.random()}` } = {}) => {
  const text = JSON.stringify(body);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(key).sign(id, at, text),
  };
  return new Request("https://app.example.org/hook", { method: "POST", headers, body: text });
};

test("the guide shows the gates as they are", () => {
  const guide = readFileSync("docs/guide/auth-library-gates.md", "utf8");
  const blocks = Array.from(guide.matchAll(/```js\n(.*?)```/gs), ([, code]) => code);
  const files = globSync("examples/gates/*.js");
  expect(blocks.toSorted()).toEqual(files.map((file) => readFileSync(file, "utf8")).toSorted());
});

describe("a gate", () => {
  test("opens for an email that may sign up, and tells others why not", async () => {
    expect(await findRefusal(await invite())).toBeNull();
    expect(await findRefusal(uniqueEmail())).toMatch(/^You need an access code or an invitation/);
    for (const email of ["ada", "", null, undefined, 1, {}, ["ada@example.org"]])
      expect(await findRefusal(email), String(email)).toBe("Enter a valid email address.");
  });

  test.each(outages)("stays closed while Gatehouse is away: %s", async (outage) => {
    const email = await invite();
    connection.outage = outage;
    const start = performance.now();
    expect(await findRefusal(email)).toBe(away);
    expect(performance.now() - start).toBeLessThan(4_500);
  });

  test("stays closed with a wrong key, a public key, no key, and a wrong address", async () => {
    const email = await invite();
    const { publicKey } = app;
    for (const KEY of ["sk_wrong", publicKey, ""]) {
      process.env.KEY = KEY;
      expect(await findRefusal(email)).toBe(away);
    }
    process.env.KEY = secretKey;
    for (const GATEHOUSE of ["http://127.0.0.1:9", "not a URL", `${connection.url}/somewhere`]) {
      process.env.GATEHOUSE = GATEHOUSE;
      expect(await findRefusal(email)).toBe(away);
    }
  });

  test.each<[string, unknown]>([
    ["allowed as text", { success: true, data: { allowed: "true" } }],
    ["allowed elsewhere", { success: true, allowed: true }],
    ["no data", { success: true, data: null }],
    ["a list", []],
    ["null", null],
    ["no message", { success: true, data: { allowed: false } }],
  ])("stays closed for an answer that isn't clear: %s", async (_, answer) => {
    const server = createServer((_request, response) => response.end(JSON.stringify(answer)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    process.env.GATEHOUSE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await findRefusal("ada@example.org")).toBe(away);
    server.close();
  });
});

describe("the hook of Supabase", () => {
  /** The payload as Supabase documents it. */
  const payload = (email: string, { provider = "email", ...user } = {}) => ({
    metadata: {
      uuid: "8b34dcdd-9df1-4c10-850a-b3277c653040",
      time: "2026-11-29T13:13:24.755552-07:00",
      name: "before-user-created",
      ip_address: "192.0.2.1",
    },
    user: {
      id: "ff7fc9ae-3b1b-4642-9241-64adb9848a03",
      aud: "authenticated",
      role: "",
      email,
      phone: "",
      app_metadata: { provider, providers: [provider] },
      user_metadata: {},
      identities: [],
      created_at: "0001-01-01T00:00:00Z",
      updated_at: "0001-01-01T00:00:00Z",
      is_anonymous: false,
      ...user,
    },
  });
  const ask = async (request: Request) => {
    const response = await beforeUserCreated(request);
    return { status: response.status, body: await response.json() };
  };

  test("allows people with an invitation, with a password and with OAuth, and refuses everyone else with status 200", async () => {
    const email = await invite();
    for (const provider of ["email", "google"]) {
      expect(await ask(signed(payload(email, { provider })))).toEqual({ status: 200, body: {} });
      expect(await ask(signed(payload(uniqueEmail(), { provider })))).toEqual({
        status: 200,
        body: { error: { http_code: 403, message: expect.stringMatching(/^You need/) } },
      });
    }
  });

  test("refuses anonymous users, users with only a phone number, and payloads without a user", async () => {
    for (const body of [payload("", { is_anonymous: true } as object), payload("", { phone: "+15550100" } as object), {}, { user: null }])
      expect((await ask(signed(body))).body).toMatchObject({ error: { http_code: 403 } });
  });

  test("refuses everyone while Gatehouse is away, in time for Supabase", async () => {
    const email = await invite();
    for (const outage of ["refused", "silent"] as const) {
      connection.outage = outage;
      expect(await ask(signed(payload(email)))).toEqual({ status: 200, body: { error: { http_code: 403, message: away } } });
    }
  });

  test("refuses what isn't signed by Supabase", async () => {
    const body = payload(await invite());
    const otherKey = `whsec_${Buffer.from("another secret of 24 bytes or more").toString("base64")}`;
    const old = new Date(Date.now() - 600_000);
    for (const request of [
      signed(body, { key: otherKey }),
      signed(body, { at: old }),
      new Request("https://app.example.org/hook", { method: "POST", body: JSON.stringify(body) }),
    ])
      expect(await ask(request)).toMatchObject({ status: 401, body: { error: { http_code: 401 } } });
    process.env.BEFORE_USER_CREATED_HOOK_SECRET = "";
    expect((await ask(signed(body))).status).toBe(401);
  });
});

type ClerkInvitation = { object: "invitation"; id: string; email_address: string; status: "pending" | "revoked" | "accepted" };

/** Clerk's Backend API as far as invitations go. */
const clerk = { url: "", invitations: [] as ClerkInvitation[], isAway: false };
const clerkServer = createServer(async (request, response) => {
  const url = new URL(request.url ?? "", "http://clerk");
  let text = "";
  for await (const chunk of request) text += chunk;
  const reply = (status: number, body: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (clerk.isAway) return reply(500, { errors: [{ code: "internal_clerk_error" }] });
  if (request.headers.authorization !== "Bearer sk_test_clerk") return reply(401, { errors: [{ code: "authorization_invalid" }] });
  const revoked = /^\/invitations\/(\w+)\/revoke$/.exec(url.pathname)?.[1];
  if (request.method === "GET") {
    const query = url.searchParams.get("query") ?? "";
    return reply(
      200,
      clerk.invitations.filter(({ status, email_address: to }) => status === url.searchParams.get("status") && to.includes(query)),
    );
  }
  if (revoked) {
    const invitation = clerk.invitations.find(({ id }) => id === revoked);
    if (invitation?.status !== "pending") return reply(404, { errors: [{ code: "resource_not_found" }] });
    invitation.status = "revoked";
    return reply(200, invitation);
  }
  const { email_address: email } = JSON.parse(text) as { email_address: string };
  if (clerk.invitations.some(({ email_address: to, status }) => to === email && status === "pending"))
    return reply(400, { errors: [{ code: "duplicate_record", message: "duplicate invitation" }] });
  const invitation: ClerkInvitation = {
    object: "invitation",
    id: `inv${clerk.invitations.length}`,
    email_address: email,
    status: "pending",
  };
  clerk.invitations.push(invitation);
  reply(200, invitation);
});
await new Promise<void>((resolve) => clerkServer.listen(0, "127.0.0.1", resolve));
clerk.url = `http://127.0.0.1:${(clerkServer.address() as AddressInfo).port}`;
afterAll(() => clerkServer.close());

describe("the webhook for Clerk's restricted mode", () => {
  const pending = () => clerk.invitations.filter(({ status }) => status === "pending").map(({ email_address: email }) => email);
  const event = (type: string, change: object, rest: object = {}) =>
    signed({ id: "1", type, timestamp: "2026-11-30T12:00:00.000Z", project: "1", sequence: 1, data: { id: "c-1", change }, ...rest });
  const handle = async (request: Request) => (await handleEvent(request)).status;

  test("invites those who may sign up, once, and no one else", async () => {
    const [email, stranger] = [await invite(), uniqueEmail()];
    for (let delivery = 0; delivery < 2; delivery++) expect(await handle(event("code.claimed", { email }))).toBe(204);
    expect(await handle(event("code.claimed", { email: stranger }))).toBe(204);
    expect(await handle(event("code.claimed", { email: await invite() }, { test: true }))).toBe(204);
    expect(pending()).toEqual([email]);
  });

  test("revokes the invitation after a claim was revoked, a code deleted or a person deleted", async () => {
    clerk.invitations = [];
    const [first, second, third] = [await invite(), await invite(), await invite()];
    for (const email of [first, second, third]) await handle(event("code.claimed", { email }));
    const codeOf = async (email: string) =>
      ((await api.get(`/leads/email/${email}`)).data as { invitation: { code: string } }).invitation.code;
    await api.post("/codes/delete", { code: await codeOf(first) });
    expect(await handle(event("claim.revoked", { email: first }))).toBe(204);
    expect(pending()).toEqual([second, third]);
    await api.post("/codes/delete", { code: await codeOf(second) });
    expect(await handle(event("code.deleted", { bin: false }))).toBe(204);
    expect(pending()).toEqual([third]);
    await api.post("/leads/delete", { email: third });
    expect(await handle(event("lead.deleted", {}))).toBe(204);
    expect(pending()).toEqual([]);
  });

  test("changes nothing while Gatehouse or Clerk is away, and asks for the event again", async () => {
    clerk.invitations = [];
    const email = await invite();
    await handle(event("code.claimed", { email }));
    connection.outage = "refused";
    for (const request of [event("code.claimed", { email: await invite() }), event("claim.revoked", { email }), event("code.deleted", {})])
      expect(await handle(request)).toBe(503);
    connection.outage = null;
    clerk.isAway = true;
    expect(await handle(event("code.claimed", { email: await invite() }))).toBe(503);
    clerk.isAway = false;
    process.env.CLERK_SECRET_KEY = "sk_test_wrong";
    expect(await handle(event("code.claimed", { email: await invite() }))).toBe(503);
    expect(pending()).toEqual([email]);
  });

  test("believes no one but Gatehouse", async () => {
    clerk.invitations = [];
    const body = JSON.stringify({ type: "code.claimed", data: { change: { email: await invite() } } });
    expect(await handle(new Request("https://app.example.org/hook", { method: "POST", body }))).toBe(401);
    expect(pending()).toEqual([]);
  });
});

describe("the sign-in callback of Auth.js", () => {
  const oauth = (email: string, verified?: boolean, type = "oidc") => ({
    user: { id: "1", email },
    account: { type, provider: "google", providerAccountId: "42" },
    profile: { sub: "42", email, ...(verified !== undefined && { email_verified: verified }) },
  });
  const link = (email: string, verificationRequest?: true) => ({
    user: { id: email, email },
    account: { type: "email", provider: "email", providerAccountId: email },
    ...(verificationRequest && { email: { verificationRequest } }),
  });

  test("allows OAuth and emailed links for those who may sign up", async () => {
    const email = await invite();
    for (const input of [oauth(email, true), oauth(email, undefined, "oauth"), link(email, true), link(email)])
      expect(await callbacks.signIn(input)).toBe(true);
  });

  test("refuses everyone else, emails that the provider hasn't verified, and accounts without an email", async () => {
    const stranger = uniqueEmail();
    for (const input of [oauth(stranger, true), oauth(await invite(), false), link(stranger), { user: {}, account: null }])
      expect(await callbacks.signIn(input)).toBe("/refused");
    for (const verified of [true, false]) {
      const email = await invite();
      const discord = { user: { email }, account: { type: "oauth", provider: "discord" }, profile: { id: "42", email, verified } };
      expect(await callbacks.signIn(discord)).toBe(verified || "/refused");
    }
    // The page after asking for a link is the same for everyone.
    expect(await callbacks.signIn(link(stranger, true))).toBe("/check-your-email");
  });

  test("decides by the email that the provider returned, and not by that of the user", async () => {
    const [email, stranger] = [await invite(), uniqueEmail()];
    expect(await callbacks.signIn({ ...oauth(stranger, true), user: { email } })).toBe("/refused");
  });

  test("refuses everyone while Gatehouse is away", async () => {
    const email = await invite();
    connection.outage = "refused";
    for (const input of [oauth(email, true), link(email), link(email, true)]) expect(await callbacks.signIn(input)).toBe("/refused?away");
  });

  test("refuses someone at their next sign-in after they lost their access", async () => {
    const email = uniqueEmail();
    const code = await insertCode(ctx, { claimedBy: [email] });
    const { data: lead } = await api.get(`/leads/email/${email}`);
    expect(lead).toMatchObject({ email });
    await app.db.execute(`update claims set email_verified_by = 'link' where email = '${email}'`);
    expect(await callbacks.signIn(oauth(email, true))).toBe(true);
    await api.post("/codes/delete", { code });
    expect(await callbacks.signIn(oauth(email, true))).toBe("/refused");
  });
});
