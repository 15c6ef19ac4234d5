import { describe, expect, test } from "vitest";
import { type Role, roles } from "@/contract/roles";
import { apiClient } from "./harness/api";
import { insertProject } from "./harness/factories";
import { startSmtpSink } from "./harness/smtp-sink";
import { createCookie, insertStaff } from "./harness/staff";
import { createTestApp } from "./harness/test-app";

const app = await createTestApp();
const { ctx, secretKey, publicKey } = await insertProject(app.ctx);
const sink = await startSmtpSink({ user: "gatehouse", password: "open sesame" });
const server = { host: "127.0.0.1", port: Number(new URL(sink.url).port), security: "none", user: "gatehouse", password: "open sesame" };

const calls = [
  ["GET", "/project/email-delivery", undefined],
  ["PATCH", "/project/email-delivery", { server }],
  ["POST", "/project/email-delivery/test", { server }],
] as const;

describe("email delivery settings", () => {
  test.each(calls)("can be viewed by admins, changed and tested by owners only, and accept no key: %s %s", async (method, path, body) => {
    const allowed = method === "GET" ? (["admin", "owner"] as const) : (["owner"] as const);
    for (const role of roles.filter((each) => !(allowed as readonly Role[]).includes(each))) {
      const cookie = await createCookie(ctx, await insertStaff(ctx, { role }));
      expect(await apiClient(null).call(method, path, { cookie, body })).toMatchObject({ status: 403, error: "role_required" });
    }
    for (const key of [secretKey, publicKey]) {
      expect((await apiClient(key).call(method, path, { body })).status).toBe(403);
    }
    expect((await apiClient(null).call(method, path, { body })).status).toBe(401);
    expect(sink.signInAttempts).toEqual([]);
    for (const role of allowed) {
      const cookie = await createCookie(ctx, await insertStaff(ctx, { role }));
      const response = await apiClient(null).call(method, path, { cookie, body });
      expect(response.status).toBe(200);
      expect(JSON.stringify(response)).not.toContain("sesame");
    }
    sink.signInAttempts.length = 0;
  });

  test("reports errors at their field and never returns a password", async () => {
    const cookie = await createCookie(ctx, await insertStaff(ctx, { role: "owner" }));
    const body = {
      sender: "The Gate",
      replyTo: "help",
      server: { host: "smtp://smtp.example.org", port: 70_000, security: "ssl", user: "ada", password: "open\nsesame" },
    };
    const response = await apiClient(null).call("PATCH", "/project/email-delivery", { cookie, body });
    expect(Object.keys(response.fields ?? {})).toEqual([
      "sender",
      "replyTo",
      "server.host",
      "server.port",
      "server.security",
      "server.password",
    ]);
    expect(JSON.stringify(response)).not.toContain("sesame");
    const otherPort = await apiClient(null).call("PATCH", "/project/email-delivery", {
      cookie,
      body: { server: { ...server, port: 2525, password: undefined } },
    });
    expect(otherPort).toMatchObject({ status: 400, fields: { "server.password": [expect.stringContaining("entered again")] } });
  });

  test("tests with the saved password if the server is the same", async () => {
    const cookie = await createCookie(ctx, await insertStaff(ctx, { role: "owner" }));
    await apiClient(null).call("PATCH", "/project/email-delivery", { cookie, body: { sender: "codes@example.org", server } });
    const { data } = await apiClient(null).call("POST", "/project/email-delivery/test", {
      cookie,
      body: { server: { ...server, password: undefined } },
    });
    expect(data).toMatchObject({ passed: true });
    expect(sink.signInAttempts).toEqual([{ user: "gatehouse", password: "open sesame" }]);
    const rejected = await apiClient(null).call("POST", "/project/email-delivery/test", {
      cookie,
      body: { server: { ...server, password: "wrong one" } },
    });
    expect(rejected.data).toMatchObject({ passed: false, steps: { 3: { step: "sign_in", passed: false, response: "535 Who are you?" } } });
    expect(JSON.stringify(rejected)).not.toContain("wrong one");
  });
});
