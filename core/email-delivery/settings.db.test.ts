import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { z } from "zod";
import { EmailDeliverySettings, updateEmailDeliveryEndpoint as endpoint, smtpTestLimit } from "@/contract/email-delivery";
import { queryRows } from "@/db/query";
import type { SmtpServer } from "@/lib/smtp";
import { connectSmtpServer, fingerprintDatabase, insertProject } from "@/tests/harness/factories";
import { staffContext } from "@/tests/harness/staff";
import { createTestApp } from "@/tests/harness/test-app";
import type { Context } from "../context";
import { getEmailDelivery, updateEmailDelivery } from "./settings";
import { testEmailDelivery } from "./test-connection";
import { getEmailDeliveryRow, getServer, getTransportStatus } from "./transport";

const world = await createTestApp();
const password = "open sesame";
const server = { host: "smtp.example.org", port: 587, security: "starttls", user: "gatehouse", password } as const;

async function anAdmin(): Promise<Context> {
  const { ctx } = await insertProject(world.ctx);
  return staffContext(ctx, { role: "admin" });
}
/** As the door does: what is sent is parsed first. */
const change = (ctx: Context, body: z.input<typeof endpoint.body>) => updateEmailDelivery(ctx, endpoint.body.parse(body));
const sent = async (ctx: Context) => getServer(ctx.projectId, await getEmailDeliveryRow(ctx));
const eventsOf = ({ db, projectId }: Context) =>
  queryRows<{ kind: string; data: object; row: string }>(
    db,
    sql`select kind, data, e::text as row from events e where project_id = ${projectId} order by id`,
  );
const refused = (why: string) => ({ errorName: "invalid_input", fields: { "server.password": [expect.stringContaining(why)] } });

/** As where the environment names a server. */
function inEnvironment(values: Record<string, string>) {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.resetModules();
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
  return import("./settings");
}

describe("how mail is sent", () => {
  test("is what the environment says until somebody says otherwise, and again once they take that back", async () => {
    const ctx = await anAdmin();
    const environment = { sender: "Gatehouse <gatehouse@localhost>", server: null };
    const first = {
      sender: { value: environment.sender, source: "environment" },
      replyTo: { value: null, source: "environment" },
      server: { value: null, source: "environment", unreadable: false },
      environment,
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
        unreadable: false,
      },
      environment,
    });
    expect(EmailDeliverySettings.parse(after)).toEqual(after);
    expect(await getEmailDelivery(ctx)).toEqual(after);
    expect(await getTransportStatus(ctx)).toBe("connected");
    expect(await change(ctx, { sender: null, replyTo: null, server: null })).toEqual(first);
  });

  test("shows the environment's server without its password", async () => {
    const { getEmailDelivery: find } = await inEnvironment({ SMTP_URL: `smtps://ada%40example.org:${password.replace(" ", "%20")}@[::1]` });
    const found = await find(await anAdmin());
    expect(found.server).toEqual({
      value: { host: "::1", port: 465, security: "tls", user: "ada@example.org", hasPassword: true },
      source: "environment",
      unreadable: false,
    });
    expect(JSON.stringify(found)).not.toContain("sesame");
  });

  test("is nobody's but the project's own", async () => {
    const [one, other] = [await anAdmin(), await anAdmin()];
    await change(one, { sender: "codes@example.org", server });
    expect(await getTransportStatus(other)).toBe("saved_to_file");
    // Nor does what is sealed for one open for another.
    await one.db.execute(
      sql`update projects set smtp_encrypted = (select smtp_encrypted from projects where id = ${one.projectId}) where id = ${other.projectId}`,
    );
    expect(await getTransportStatus(other)).toBe("unreadable");
  });

  test("is written with what changed, by whom, and without a value; and not where nothing does", async () => {
    const ctx = await anAdmin();
    await change(ctx, { sender: "codes@example.org", server });
    await change(ctx, { sender: "codes@example.org", replyTo: null, server: { ...server, password: undefined } });
    await change(ctx, { server: { ...server, password: "another" } });
    const events = await eventsOf(ctx);
    expect(events).toMatchObject([
      { kind: "project.email_delivery_updated", data: { fields: ["sender", "server"] } },
      { kind: "project.email_delivery_updated", data: { fields: ["server"] } },
    ]);
    for (const { row } of events) {
      expect(row).toContain(ctx.actor.id);
      expect(row).not.toMatch(/sesame|another|smtp\.example|codes@/);
    }
    const [kept] = await queryRows<{ row: string }>(ctx.db, sql`select p::text as row from projects p where id = ${ctx.projectId}`);
    expect(kept?.row).not.toMatch(/sesame|another|smtp\.example|"gatehouse"/);
  });
});

