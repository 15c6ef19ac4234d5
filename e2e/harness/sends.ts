import type { BrowserContext, Locator, Page } from "@playwright/test";
import { routes } from "@/lib/routes";
import { call } from "./call";
import { pick } from "./pick";
import { expect } from "./quiet";
import { site } from "./site";
import { signedIn } from "./staff";

let made = 0;
/** An address that nobody has yet. */
export const addressOf = (name: string) => `${name}-${++made}-${Date.now()}@example.org`;

/** What an integrator writes. */
export async function post(path: string, body: object) {
  const { baseUrl, secretKey: key } = site();
  const { status, data, error } = await call(`${baseUrl}/api${path}`, { key, body });
  expect(status, error).toBe(200);
  return data;
}

export const aCode = async (some: object = {}): Promise<string> => (await post("/codes/generate", { amount: 1, ...some }))[0].code;

export async function aLead(name: string, some: object = {}): Promise<string> {
  const email = addressOf(name);
  await post("/leads/create", { email, ...some });
  return email;
}

/** The dialog of a new send, opened by its address. */
export async function newSend(page: Page, context: BrowserContext): Promise<Locator> {
  await signedIn(context);
  await page.goto(routes.acts.newSend);
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Send a code" })).toBeVisible();
  return dialog;
}

/** Chooses an existing code. */
export async function choose(page: Page, dialog: Locator, code: string): Promise<void> {
  await dialog.getByRole("combobox", { name: "Code", exact: true }).click();
  await pick(page, "Search codes", code, new RegExp(`^${code}`));
}

export const name = (dialog: Locator, ...emails: string[]) => dialog.getByRole("textbox", { name: "Addresses" }).fill(emails.join(", "));
export const said = (dialog: Locator) => dialog.getByRole("region", { name: "Who gets it" });
export const progress = (page: Page) => page.getByRole("region", { name: "Progress" });
