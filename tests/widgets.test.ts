import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { rewriteUrl } from "@/start/rewrite-url";
import { callRoute } from "./harness/api";
import { insertCode, uniqueEmail } from "./harness/factories";
import { createTestApp } from "./harness/test-app";

const { ctx, publicKey } = await createTestApp();
const shop = "https://shop.example";

/** The path below `/api` at which a path of the bare origin is answered. */
function served(path: string): string {
  const request = { url: path, headers: {} } as IncomingMessage;
  rewriteUrl(request);
  expect(request.url).toBe(`/api${path}`);
  return path;
}

/** Calls as a widget on another site does: the browser asks first whether it may. */
async function widget(path: string, body: object) {
  const asking = {
    origin: shop,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
  };
  const allowed = await callRoute("OPTIONS", served(path), { headers: asking });
  expect(allowed.ok).toBe(true);
  expect(allowed.headers.get("access-control-allow-origin")).toBe(shop);
  expect(allowed.headers.get("access-control-allow-methods")).toContain("POST");
  expect(allowed.headers.get("access-control-allow-headers")?.toLowerCase()).toMatch(/authorization.*content-type/);
  const answer = await callRoute("POST", served(path), { key: publicKey, body, headers: { origin: shop, "sec-fetch-site": "cross-site" } });
  expect(answer.headers.get("access-control-allow-origin")).toBe(shop);
  return { status: answer.status, body: await answer.json() };
}

test("the older widgets create a lead with nothing but an address, under either name", async () => {
  for (const path of ["/leads/create", "/customers/create"]) {
    const email = uniqueEmail();
    const answer = { status: 200, body: { success: true, data: { email } } };
    expect(await widget(path, { email })).toEqual(answer);
    // Whoever comes again reads the same.
    expect(await widget(path, { email })).toEqual(answer);
  }
});

test("the older widgets claim a code, and are told why they cannot", async () => {
  const [code, email] = [await insertCode(ctx), uniqueEmail()];
  const { status, body } = await widget("/codes/claim", { code, email });
  expect(status).toBe(200);
  const data = { code, email, token: expect.stringMatching(/^[0-9a-f]{24}$/), tokenExpiresAt: expect.any(String) };
  expect(body).toEqual({ success: true, data });
  const refused = await widget("/codes/claim", { code, email: uniqueEmail() });
  expect(refused).toMatchObject({ status: 409, body: { success: false, code: 409, error: "code_exhausted", message: expect.any(String) } });
});
