import { expect, test } from "vitest";
import { requestOrigin } from "./request-origin";

test.each([
  ["the configured URL", { host: "codes.example.org" }, "https://codes.example.org", "https://codes.example.org"],
  ["another host", { host: "x.example" }, "https://codes.example.org", "https://x.example"],
  ["another host behind a proxy", { host: "x.example", "x-forwarded-proto": "https" }, "http://localhost:3000", "https://x.example"],
  [
    "a host that only the proxy knows",
    { host: "10.0.0.5:3000", "x-forwarded-host": "x.example", "x-forwarded-proto": "https" },
    "http://localhost:3000",
    "https://x.example",
  ],
  ["several proxies", { host: "x.example", "x-forwarded-proto": "http, https" }, "http://localhost:3000", "https://x.example"],
  ["another port", { host: "localhost:4000" }, "http://localhost:3000", "http://localhost:4000"],
  ["IPv6", { host: "[::1]:4000" }, "http://localhost:3000", "http://[::1]:4000"],
  ["no host", {}, "http://localhost:3000", "http://localhost:3000"],
  ["a host with a path", { host: "x.example/<b>" }, "http://localhost:3000", "http://localhost:3000"],
  ["a host with a password", { host: "a:b@x.example" }, "http://localhost:3000", "http://localhost:3000"],
  ["an unknown protocol", { host: "x.example", "x-forwarded-proto": "javascript" }, "http://localhost:3000", "http://x.example"],
])("the origin of a request with %s is found", (_, headers, appUrl, expected) => {
  expect(requestOrigin(new Headers(headers as Record<string, string>), appUrl)).toBe(expected);
});
