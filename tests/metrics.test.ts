import { createServer, type IncomingMessage, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import { measureRequest, serveMetrics } from "@/server/metrics";
import { insertCode, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, secretKey } = await createTestApp();
let token: string | undefined;
const server = createServer((request, response) => {
  if (serveMetrics(request, response, token)) return;
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

test("measures requests by path, and reads the queues, emails and claims from the database", async () => {
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
  expect(value('gatehouse_queue_waiting_jobs{queue="deliveries"}')).toBe(0);
  expect(text).toContain("process_resident_memory_bytes");
  for (const secret of [code, email, secretKey]) expect(text).not.toContain(secret);
});

test("answers only direct requests from the same machine without a token", async () => {
  for (const header of ["X-Forwarded-For", "Forwarded", "Via"]) {
    const { status, text } = await get({ [header]: "127.0.0.1" });
    expect([header, status]).toEqual([header, 401]);
    expect(text).not.toContain("gatehouse_");
  }
});

test("needs the token if there is one", async () => {
  token = "a token of some length";
  expect((await get()).status).toBe(401);
  expect((await get({ authorization: "Bearer wrong" })).status).toBe(401);
  expect((await get({ authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await get({ authorization: `Bearer ${token}`, "X-Forwarded-For": "192.0.2.1" })).status).toBe(200);
});
