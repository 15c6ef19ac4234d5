import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { NodeRequest } from "srvx/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "@/core/api-error";
import { log } from "@/lib/log";
import { readBytes, readChunks } from "../body";
import { arrivalLimits, clientIpResolver, limitArrival, rewriteUrl } from "./request";

const requestFrom = (remoteAddress: string, headers: Record<string, string>): IncomingMessage =>
  ({ headers: { ...headers }, rawHeaders: Object.entries(headers).flat(), socket: { remoteAddress } }) as unknown as IncomingMessage;

/** Returns the IP address and headers that route handlers see. */
function resolve(trustedProxies: string[], remoteAddress: string, headers: Record<string, string>) {
  const request = requestFrom(remoteAddress, headers);
  clientIpResolver(trustedProxies)(request);
  return { address: request.headers["x-forwarded-for"], headers: request.headers, raw: request.rawHeaders };
}

test("forwarding headers of untrusted clients are ignored, in headers and raw headers", () => {
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

test("trusted proxies are believed up to the last untrusted address", () => {
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "203.0.113.7" }).address).toBe("203.0.113.7");
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "192.0.2.1, 203.0.113.7, 10.2.2.2" }).address).toBe("203.0.113.7");
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "no address" }).address).toBe("10.1.1.1");
});

