import type { BrowserContext, Page } from "@playwright/test";
import * as OTPAuth from "otpauth";
import { routes } from "@/lib/routes";
import { waitForEmail } from "./inbox";
import { expect } from "./fixtures";
import { owner } from "./site";

export type Credentials = { email: string; password: string };

/** Signs a browser in without its pages, for specs that are about something else. */
export async function signIn(context: BrowserContext, { email, password }: Credentials = owner): Promise<void> {
  const answer = await context.request.post("/api/session", { data: { email, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in on the page, as a person does; with a second factor its code follows. */
export async function submitSignInForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

let count = 0;

/** Somebody new in the team, invited by the owner and joined by the mailed link, all by the API. */
export async function createStaffMember(context: BrowserContext, role: string): Promise<Credentials & { name: string }> {
  const name = `Colleague ${++count}`;
  const somebody = { email: `${role}-${count}-${Date.now()}@example.org`, password: `a password of ${name}` };
  await signIn(context);
  const invited = await context.request.post("/api/team/invitations", {
    data: { email: somebody.email, role },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const link = findLink((await waitForEmail(somebody.email)).text ?? "", routes.invitation);
  await context.clearCookies();
  const joined = await context.request.post("/api/invitation/accept", {
    data: { token: link.searchParams.get("token"), name, password: somebody.password },
  });
  expect(joined.status(), await joined.text()).toBe(200);
  await context.clearCookies();
  return { ...somebody, name };
}

/** The link to a page of ours that a mail's text holds. */
export function findLink(text: string, path: string): URL {
  const found = text.match(/https?:\/\/\S+/g)?.map((each) => new URL(each.replace(/[>).]+$/, "")));
  const link = found?.find(({ pathname }) => pathname === path);
  if (!link) throw new Error(`The mail holds no link to ${path}`);
  return link;
}

/** The six digits that an authenticator shows for a secret. A code is taken once, so `later` asks for one of the next step. */
export function totpCode(secret: string, later = 0): string {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + later * 30_000 });
}
