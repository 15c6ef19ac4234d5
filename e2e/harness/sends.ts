import type { BrowserContext, Locator, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { callApi } from "./api";
import { expect } from "./fixtures";
import { pickOption } from "./popups";
import { site } from "./site";
import { signIn } from "./staff";

let count = 0;
/** An email that no lead has yet. */
export const uniqueEmail = (name: string) => `${name}-${++count}-${Date.now()}@example.org`;

/** Posts to the API with the secret key, expects success, and returns the data. */
export async function postSuccessfully(path: string, body: object) {
  const { baseUrl, secretKey: key } = site();
  const { status, data, error } = await callApi(`${baseUrl}/api${path}`, { key, body });
  expect(status, error).toBe(200);
  return data;
}

export const createCode = async (fields: object = {}): Promise<string> =>
  (await postSuccessfully("/codes/generate", { amount: 1, ...fields }))[0].code;

export async function createLead(name: string, fields: object = {}): Promise<string> {
  const email = uniqueEmail(name);
  await postSuccessfully("/leads/create", { email, ...fields });
  return email;
}

/** Opens the dialog for a new send by its URL. */
export async function openNewSend(page: Page, context: BrowserContext): Promise<Locator> {
  await signIn(context);
  await page.goto(routes.dialogs.newSend);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "New send" })).toBeVisible();
  return dialog;
}

/** Chooses an existing code in the dialog. */
export async function chooseCode(page: Page, dialog: Locator, code: string): Promise<void> {
  await dialog.getByRole("combobox", { name: "Code", exact: true }).click();
  await pickOption(page, "Search codes", code, new RegExp(`^${code}`));
}

export const fillRecipients = (dialog: Locator, ...emails: string[]) =>
  dialog.getByRole("textbox", { name: "Emails" }).fill(emails.join(", "));
export const recipientPreview = (dialog: Locator) => dialog.getByRole("region", { name: "Recipients" });
export const sendProgress = (page: Page) => page.getByRole("region", { name: "Progress" });