test.each([
  ["a port, as Azure and AWS send it", "203.0.113.7:50012", "203.0.113.7"],
  ["an IPv6 address with a port", "[2001:db8::7]:50012", "2001:db8::7"],
  ["an IPv6 address in brackets", "[2001:db8::7]", "2001:db8::7"],
  ["quotes", '"[2001:db8::7]:443"', "2001:db8::7"],
  ["a zone", "fe80::7%eth0", "fe80::7"],
  ["ports of all proxies", "192.0.2.1:1, 203.0.113.7:50012, 10.2.2.2:8080", "203.0.113.7"],
  ["blanks", "  203.0.113.7  ", "203.0.113.7"],
])("the addresses in headers are read with %s", (_, header, address) => {
  expect(resolve(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": header }).address).toBe(address);
});

test("the log says once that a trusted proxy sends no readable address, and nothing for others", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const onUnreadable = vi.fn();
  const resolver = clientIpResolver(["10.0.0.0/8"], onUnreadable);
  const send = (remoteAddress: string, header: string) => resolver(requestFrom(remoteAddress, { "x-forwarded-for": header }));
  send("198.51.100.9", "no address");
  send("10.1.1.1", "203.0.113.7:1");
  expect(onUnreadable).not.toHaveBeenCalled();
  send("10.1.1.1", "_hidden");
  send("10.1.1.1", "unknown");
  expect([onUnreadable, warn].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  warn.mockRestore();
});

test("an IPv4-mapped IPv6 address is treated as the IPv4 address", () => {
  expect(resolve([], "::ffff:198.51.100.9", {}).address).toBe("198.51.100.9");
});

test("the log has one warning about proxies if none is trusted, without the address", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const send = (resolver: ReturnType<typeof clientIpResolver>, headers: Record<string, string>) =>
    resolver(requestFrom("10.1.1.1", headers));
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
])("the URL %s with %j is served from %s", (url, headers: Record<string, string>, servedUrl) => {
  const request = { url, headers: { ...headers } } as unknown as IncomingMessage;
  rewriteUrl(request);
  expect(request.url).toBe(servedUrl);
});

/** Starts a server that reads each body, of at most 1 MB, and responds with the outcome: an error's name and message, or "read". `/held` gets only a part of its response. */
async function serveBodies() {
  const outcomes: string[] = [];
  const server = createServer(async (request, response) => {
    limitArrival(request, response);
    if (request.url === "/held") return void response.write("part");
    const nodeRequest = new NodeRequest({ req: request, res: response });
    const reading =
      request.url === "/api/imports" ? Array.fromAsync(readChunks(nodeRequest, 1024 ** 2)) : readBytes(nodeRequest, 1024 ** 2);
    const outcome = await reading.then(
      () => "read",
      (error: unknown) => (error instanceof ApiError ? `${error.errorName}: ${error.message}` : String(error)),
    );
    outcomes.push(outcome);
    response.end(outcome);
  }).listen(0);
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  /** Starts a request. */
  const send = (options: { path?: string; agent?: Agent; headers?: Record<string, string> } = {}) => {
    const request = sendRequest({ port, method: "POST", path: "/api/imports", ...options }).on("error", () => {});
    const reply = once(request, "response").then(async ([response]: IncomingMessage[]) =>
      Buffer.concat(await Array.fromAsync(response as IncomingMessage)).toString(),
    );
    return { request, reply };
  };
  return { server, port, agent, outcomes, send };
}

/** Makes timers wait for `advance`, which passes time in steps, in which what was sent arrives. */
function stopTime() {
  const wait = setTimeout;
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const arrive = () => new Promise((resolve) => wait(resolve, 50));
  return {
    arrive,
    advance: async (milliseconds: number, onStep = () => {}) => {
      for (let passed = 0; passed < milliseconds; passed += 20_000) {
        onStep();
        await arrive();
        await vi.advanceTimersByTimeAsync(20_000);
      }
    },
  };
}

/** Opens a connection that sends what a test writes, and collects what it gets. */
function openConnection(port: number) {
  const socket = connect({ port, allowHalfOpen: true }).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  return { socket, ended: once(socket, "end"), text: () => Buffer.concat(received).toString() };
}

const unfinished = "POST /api/leads/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\nsome";

test("a client that sends more than the limit without stating a length reads the error, and uses its connection again", async () => {
  const { agent, send } = await serveBodies();
  const first = send({ agent });
  for (let sent = 0; sent < 16; sent++) first.request.write(Buffer.alloc(1024 ** 2));
  first.request.end();
  const second = send({ agent });
  second.request.end("some");
  expect(await first.reply).toMatch(/^body_too_large/);
  expect(await second.reply).toBe("read");
  expect(second.request.socket === first.request.socket).toBe(true);
});

test("an upload that stalls ends, and one that makes progress may take longer than other requests", async () => {
  const { arrive, advance } = stopTime();
  const { server, send } = await serveBodies();
  const start = async (path?: string) => {
    const upload = send(path === undefined ? {} : { path });
    const failed = upload.reply.catch((error: Error) => error.message);
    upload.request.write("some");
    await once(server, "request");
    await arrive();
    return { ...upload, reply: failed };
  };
  const [slow, stalled, other] = [await start(), await start(), await start("/api/leads/create")];
  await advance(arrivalLimits.other, () => {
    for (const { request } of [slow, other]) request.write("more");
  });
  slow.request.end();
  expect(await slow.reply).toBe("read");
  expect(await stalled.reply).toMatch(/nothing arrived for 30 seconds/);
  expect(await other.reply).toMatch(/took too long to arrive/);
});

test("the handler of a request that took too long doesn't get the rest of its body", async () => {
  const { arrive, advance } = stopTime();
  const { server, port, outcomes } = await serveBodies();
  const { socket, ended, text } = openConnection(port);
  socket.write(unfinished);
  await once(server, "request");
  await arrive();
  await advance(arrivalLimits.other);
  await ended;
  expect(text()).toMatch(/^HTTP\/1.1 400 .*took too long to arrive/s);
  socket.write("more");
  await vi.waitFor(() => expect(outcomes).toEqual(["invalid_json: The request body is incomplete."]));
});

test("a request that takes too long doesn't write into the response of an earlier one", async () => {
  const { arrive, advance } = stopTime();
  const { server, port, outcomes } = await serveBodies();
  const { socket, ended, text } = openConnection(port);
  socket.write(`GET /held HTTP/1.1\r\nHost: localhost\r\n\r\n${unfinished}`);
  await once(server, "request");
  await arrive();
  await advance(arrivalLimits.other);
  await ended;
  expect(text()).toMatch(/^HTTP\/1.1 200 .*\r\n4\r\npart\r\n$/s);
  expect(outcomes).toEqual(["invalid_json: The request body is incomplete."]);
});

test("the rest of a body that is refused for its length is awaited for 30 seconds", async () => {
  const { advance } = stopTime();
  const { port } = await serveBodies();
  const { socket, ended, text } = openConnection(port);
  socket.write(unfinished.replace("Content-Length: 8", "Content-Length: 2000000"));
  await vi.waitFor(() => expect(text()).toMatch(/body_too_large/));
  expect(socket.readableEnded).toBe(false);
  await advance(arrivalLimits.rest);
  await ended;
});
