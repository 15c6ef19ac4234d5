import type { BrowserContext } from "@playwright/test";
import { expect } from "./fixtures";

/** Creates a webhook as the staff member who is signed in. Keys need a scope for it. */
export async function createWebhook(context: BrowserContext, data: object): Promise<{ id: string; secret: string }> {
  const response = await context.request.post("/api/webhooks", { data, headers: { "sec-fetch-site": "same-origin" } });
  expect(response.status()).toBe(200);
  return (await response.json()).data;
}
