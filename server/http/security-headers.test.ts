import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { securityHeaders } from "./security-headers";

/** Returns the response headers for `url`, and the request headers that Next reads. */
function securityHeadersFor(url: string, { appUrl = "http://localhost:3000", dev = false } = {}) {
  const responseHeaders = new Map<string, string>();
  const request = { url, headers: { "x-nonce": "from the client" } as Record<string, string> };
  const response = { setHeader: (name: string, value: string) => responseHeaders.set(name.toLowerCase(), value) };
  securityHeaders({ appUrl, dev })(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  return { responseHeaders, requestHeaders: request.headers };
}

const policyFor = (url: string, options?: { appUrl?: string; dev?: boolean }) =>
  securityHeadersFor(url, options).responseHeaders.get("content-security-policy");

describe("pages", () => {
  test("allow only scripts and styles with the nonce of the response", () => {
    const { responseHeaders, requestHeaders } = securityHeadersFor("/dashboard");
    const policy = responseHeaders.get("content-security-policy") ?? "";
    expect(policy).toContain(`script-src 'self' 'nonce-${requestHeaders["x-nonce"]}' 'strict-dynamic';`);
    expect(policy).toContain(`style-src 'self' 'nonce-${requestHeaders["x-nonce"]}';`);
    expect(policy).not.toContain("unsafe-eval");
    expect(requestHeaders["content-security-policy"]).toBe(policy);
    expect(requestHeaders["x-nonce"]).not.toBe("from the client");
    expect(policyFor("/dashboard")).not.toBe(policy);
  });

  test("cannot be framed, send no referrer to other sites, and cannot use the camera", () => {
    const { responseHeaders } = securityHeadersFor("/position?token=secret");
    expect(responseHeaders.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(responseHeaders.get("referrer-policy")).toBe("same-origin");
    expect(responseHeaders.get("permissions-policy")).toContain("camera=()");
  });

  test.each(["/reset?token=secret", "/setup", "/invitation?token=secret"])("of links for staff send no referrer at all: %s", (url) => {
    expect(securityHeadersFor(url).responseHeaders.get("referrer-policy")).toBe("no-referrer");
  });
});

test("HSTS is enabled only if the app URL is https", () => {
  for (const url of ["/dashboard", "/api/codes"]) {
    expect(securityHeadersFor(url, { appUrl: "https://codes.example.org" }).responseHeaders.get("strict-transport-security")).toMatch(
      /^max-age=\d{8}/,
    );
    expect(securityHeadersFor(url).responseHeaders.get("strict-transport-security")).toBeUndefined();
  }
  expect(policyFor("/dashboard", { appUrl: "https://codes.example.org" })).toContain("upgrade-insecure-requests");
  expect(policyFor("/dashboard")).not.toContain("upgrade-insecure-requests");
});

test("responses of the API disable MIME sniffing and have no page policy", () => {
  expect(securityHeadersFor("/api/codes").responseHeaders.get("x-content-type-options")).toBe("nosniff");
  expect(policyFor("/api/codes")).toBeUndefined();
});
