import type { Page } from "@playwright/test";
import { narrowed, routes } from "@/lib/routes";
import { call } from "./call";
import { site } from "./site";

let made = 0;
/** A text that is part of the addresses of one test alone. */
export const aMark = (): string => `lead${++made}x${Date.now()}`;

/** Asks the API with the secret key; answers what stands in the envelope. */
export const post = async (path: string, body: object) =>
  (await call(`${site().baseUrl}/api${path}`, { key: site().secretKey, body })).data;

/** What the API answers to the secret key. */
export const read = async (path: string) => (await call(`${site().baseUrl}/api${path}`, { key: site().secretKey })).data;

/** A lead as the API answers it. */
export const leadOf = (email: string) => read(`/leads/email/${encodeURIComponent(email)}`);

/** Leads that a search for the mark finds, the last one made last, and the list narrowed to them. */
export async function someLeads(count: number, more: object = {}) {
  const mark = aMark();
  const emails = Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(2, "0")}.${mark}@example.org`);
  for (const email of emails) await post("/leads/create", { email, ...more });
  return { mark, emails, list: narrowed(routes.leads, { q: mark }) };
}

/** The row of a table that names an address. */
export const rowOf = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email.replace(/[.+]/g, "\\$&")) });

/** What floats below a list while something of it is selected. */
export const selectionOf = (page: Page) => page.getByRole("region", { name: "Selection" });

/** A refusal as the API answers it, for specs that have a call refused. */
export const aRefusal = (code: number, error: string, message: string) => ({
  status: code,
  json: { success: false, code, error, message, time: 0, requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11" },
});
