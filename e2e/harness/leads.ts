import type { Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { callApi } from "./api";
import { site } from "./site";

let count = 0;
/** A text that is part of the addresses of one test alone. */
export const uniqueTag = (): string => `lead${++count}x${Date.now()}`;

/** Asks the API with the secret key; answers what stands in the envelope. */
export const postApi = async (path: string, body: object) =>
  (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, body })).data;

/** What the API answers to the secret key. */
export const getApi = async (path: string) => (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey })).data;

/** Updates a lead with the secret key. */
export const updateLead = (email: string, fields: object) =>
  callApi(`${site().baseUrl}/api/leads/email/${encodeURIComponent(email)}`, { key: site().secretKey, body: fields, method: "PATCH" });

/** A lead as the API answers it. */
export const getLead = (email: string) => getApi(`/leads/email/${encodeURIComponent(email)}`);

/** Leads that a search for the mark finds, the last one made last, and the list narrowed to them. */
export async function createLeads(count: number, more: object = {}) {
  const tag = uniqueTag();
  const emails = Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(2, "0")}.${tag}@example.org`);
  for (const email of emails) await postApi("/leads/create", { email, ...more });
  return { tag, emails, list: withQuery(routes.leads, { q: tag }) };
}

/** The row of a table that names an address. */
export const leadRow = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email.replace(/[.+]/g, "\\$&")) });

/** What floats below a list while something of it is selected. */
export const selectionBar = (page: Page) => page.getByRole("region", { name: "Selection" });

/** A refusal as the API answers it, for specs that have a call refused. */
export const errorResponse = (code: number, error: string, message: string) => ({
  status: code,
  json: { success: false, code, error, message, time: 0, requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11" },
});
