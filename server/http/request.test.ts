import { once } from "node:events";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeRequest } from "srvx/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "@/core/api-error";
import { log } from "@/lib/log";
import { readChunks } from "../body";
import { arrivalLimits, clientIpResolver, discardRest, limitArrival, rewriteUrl } from "./request";

/** Returns the IP address and headers that route handlers see. */
function resolve(trustedProxies: string[], remoteAddress: string, headers: Record<string, string>) {
  const rawHeaders = Object.entries(headers).flat();
  const request = { headers: { ...headers }, rawHeaders, socket: { remoteAddress } } as unknown as IncomingMessage;
  clientIpResolver(trustedProxies)(request);
  return { address: request.headers["x-forwarded-for"], headers: request.headers, raw: request.rawHeaders };
}

test("ignores forwarding headers of untrusted clients, in headers and raw headers", () => {
  const { address, headers, raw } = resolve(["10.0.0.0/8"], "198.51.100.9", {
    "x-forwarded-for": "192.0.2.1",
    "x-real-ip": "192.0.2.1",
    "x-forwarded-host": "evil.example",
    accept: "*/*",
  });
  expect(address).toBe("198.51.100.9");
  expect(headers).not.toHaveProperty("x-real-ip");
  expect(headers).not.toHaveProperty("x-forwarded-host");
  expect(raw).toEqual(["accept", "*/*", "X-Forwarded-For", "198.51.100.9"]);
});

test("believes trusted proxies up to the last untrusted address", () => {
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "203.0.113.7" }).address).toBe("203.0.113.7");
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "192.0.2.1, 203.0.113.7, 10.2.2.2" }).address).toBe("203.0.113.7");
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "no address" }).address).toBe("10.1.1.1");
});

test("treats an IPv4-mapped IPv6 address as the IPv4 address", () => {
  expect(resolve([], "::ffff:198.51.100.9", {}).address).toBe("198.51.100.9");
});

test("warns once about proxies if none is trusted, without the address", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const send = (resolver: ReturnType<typeof clientIpResolver>, headers: Record<string, string>) =>
    resolver({ headers, rawHeaders: [], socket: { remoteAddress: "10.1.1.1" } } as unknown as IncomingMessage);
  const [withoutProxies, withProxies] = [clientIpResolver([]), clientIpResolver(["10.0.0.0/8"])];
  send(withoutProxies, {});
  send(withProxies, { "x-forwarded-for": "203.0.113.7" });
  expect(warn).not.toHaveBeenCalled();
  for (let i = 0; i < 3; i++) send(withoutProxies, { "x-forwarded-for": "203.0.113.7" });
  expect(warn.mock.calls).toEqual([[expect.stringContaining("TRUSTED_PROXIES")]]);
  expect(warn.mock.calls[0]?.[0]).not.toContain("203.0.113.7");
  warn.mockRestore();
});

const json = { accept: "application/json" };
const axios = { accept: "application/json, text/plain, */*" };
const jsonBody = { accept: "*/*", "content-type": "application/json" };
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test.each([
  ["/nowhere", json, "/api/nowhere"],
  ["/v1/codes?limit=5", axios, "/api/v1/codes?limit=5"],
  ["/nowhere", jsonBody, "/api/nowhere"],
  ["/codes/claim", { accept: "*/*" }, "/api/codes/claim"],
  ["/api/codes", json, "/api/codes"],
  ["/nowhere", browser, "/nowhere"],
  ["/nowhere", { accept: "Application/JSON" }, "/api/nowhere"],
  ["/nowhere", { accept: "*/*" }, "/nowhere"],
  ["/dashboard", json, "/dashboard"],
  ["/dashboard/codes/LAZY-DOG", json, "/dashboard/codes/LAZY-DOG"],
  ["/claim?code=LAZY-DOG", json, "/claim?code=LAZY-DOG"],
  ["/_next/static/page-assets/a.js", axios, "/_next/static/page-assets/a.js"],
])("serves %s for %j from %s", (url, headers: Record<string, string>, servedUrl) => {
  const request = { url, headers: { ...headers } } as unknown as IncomingMessage;
  rewriteUrl(request);
  expect(request.url).toBe(servedUrl);
});

/** Starts a server that reads each body, of at most 1 MB, and responds with the error's name and message. Returns a function that starts a request to it. */
async function serveBodies() {
  const server = createServer(async (request, response) => {
    limitArrival(request, response);
    const error: unknown = await Array.fromAsync(readChunks(new NodeRequest({ req: request, res: response }), 1024 ** 2)).catch((e) => e);
    discardRest(request);
    response.end(error instanceof ApiError ? `${error.errorName}: ${error.message}` : "read");
  }).listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return (path = "/api/imports") => {
    const request = sendRequest({ port: (server.address() as AddressInfo).port, method: "POST", path }).on("error", () => {});
    const reply = once(request, "response").then(async ([response]: IncomingMessage[]) =>
      Buffer.concat(await Array.fromAsync(response as IncomingMessage)).toString(),
    );
    return { request, reply };
  };
}

test("a client that sends more than the limit without stating a length reads the error", async () => {
  const { request, reply } = (await serveBodies())();
  for (let sent = 0; sent < 16; sent++) request.write(Buffer.alloc(1024 ** 2));
  request.end();
  expect(await reply).toMatch(/^body_too_large/);
});

test("an upload that stalls ends, and one that makes progress may take longer than other requests", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const send = await serveBodies();
  const start = async (path?: string) => {
    const upload = send(path);
    const failed = upload.reply.catch((error: Error) => error.message);
    upload.request.write("some");
    await new Promise(setImmediate);
    return { ...upload, reply: failed };
  };
  const [slow, stalled, other] = [await start(), await start(), await start("/api/leads/create")];
  for (let passed = 0; passed < arrivalLimits.other; passed += 20_000) {
    for (const { request } of [slow, other]) request.write("more");
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(20_000);
  }
  slow.request.end();
  expect(await slow.reply).toBe("read");
  expect(await stalled.reply).toMatch(/nothing arrived for 30 seconds/);
  expect(await other.reply).toMatch(/took too long to arrive/);
});
