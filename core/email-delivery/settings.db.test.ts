import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { z } from "zod";
import { EmailDeliverySettings, updateEmailDeliveryEndpoint as endpoint, smtpTestLimit } from "@/contract/email-delivery";
import { queryRows } from "@/db/query";
import type { SmtpServer } from "@/lib/smtp";
import { connectSmtpServer, fingerprintDatabase, insertProject } from "@/tests/harness/factories";
import { uniqueClient } from "@/tests/harness/second-factor";
import { insertStaff, staffContext, testPassword } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getEmailDelivery, updateEmailDelivery } from "./settings";
import { testEmailDelivery } from "./test-connection";
import { getEmailDeliveryRow, getOwnerSettings, getServer, getTransportStatus } from "./transport";

const app = await createTestApp();
const password = "open sesame";
const server = { host: "smtp.example.org", port: 587, security: "starttls", user: "gatehouse", password } as const;

async function createOwner(): Promise<Context> {
  const { ctx } = await insertProject(app.ctx);
  return staffContext(ctx, { role: "owner" });
}
/** Parses the input like the route handler. */
const change = (ctx: Context, body: z.input<typeof endpoint.body>) => updateEmailDelivery(ctx, endpoint.body.parse(body), uniqueClient());
const sent = async (ctx: Context) => getServer(ctx.projectId, await getEmailDeliveryRow(ctx));
const listEvents = ({ db, projectId }: Context) =>
  queryRows<{ kind: string; data: object; row: string }>(
    db,
    sql`select kind, data, e::text as row from events e where project_id = ${projectId} order by id`,
  );
const rejection = (message: string) => ({ errorName: "invalid_input", fields: { "server.password": [expect.stringContaining(message)] } });

/** Loads the settings module with other environment variables. */
function loadWithEnvironment(values: Record<string, string>) {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.resetModules();
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  return import("./settings");
}

