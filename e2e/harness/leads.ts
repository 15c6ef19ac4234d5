import type { Page } from "@playwright/test";
import { routes, withQuery } from "@/lib/routes";
import { callApi } from "./api";
import { site } from "./site";

let count = 0;
/** A text that only the emails of one test contain. */
export const uniqueTag = (): string => `lead${++count}x${Date.now()}`;

/** Posts to the API with the secret key and returns the data. */
export const postApi = async (path: string, body: object) =>
  (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey, body })).data;

/** Gets from the API with the secret key and returns the data. */
export const getApi = async (path: string) => (await callApi(`${site().baseUrl}/api${path}`, { key: site().secretKey })).data;

/** Updates a lead with the secret key. */
export const updateLead = (email: string, fields: object) =>
  callApi(`${site().baseUrl}/api/leads/email/${encodeURIComponent(email)}`, { key: site().secretKey, body: fields, method: "PATCH" });

export const getLead = (email: string) => getApi(`/leads/email/${encodeURIComponent(email)}`);

/** Creates leads that share a tag. Returns their emails, oldest first, and the path of the list filtered by the tag. */
export async function createLeads(count: number, fields: object = {}) {
  const tag = uniqueTag();
  const emails = Array.from({ length: count }, (_, index) => `${String(index + 1).padStart(2, "0")}.${tag}@example.org`);
  for (const email of emails) await postApi("/leads/create", { email, ...fields });
  return { tag, emails, list: withQuery(routes.leads, { q: tag }) };
}

/** The table row of an email. */
export const leadRow = (page: Page, email: string) => page.getByRole("row", { name: new RegExp(email.replace(/[.+]/g, "\\$&")) });

/** The toolbar below a list with selected rows. */
export const selectionBar = (page: Page) => page.getByRole("region", { name: "Selection" });

/** An error response of the API, for specs that mock one. */
export const mockErrorResponse = (code: number, error: string, message: string) => ({
  status: code,
  json: { success: false, code, error, message, time: 0, requestId: "0f7c3f1e-5f0a-4d5e-9d83-0f6a6f2f3f11" },
});