describe("the password that is kept", () => {
  test("stays for the same host, port and user, and where nobody signs in there is none", async () => {
    const ctx = await anAdmin();
    await change(ctx, { server });
    await change(ctx, { server: { ...server, password: undefined, host: "SMTP.example.org.", security: "tls" } });
    expect(await sent(ctx)).toMatchObject({ security: "tls", password });
    await change(ctx, { server: { host: server.host, port: 25, security: "none" } });
    expect(await sent(ctx)).toMatchObject({ user: null, password: null });
    await expect(change(ctx, { server: { ...server, password: undefined } })).rejects.toMatchObject(refused("is needed"));
  });

  test.each<[string, Partial<z.input<NonNullable<typeof endpoint.body.shape.server>>>]>([
    ["another host", { host: "evil.example" }],
    ["another port", { port: 2525 }],
    ["another user", { user: "somebody" }],
    ["no encryption", { security: "none" }],
  ])("goes nowhere where it was not meant to: %s", async (_, other) => {
    const ctx = await anAdmin();
    await change(ctx, { server });
    const before = await fingerprintDatabase(ctx.db);
    const asked = endpoint.body.parse({ server: { ...server, password: undefined, ...other } });
    await expect(updateEmailDelivery(ctx, asked)).rejects.toMatchObject(refused("must be entered again"));
    const never = vi.fn();
    await expect(testEmailDelivery(ctx, asked, never)).rejects.toMatchObject(refused("must be entered again"));
    expect(never).not.toHaveBeenCalled();
    expect(await fingerprintDatabase(ctx.db)).toEqual(before);
  });

  test("is not taken by two who change at once: each has the password that was typed for it", async () => {
    const ctx = await anAdmin();
    await change(ctx, { server });
    const others = [world.openSecondPool(), world.openSecondPool()].map((pool) => ({ ...ctx, db: pool.ctx.db, jobs: pool.ctx.queue }));
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

  test("that cannot be read any more must be entered again, and mail waits until then", async () => {
    const ctx = await anAdmin();
    await change(ctx, { server });
    await ctx.db.execute(sql`update projects set smtp_encrypted = '1.AAAA' where id = ${ctx.projectId}`);
    expect(await getEmailDelivery(ctx)).toMatchObject({ server: { value: null, source: "settings", unreadable: true } });
    expect(await sent(ctx)).toBe("unreadable");
    const again = { ...server, password: undefined };
    await expect(change(ctx, { server: again })).rejects.toMatchObject(refused("AUTH_SECRET has changed"));
    await expect(testEmailDelivery(ctx, {}, vi.fn())).rejects.toMatchObject({
      fields: { server: [expect.stringContaining("AUTH_SECRET")] },
    });
    // What else there is to change still can be.
    await change(ctx, { sender: "codes@example.org" });
    expect(await sent(ctx)).toBe("unreadable");
    await change(ctx, { server });
    expect(await sent(ctx)).toMatchObject({ host: server.host, password });
  });
});

describe("a test", () => {
  const passing = async (): Promise<{ works: boolean; steps: [] }> => ({ works: true, steps: [] });

  test("is of what is given, and of what holds for the rest", async () => {
    const ctx = await anAdmin();
    await change(ctx, { sender: "codes@example.org", server });
    const asked: [SmtpServer, string][] = [];
    const noting = (...each: [SmtpServer, string]) => {
      asked.push(each);
      return passing();
    };
    await testEmailDelivery(ctx, {}, noting);
    await testEmailDelivery(
      ctx,
      endpoint.body.pick({ sender: true, server: true }).parse({ sender: null, server: { ...server, password: "typed" } }),
      noting,
    );
    expect(asked).toEqual([
      [server, "codes@example.org"],
      [{ ...server, password: "typed" }, "Gatehouse <gatehouse@localhost>"],
    ]);
    await expect(testEmailDelivery(ctx, { server: null }, noting)).rejects.toMatchObject({
      fields: { server: [expect.stringContaining("SMTP_URL")] },
    });
  });

  test("can be asked for so often, by all of a project together", async () => {
    const ctx = await anAdmin();
    await connectSmtpServer(ctx);
    const colleague = await staffContext(ctx, { role: "owner" });
    for (let asked = 0; asked < smtpTestLimit.limit; asked++) await testEmailDelivery(asked % 2 ? ctx : colleague, {}, passing);
    for (const one of [ctx, colleague])
      await expect(testEmailDelivery(one, {}, passing)).rejects.toMatchObject({ errorName: "too_many_requests" });
    const other = await anAdmin();
    await connectSmtpServer(other);
    expect(await testEmailDelivery(other, {}, passing)).toMatchObject({ works: true });
  });
});
