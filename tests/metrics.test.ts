import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { getMetricsAccess } from "@/cli/launch/metrics-access";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import { webhooks } from "@/db/schema";
import { readEnv } from "@/lib/env";
import { newId } from "@/lib/ids";
import { type MetricsAccess, measureRequest, serveMetrics } from "@/server/metrics";
import { insertCode, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
let access: MetricsAccess = { token: undefined, allowsLocal: true };
const server = createServer((request, response) => {
  if (serveMetrics(request, response, access)) return;
  measureRequest(request, response, "/codes/:code", () => response.writeHead(429).end());
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
afterAll(() => void server.close());

type Reply = { status: number; type: string; text: string };

const get = (headers: Record<string, string> = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    send({ port, path: "/metrics", headers }, (response: IncomingMessage) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"] ?? "", text }));
    })
      .once("error", reject)
      .end();
  });

test("the metrics measure requests by path, and have the queues, emails, webhooks and claims from the database", async () => {
  for (const failingSince of [null, sql<string>`now() - interval '2 hours'`]) {
    const id = newId();
    await ctx.db.insert(webhooks).values({
      projectId: ctx.projectId,
      id,
      url: "https://example.org",
      description: "",
      format: "standard",
      secretEncrypted: "",
      position: id,
      failingSince,
    });
  }
  const [code, email] = [await insertCode(ctx), uniqueEmail()];
  await claimCode(ctx, { code: normalizeCode(code), email });
  await fetch(`http://127.0.0.1:${port}/codes/${code}`);
  const { status, type, text } = await get();
  expect(status).toBe(200);
  expect(type).toContain("text/plain");
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  expect(value('gatehouse_http_request_duration_seconds_count{endpoint="/codes/:code",method="GET",status="4xx"}')).toBe(1);
  expect(value('gatehouse_rate_limit_hits_total{endpoint="/codes/:code"}')).toBe(1);
  expect(value("gatehouse_database_up")).toBe(1);
  expect(value("gatehouse_claims")).toBe(1);
  expect(value("gatehouse_email_refusal_pauses")).toBe(0);
  expect(value('gatehouse_webhooks{status="active"}')).toBe(1);
  expect(value('gatehouse_webhooks{status="failing"}')).toBe(1);
  expect(value('gatehouse_queue_waiting_jobs{queue="deliveries"}')).toBe(0);
  expect(text).toContain("process_resident_memory_bytes");
  for (const secret of [code, email, secretKey]) expect(text).not.toContain(secret);
});

test("the metrics answer only direct requests from the same machine without a token", async () => {
  const proxied = [
    ...["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "Forwarded", "X-Real-IP", "Via"].map((name) => ({
      [name]: "127.0.0.1",
    })),
    { host: "codes.example.org" },
    { host: "localhost.example.org" },
  ];
  for (const headers of proxied) {
    const { status, text } = await get(headers);
    expect([headers, status]).toEqual([headers, 401]);
    expect(text).not.toContain("gatehouse_");
  }
  for (const host of ["localhost", `localhost:${port}`, "127.0.0.1:3000", "[::1]"]) expect((await get({ host })).status).toBe(200);
});

test("the metrics need the generated token when a proxy is configured, also from the same machine", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-metrics-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const start = (settings: Record<string, string>) => getMetricsAccess(readEnv({ DATA_DIR: folder, ...settings }));
  const first = start({});
  expect(first).toEqual({ token: readFileSync(join(folder, "metrics-token"), "utf8"), allowsLocal: true });
  expect(first.token?.length).toBeGreaterThanOrEqual(43);
  expect(statSync(join(folder, "metrics-token")).mode & 0o777).toBe(0o600);
  const proxies: Record<string, string>[] = [
    { TRUSTED_PROXIES: "loopback" },
    { APP_URL: "https://codes.example.org" },
    { APP_URL: "http://codes.example.org:3000" },
    { APP_URL: "https://localhost:3000" },
    { APP_URL: "http://localhost" },
  ];
  for (const settings of proxies) {
    access = start(settings);
    expect([settings, access]).toEqual([settings, { token: first.token, allowsLocal: false }]);
    expect((await get()).status).toBe(401);
    expect((await get({ authorization: `Bearer ${first.token}` })).status).toBe(200);
  }
  expect(start({ PORT: "4000", APP_URL: "http://127.0.0.1:4000" }).allowsLocal).toBe(true);
  expect(start({ METRICS_TOKEN: "a token of our own" })).toEqual({ token: "a token of our own", allowsLocal: false });
});

test("the metrics refuse everyone but this machine if no token can be saved", () => {
  const withoutFolder = readEnv({ DATA_DIR: "/dev/null/data" });
  expect(getMetricsAccess(withoutFolder)).toEqual({ token: undefined, allowsLocal: true });
  expect(getMetricsAccess({ ...withoutFolder, TRUSTED_PROXIES: ["loopback"] })).toEqual({ token: undefined, allowsLocal: false });
});

test("the metrics need the token if there is one", async () => {
  const token = "a token of some length";
  access = { token, allowsLocal: false };
  expect((await get()).status).toBe(401);
  expect((await get({ authorization: "Bearer wrong" })).status).toBe(401);
  expect((await get({ authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await get({ authorization: `Bearer ${token}`, "X-Forwarded-For": "192.0.2.1" })).status).toBe(200);
});
