import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientIpResolver } from "./request";

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