describe("email delivery settings", () => {
  test("come from the environment until they are set, and again after they are cleared", async () => {
    const ctx = await createOwner();
    const environment = { sender: "Gatehouse <gatehouse@localhost>", server: null };
    const report = (provider: string) => ({ isSetUp: false, lastReportAt: null, url: `http://localhost:3000/api/inbound/${provider}` });
    const unchanged = {
      environment,
      limit: null,
      emailsPerSecond: null,
      emailsPerHour: null,
      webhooks: { postmark: report("postmark"), resend: report("resend"), ses: { ...report("ses"), topicArn: null } },
    };
    const first = {
      ...unchanged,
      sender: { value: environment.sender, source: "environment" },
      replyTo: { value: null, source: "environment" },
      server: { value: null, source: "environment", setByOwner: true, unreadable: false },
    };
    expect(await getEmailDelivery(ctx)).toEqual(first);
    expect(await getTransportStatus(ctx)).toBe("saved_to_file");
    const after = await change(ctx, { sender: '"The Gate"  <Codes@Example.org>', replyTo: "Help@example.org", server });
    expect(after).toEqual({
      sender: { value: "The Gate <codes@example.org>", source: "settings" },
      replyTo: { value: "help@example.org", source: "settings" },
      server: {
        value: { host: "smtp.example.org", port: 587, security: "starttls", user: "gatehouse", hasPassword: true },
        source: "settings",
        setByOwner: true,
        unreadable: false,
      },
      ...unchanged,
    });
    expect(EmailDeliverySettings.parse(after)).toEqual(after);
    expect(await getEmailDelivery(ctx)).toEqual(after);
    expect(await getTransportStatus(ctx)).toBe("connected");
    expect(await change(ctx, { sender: null, replyTo: null, server: null })).toEqual(first);
  });

  test("have a sending rate and webhooks, whose secrets are never returned", async () => {
    const ctx = await createOwner();
    const topicArn = "arn:aws:sns:eu-central-1:123456789012:bounces";
    const secrets = { postmark: "a password of the webhook", resend: `whsec_${btoa("the secret of the webhook")}` };
    const after = await change(ctx, { emailsPerSecond: 5, emailsPerHour: 10_000, webhooks: { ses: topicArn, ...secrets } });
    expect(after).toMatchObject({
      emailsPerSecond: 5,
      emailsPerHour: 10_000,
      webhooks: { ses: { isSetUp: true, topicArn }, postmark: { isSetUp: true }, resend: { isSetUp: true } },
    });
    const stored = await queryRows(
      ctx.db,
      sql`select w::text from email_webhooks w where project_id = ${ctx.projectId} union all select e::text from events e where project_id = ${ctx.projectId}`,
    );
    for (const secret of Object.values(secrets)) expect(JSON.stringify([after, stored])).not.toContain(secret);
    expect(await change(ctx, { webhooks: { ses: null, postmark: null } })).toMatchObject({
      emailsPerSecond: 5,
      emailsPerHour: 10_000,
      webhooks: { ses: { isSetUp: false, topicArn: null }, postmark: { isSetUp: false }, resend: { isSetUp: true } },
    });
    const events = await queryRows<{ data: object }>(
      ctx.db,
      sql`select data from events where project_id = ${ctx.projectId} and kind = 'project.email_delivery_updated' order by id`,
    );
    expect(events.map(({ data }) => data)).toEqual([{ fields: ["sendingRate", "webhooks"] }, { fields: ["webhooks"] }]);
    await change(ctx, { emailsPerSecond: 5, webhooks: { resend: secrets.resend } });
    expect(await queryRows(ctx.db, sql`select from events where project_id = ${ctx.projectId} and kind like 'project.%'`)).toHaveLength(2);
  });

  test("show the environment's server without its password", async () => {
    const { getEmailDelivery: find } = await loadWithEnvironment({
      SMTP_URL: `smtps://ada%40example.org:${password.replace(" ", "%20")}@[::1]`,
    });
    const found = await find(await createOwner());
    expect(found.server).toEqual({
      value: { host: "::1", port: 465, security: "tls", user: "ada@example.org", hasPassword: true },
      source: "environment",
      setByOwner: true,
      unreadable: false,
    });
    expect(JSON.stringify(found)).not.toContain("sesame");
  });

  test("belong to one project", async () => {
    const [one, other] = [await createOwner(), await createOwner()];
    await change(one, { sender: "codes@example.org", server });
    expect(await getTransportStatus(other)).toBe("saved_to_file");
    // One project's encrypted server can't be decrypted for another project.
    await one.db.execute(
      sql`update projects set smtp_encrypted = (select smtp_encrypted from projects where id = ${one.projectId}) where id = ${other.projectId}`,
    );
    expect(await getTransportStatus(other)).toBe("unreadable");
  });

  test("record who changed which fields, without values, and only actual changes", async () => {
    const ctx = await createOwner();
    await change(ctx, { sender: "codes@example.org", server });
    await change(ctx, { sender: "codes@example.org", replyTo: null, server: { ...server, password: undefined } });
    await change(ctx, { server: { ...server, password: "another" } });
    const events = await listEvents(ctx);
    expect(events).toMatchObject([
      { kind: "project.email_delivery_updated", data: { fields: ["sender", "server"] } },
      { kind: "project.email_delivery_updated", data: { fields: ["server"] } },
    ]);
    for (const { row } of events) {
      expect(row).toContain(ctx.actor.id);
      expect(row).not.toMatch(/sesame|another|smtp\.example|codes@/);
    }
    const [project] = await queryRows<{ row: string }>(ctx.db, sql`select p::text as row from projects p where id = ${ctx.projectId}`);
    expect(project?.row).not.toMatch(/sesame|another|smtp\.example|"gatehouse"/);
  });
});

/** Signed in too long ago to change the settings without a password. */
async function createOldSession(ctx: Context, member = {}): Promise<Context> {
  const other = await staffContext(ctx, { role: "owner", ...member });
  await ctx.db.execute(sql`update sessions set created_at = now() - interval '11 minutes' where staff_id = ${other.actor.id}::uuid`);
  return other;
}

