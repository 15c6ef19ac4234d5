import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { clientOf } from "./client-address";

/** The address that the doors are told, of a request from `socket` that says these headers. */
function told(trusted: string[], socket: string, headers: Record<string, string>) {
  const rawHeaders = Object.entries(headers).flat();
  const request = { headers: { ...headers }, rawHeaders, socket: { remoteAddress: socket } } as unknown as IncomingMessage;
  clientOf(trusted)(request);
  return { address: request.headers["x-forwarded-for"], headers: request.headers, raw: request.rawHeaders };
}

test("what a stranger claims of its address is not believed, in neither place where Node keeps it", () => {
  const { address, headers, raw } = told(["10.0.0.0/8"], "198.51.100.9", {
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

test("a proxy that is named is believed, as far as the last that is not", () => {
  expect(told(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "203.0.113.7" }).address).toBe("203.0.113.7");
  expect(told(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "192.0.2.1, 203.0.113.7, 10.2.2.2" }).address).toBe("203.0.113.7");
  expect(told(["10.0.0.0/8"], "10.1.1.1", { "x-forwarded-for": "no address" }).address).toBe("10.1.1.1");
});

test("an IPv4 address in IPv6 form is one address, not another client", () => {
  expect(told([], "::ffff:198.51.100.9", {}).address).toBe("198.51.100.9");
});
