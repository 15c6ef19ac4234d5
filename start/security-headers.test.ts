import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { keepSafe } from "./safety";

/** The headers that an answer to `url` gets, and what Next is told. */
function headersOf(url: string, { appUrl = "http://localhost:3000", dev = false } = {}) {
  const set = new Map<string, string>();
  const request = { url, headers: { "x-nonce": "of the client's own" } as Record<string, string> };
  const response = { setHeader: (name: string, value: string) => set.set(name.toLowerCase(), value) };
  keepSafe({ appUrl, dev })(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  return { set, told: request.headers };
}

const policyOf = (url: string, options?: { appUrl?: string; dev?: boolean }) => headersOf(url, options).set.get("content-security-policy");

describe("pages", () => {
  test("run no script and wear no style but those with the nonce of this answer", () => {
    const { set, told } = headersOf("/dashboard");
    const policy = set.get("content-security-policy") ?? "";
    expect(policy).toContain(`script-src 'self' 'nonce-${told["x-nonce"]}' 'strict-dynamic';`);
    expect(policy).toContain(`style-src 'self' 'nonce-${told["x-nonce"]}';`);
    expect(policy).not.toContain("unsafe-eval");
    expect(told["content-security-policy"]).toBe(policy);
    expect(told["x-nonce"]).not.toBe("of the client's own");
    expect(policyOf("/dashboard")).not.toBe(policy);
  });

  test("stand in no frame, send their address to no other site, and ask for no camera", () => {
    const { set } = headersOf("/reset?token=secret");
    expect(set.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(set.get("referrer-policy")).toBe("same-origin");
    expect(set.get("permissions-policy")).toContain("camera=()");
  });
});

test("under https browsers stay there; under http nothing promises it", () => {
  for (const url of ["/dashboard", "/api/codes"]) {
    expect(headersOf(url, { appUrl: "https://codes.example.org" }).set.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
    expect(headersOf(url).set.get("strict-transport-security")).toBeUndefined();
  }
  expect(policyOf("/dashboard", { appUrl: "https://codes.example.org" })).toContain("upgrade-insecure-requests");
  expect(policyOf("/dashboard")).not.toContain("upgrade-insecure-requests");
});

test("no answer's type is guessed, and answers of the API need no page's policy", () => {
  expect(headersOf("/api/codes").set.get("x-content-type-options")).toBe("nosniff");
  expect(policyOf("/api/codes")).toBeUndefined();
});
