import { randomBytes } from "node:crypto";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { normalizeCode } from "@/contract/normalize";
import { claimCode } from "@/core/codes/claim";
import { startTracing, stopTracing } from "@/lib/tracing";
import { measureRequest } from "@/server/metrics";
import { insertCode, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx } = await createTestApp();
const [code, email] = [await insertCode(ctx), uniqueEmail()];

/** What the collector received: protobuf messages, in which text and IDs are unencoded. */
let received = Buffer.alloc(0);
const collector = createServer(async (request, response) => {
  for await (const chunk of request) received = Buffer.concat([received, chunk]);
  response.writeHead(200, { "Content-Type": "application/x-protobuf" }).end();
});
const app = createServer((request, response) => {
  const respond = () =>
    void claimCode(ctx, { code: normalizeCode(code), email })
      .then(() => response.end())
      .catch(() => response.writeHead(500).end());
  measureRequest(request, response, "/codes/claim", respond);
});

async function listen(server: typeof app): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const [collectorUrl, appUrl] = [await listen(collector), await listen(app)];
afterAll(async () => {
  await stopTracing();
  for (const server of [collector, app]) server.close();
});

const post = (headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    send(`${appUrl}/codes/claim?email=${email}`, { method: "POST", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });

const count = (bytes: Buffer): number => {
  let found = 0;
  for (let at = received.indexOf(bytes); at >= 0; at = received.indexOf(bytes, at + 1)) found++;
  return found;
};

test("a request and its statements are sent to the collector as a part of the caller's trace, without the code or the email address", async () => {
  await startTracing("gatehouse-web", collectorUrl);
  const [traceId, callerId] = [randomBytes(16), randomBytes(8)];
  expect(await post({ traceparent: `00-${traceId.toString("hex")}-${callerId.toString("hex")}-01` })).toBe(200);
  await stopTracing();
  for (const text of ["gatehouse-web", "POST /codes/claim", "http.route", "db.query.text", "insert into claims"])
    expect([text, received.includes(text)]).toEqual([text, true]);
  expect(count(traceId)).toBeGreaterThanOrEqual(2);
  expect(count(callerId)).toBe(1);
  for (const secret of [code, normalizeCode(code), email]) expect(received.includes(secret)).toBe(false);
});

test.each(["unreachable", "failing", "hanging"] as const)(
  "a server answers requests and stops while the collector is %s",
  async (state) => {
    const failing = createServer((_, response) => void (state === "failing" && response.writeHead(500).end("not protobuf")));
    const url = state === "unreachable" ? "http://127.0.0.1:1" : await listen(failing);
    await startTracing("gatehouse-web", url);
    expect(await post({})).toBe(200);
    await stopTracing();
    failing.closeAllConnections();
    failing.close();
  },
);

test("a server without a collector sends nothing", async () => {
  received = Buffer.alloc(0);
  await startTracing("gatehouse-web", undefined);
  expect(await post({})).toBe(200);
  await stopTracing();
  expect(received).toHaveLength(0);
});