describe("changing the settings", () => {
  test("requires the current password, or a recent sign-in", async () => {
    const ctx = await createOldSession(await createOwner());
    for (const [currentPassword, errorName] of [
      [undefined, "confirmation_required"],
      ["wrong password", "invalid_password"],
    ] as const)
      await expect(change(ctx, { sender: "codes@example.org", currentPassword })).rejects.toMatchObject({ errorName });
    expect(await listEvents(ctx)).toEqual([]);
    await change(ctx, { sender: "codes@example.org", currentPassword: testPassword });
    // People without a password sign in again.
    const withoutPassword = await createOldSession(ctx, { password: null });
    const input = { sender: "other@example.org" };
    await expect(change(withoutPassword, input)).rejects.toMatchObject({ errorName: "confirmation_required" });
    await expect(change(withoutPassword, { ...input, currentPassword: testPassword })).rejects.toMatchObject({
      errorName: "invalid_password",
    });
    await change(await staffContext(ctx, { role: "owner", password: null }), input);
  });

  test("is refused to someone who lost the role since the request began", async () => {
    const ctx = await createOwner();
    for (const role of ["admin", "viewer"] as const) {
      const former = await staffContext(ctx, { role });
      await expect(change(former, { server })).rejects.toMatchObject({ errorName: "role_required" });
    }
    const disabled = await staffContext(ctx, { role: "owner", disabled: true });
    await expect(change(disabled, { server })).rejects.toMatchObject({ errorName: "not_signed_in" });
    expect(await listEvents(ctx)).toEqual([]);
  });

  test("is refused if a setting isn't the expected one any more, and changes others", async () => {
    const ctx = await createOwner();
    const topic = (name: string) => `arn:aws:sns:eu-central-1:123456789012:${name}`;
    const { password: _, ...read } = server;
    const secret = "a password of the webhook";
    await change(ctx, { server, emailsPerHour: 100, webhooks: { ses: topic("first") } });
    const expected = {
      ...{ sender: null, replyTo: null, server: read, emailsPerSecond: null, emailsPerHour: 100 },
      webhooks: { ses: topic("first"), postmark: false, resend: false },
    };
    const theirs = { sender: "theirs@example.org", server: { ...server, port: 465 }, webhooks: { postmark: secret, ses: topic("theirs") } };
    await change(ctx, { ...theirs, expected });
    const notices = async () => (await listEvents(ctx)).length;
    const before = await notices();
    for (const changes of [
      { sender: "mine@example.org" },
      { sender: "mine@example.org", emailsPerHour: 50 },
      { server: null },
      { server: { ...server, password: "another" } },
      { webhooks: { postmark: "another password of the webhook" } },
      { webhooks: { ses: null } },
      { webhooks: { ses: topic("mine"), resend: null } },
    ])
      await expect(change(ctx, { ...changes, expected }), JSON.stringify(changes)).rejects.toMatchObject({ errorName: "project_changed" });
    expect(await notices()).toBe(before);
    expect(await change(ctx, { emailsPerHour: 50, replyTo: "help@example.org", webhooks: { resend: null }, expected })).toMatchObject({
      sender: { value: "theirs@example.org" },
      server: { value: { port: 465 } },
      emailsPerHour: 50,
      webhooks: { ses: { topicArn: topic("theirs") }, postmark: { isSetUp: true }, resend: { isSetUp: false } },
    });
    expect(await sent(ctx)).toMatchObject({ port: 465, password });
    // The same value that someone else saved isn't a conflict.
    await change(ctx, { sender: theirs.sender, expected });
    const results = await Promise.allSettled(
      [10, 20].map((emailsPerSecond) => change(ctx, { emailsPerSecond, expected: { emailsPerSecond: null } })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("queues an email to every active owner with the encrypted settings from before, once per change", async () => {
    const ctx = await createOwner();
    const other = await insertStaff(ctx, { role: "owner" });
    for (const options of [{ role: "admin" }, { role: "owner", disabled: true }, { role: "owner", removed: true }] as const)
      await insertStaff(ctx, options);
    const listNotices = () =>
      queryRows<{ email: { staffId: string; previous: { smtp_encrypted: string | null } }; row: string }>(
        ctx.db,
        sql`select data->'email' as email, data::text as row from pgboss.job where name = 'staff_emails' and data->'projectId' = to_jsonb(${ctx.projectId}::int) order by created_on, id`,
      );
    const { smtp_encrypted: before } = await getEmailDeliveryRow(ctx);
    await change(ctx, { server });
    const first = await listNotices();
    expect(first.map(({ email }) => email.staffId).sort()).toEqual([ctx.actor.id, other.id].sort());
    expect(first.map(({ email }) => email.previous.smtp_encrypted)).toEqual([before, before]);
    const { smtp_encrypted: saved } = await getEmailDeliveryRow(ctx);
    await change(ctx, { server: { ...server, password: undefined } });
    expect(await listNotices()).toHaveLength(2);
    await change(ctx, { server: null });
    const notices = await listNotices();
    expect(notices.slice(2).map(({ email }) => email.previous.smtp_encrypted)).toEqual([saved, saved]);
    expect(JSON.stringify(notices)).not.toMatch(/sesame|smtp\.example/);
  });

  test("by an owner makes a server that someone else set usable for emails to owners", async () => {
    const ctx = await createOwner();
    await change(ctx, { server });
    for (const role of ["admin", null]) {
      await ctx.db.execute(sql`update projects set smtp_set_by_role = ${role} where id = ${ctx.projectId}`);
      expect(await getEmailDelivery(ctx)).toMatchObject({ server: { setByOwner: false } });
      const row = await getEmailDeliveryRow(ctx);
      expect(getOwnerSettings(row)).toEqual({ email_from: null, email_reply_to: null, smtp_encrypted: null, smtp_set_by_role: null });
      await change(ctx, { sender: `codes-${role}@example.org` });
      expect(await getEmailDelivery(ctx)).toMatchObject({ server: { setByOwner: false } });
      await change(ctx, { server });
      expect(await getEmailDelivery(ctx)).toMatchObject({ server: { setByOwner: true } });
      expect(getOwnerSettings(await getEmailDeliveryRow(ctx))).toMatchObject({ smtp_encrypted: row.smtp_encrypted });
    }
  });
});

describe("a saved password", () => {
  test("is kept for the same host, port and user, and removed without a user", async () => {
    const ctx = await createOwner();
    await change(ctx, { server });
    await change(ctx, { server: { ...server, password: undefined, host: "SMTP.example.org.", security: "tls" } });
    expect(await sent(ctx)).toMatchObject({ security: "tls", password });
    await change(ctx, { server: { host: server.host, port: 25, security: "none" } });
    expect(await sent(ctx)).toMatchObject({ user: null, password: null });
    await expect(change(ctx, { server: { ...server, password: undefined } })).rejects.toMatchObject(rejection("is required"));
  });

  test.each<[string, Partial<z.input<NonNullable<typeof endpoint.body.shape.server>>>]>([
    ["another host", { host: "evil.example" }],
    ["another port", { port: 2525 }],
    ["another user", { user: "someone" }],
    ["no encryption", { security: "none" }],
  ])("is never sent anywhere else: %s", async (_, other) => {
    const ctx = await createOwner();
    await change(ctx, { server });
    const before = await fingerprintDatabase(ctx.db);
    const input = endpoint.body.parse({ server: { ...server, password: undefined, ...other } });
    await expect(updateEmailDelivery(ctx, input, uniqueClient())).rejects.toMatchObject(rejection("must be entered again"));
    const testConnection = vi.fn();
    await expect(testEmailDelivery(ctx, input, testConnection)).rejects.toMatchObject(rejection("must be entered again"));
    expect(testConnection).not.toHaveBeenCalled();
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });

  test("stays with its server when two updates race", async () => {
    const ctx = await createOwner();
    await change(ctx, { server });
    const others = [app.openSecondPool(), app.openSecondPool()].map((pool) => ({ ...ctx, db: pool.ctx.db, queue: pool.ctx.queue }));
    for (let round = 0; round < 5; round++) {
      const [first = ctx, second = ctx] = others;
      await Promise.allSettled([
        change(first, { server: { ...server, host: `a${round}.example`, password: `for a${round}` } }),
        change(second, { server: { ...server, password: undefined, security: "tls" } }),
      ]);
      const now = (await sent(ctx)) as { host: string; password: string };
      expect([`for ${now.host.split(".")[0]}`, password]).toContain(now.password);
      expect(now.password === password).toBe(now.host === server.host);
      await change(ctx, { server });
    }
  });

  test("must be entered again if it can't be decrypted, and email waits until then", async () => {
    const ctx = await createOwner();
    await change(ctx, { server });
    await ctx.db.execute(sql`update projects set smtp_encrypted = '1.AAAA' where id = ${ctx.projectId}`);
    expect(await getEmailDelivery(ctx)).toMatchObject({ server: { value: null, source: "settings", setByOwner: true, unreadable: true } });
    expect(await sent(ctx)).toBe("unreadable");
    const again = { ...server, password: undefined };
    await expect(change(ctx, { server: again })).rejects.toMatchObject(rejection("AUTH_SECRET changed"));
    await expect(testEmailDelivery(ctx, {}, vi.fn())).rejects.toMatchObject({
      fields: { server: [expect.stringContaining("AUTH_SECRET")] },
    });
    // Other settings can still be changed.
    await change(ctx, { sender: "codes@example.org" });
    expect(await sent(ctx)).toBe("unreadable");
    await change(ctx, { server });
    expect(await sent(ctx)).toMatchObject({ host: server.host, password });
  });
});

describe("testing email delivery", () => {
  const alwaysPass = async (): Promise<{ passed: boolean; steps: [] }> => ({ passed: true, steps: [] });

  test("uses the given settings and the current ones for the rest", async () => {
    const ctx = await createOwner();
    await change(ctx, { sender: "codes@example.org", server });
    const calls: [SmtpServer, string][] = [];
    const recordCall = (...each: [SmtpServer, string]) => {
      calls.push(each);
      return alwaysPass();
    };
    await testEmailDelivery(ctx, {}, recordCall);
    await testEmailDelivery(
      ctx,
      endpoint.body.pick({ sender: true, server: true }).parse({ sender: null, server: { ...server, password: "typed" } }),
      recordCall,
    );
    expect(calls).toEqual([
      [server, "codes@example.org"],
      [{ ...server, password: "typed" }, "Gatehouse <gatehouse@localhost>"],
    ]);
    await expect(testEmailDelivery(ctx, { server: null }, recordCall)).rejects.toMatchObject({
      fields: { server: ["is required, because no mail server is set"] },
    });
  });

  test("is rate limited per project", async () => {
    const ctx = await createOwner();
    await connectSmtpServer(ctx);
    const colleague = await staffContext(ctx, { role: "owner" });
    for (let attempt = 0; attempt < smtpTestLimit.limit; attempt++) await testEmailDelivery(attempt % 2 ? ctx : colleague, {}, alwaysPass);
    for (const one of [ctx, colleague])
      await expect(testEmailDelivery(one, {}, alwaysPass)).rejects.toMatchObject({ errorName: "too_many_requests" });
    const other = await createOwner();
    await connectSmtpServer(other);
    expect(await testEmailDelivery(other, {}, alwaysPass)).toMatchObject({ passed: true });
  });
});

describe("saving a server", () => {
  test.each(["169.254.169.254", "fd00:ec2::254", "100.100.100.200"])("at the internal address %s is refused", async (host) => {
    const ctx = await createOwner();
    await expect(change(ctx, { server: { ...server, host } })).rejects.toMatchObject({
      errorName: "invalid_input",
      fields: { "server.host": [expect.stringContaining("isn't allowed")] },
    });
    expect(await sent(ctx)).toBeNull();
  });

  test("counts as a test of it, and other changes don't", async () => {
    const ctx = await createOwner();
    for (let port = 1; port <= smtpTestLimit.limit; port++) await change(ctx, { server: { ...server, host: "127.0.0.1", port } });
    await expect(change(ctx, { server: { ...server, host: "127.0.0.1", port: 99 } })).rejects.toMatchObject({
      errorName: "too_many_requests",
    });
    const passed = async () => ({ passed: true, steps: [] });
    await expect(testEmailDelivery(ctx, {}, passed)).rejects.toMatchObject({ errorName: "too_many_requests" });
    expect((await change(ctx, { replyTo: "help@example.org" })).replyTo.value).toBe("help@example.org");
  });
});
