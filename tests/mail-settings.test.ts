import { describe, expect, test } from "vitest";
import { apiClient } from "./harness/api";
import { insertProject } from "./harness/factories";
import { startSmtpSink } from "./harness/smtp-sink";
import { insertStaff, createCookie } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const world = await createTestApp();
const { ctx, secretKey, publicKey } = await insertProject(world.ctx);
const sink = await startSmtpSink({ user: "gatehouse", password: "open sesame" });
const server = { host: "127.0.0.1", port: Number(new URL(sink.url).port), security: "none", user: "gatehouse", password: "open sesame" };

const calls = [
  ["GET", "/project/email-delivery", undefined],
  ["PATCH", "/project/email-delivery", { server }],
  ["POST", "/project/email-delivery/test", { server }],
] as const;

describe("how mail is sent", () => {
  test.each(calls)("%s %s is for owners and admins alone, and for no key", async (method, path, body) => {
    for (const role of ["member", "viewer"] as const) {
      const cookie = await createCookie(ctx, await insertStaff(ctx, { role }));
      expect(await apiClient(null).call(method, path, { cookie, body })).toMatchObject({ status: 403, error: "role_required" });
    }
    for (const key of [secretKey, publicKey]) {
      expect((await apiClient(key).call(method, path, { body })).status).toBe(403);
    }
    expect((await apiClient(null).call(method, path, { body })).status).toBe(401);
    expect(sink.signInAttempts).toEqual([]);
    for (const role of ["admin", "owner"] as const) {
      const cookie = await createCookie(ctx, await insertStaff(ctx, { role }));
      const answer = await apiClient(null).call(method, path, { cookie, body });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer)).not.toContain("sesame");
    }
    sink.signInAttempts.length = 0;
  });

  test("is told at the field where it is wrong, and a password is not said back", async () => {
    const cookie = await createCookie(ctx, await insertStaff(ctx, { role: "admin" }));
    const body = {
      sender: "The Gate",
      replyTo: "help",
      server: { host: "smtp://smtp.example.org", port: 70_000, security: "ssl", user: "ada", password: "open\nsesame" },
    };
    const answer = await apiClient(null).call("PATCH", "/project/email-delivery", { cookie, body });
    expect(Object.keys(answer.fields ?? {})).toEqual([
      "sender",
      "replyTo",
      "server.host",
      "server.port",
      "server.security",
      "server.password",
    ]);
    expect(JSON.stringify(answer)).not.toContain("sesame");
    const moved = await apiClient(null).call("PATCH", "/project/email-delivery", {
      cookie,
      body: { server: { ...server, port: 2525, password: undefined } },
    });
    expect(moved).toMatchObject({ status: 400, fields: { "server.password": [expect.stringContaining("entered again")] } });
  });

  test("is tested with the kept password where the server is the same", async () => {
    const cookie = await createCookie(ctx, await insertStaff(ctx, { role: "admin" }));
    await apiClient(null).call("PATCH", "/project/email-delivery", { cookie, body: { sender: "codes@example.org", server } });
    const { data } = await apiClient(null).call("POST", "/project/email-delivery/test", {
      cookie,
      body: { server: { ...server, password: undefined } },
    });
    expect(data).toMatchObject({ works: true });
    expect(sink.signInAttempts).toEqual([{ user: "gatehouse", password: "open sesame" }]);
    const refused = await apiClient(null).call("POST", "/project/email-delivery/test", {
      cookie,
      body: { server: { ...server, password: "wrong one" } },
    });
    expect(refused.data).toMatchObject({ works: false, steps: { 3: { step: "sign_in", passed: false, said: "535 Who are you?" } } });
    expect(JSON.stringify(refused)).not.toContain("wrong one");
  });
});
