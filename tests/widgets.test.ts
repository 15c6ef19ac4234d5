import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { rewriteUrl } from "@/server/http/request";
import { callRoute } from "./harness/api";
import { insertCode, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, publicKey } = await createTestApp();
const widgetOrigin = "https://shop.example";

/** Checks that the bare path is rewritten to a path under `/api`. */
function checkRewrite(path: string): string {
  const request = { url: path, headers: {} } as IncomingMessage;
  rewriteUrl(request);
  expect(request.url).toBe(`/api${path}`);
  return path;
}

/** Calls the API like a widget on another site, with a preflight request. */
async function callFromWidget(path: string, body: object) {
  const preflightHeaders = {
    origin: widgetOrigin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  };
  const preflight = await callRoute("OPTIONS", checkRewrite(path), { headers: preflightHeaders });
  expect(preflight.ok).toBe(true);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(widgetOrigin);
  expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
  expect(preflight.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(/authorization.*content-type/);
  const response = await callRoute("POST", checkRewrite(path), {
    key: publicKey,
    body,
    headers: { origin: widgetOrigin, "sec-fetch-site": "cross-site" },
  });
  expect(response.headers.get("access-control-allow-origin")).toBe(widgetOrigin);
  return { status: response.status, body: await response.json() };
}

test("an older widget can create a lead with only an email, at both paths", async () => {
  for (const path of ["/leads/create", "/customers/create"]) {
    const email = uniqueEmail();
    const expected = { status: 200, body: { success: true, data: { email, referral: expect.anything() } } };
    expect(await callFromWidget(path, { email })).toEqual(expected);
    // The response is the same for an existing lead.
    expect(await callFromWidget(path, { email })).toEqual(expected);
  }
});

test("an older widget can claim a code, and is told why it can't", async () => {
  const [code, email] = [await insertCode(ctx), uniqueEmail()];
  const { status, body } = await callFromWidget("/codes/claim", { code, email });
  expect(status).toBe(200);
  const data = { code, email, token: expect.stringMatching(/^[0-9a-f]{24}$/), tokenExpiresAt: expect.any(String) };
  expect(body).toMatchObject({ success: true, data });
  const rejected = await callFromWidget("/codes/claim", { code, email: uniqueEmail() });
  expect(rejected).toMatchObject({
    status: 409,
    body: { success: false, code: 409, error: "code_exhausted", message: expect.any(String) },
  });
});
