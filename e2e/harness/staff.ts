import type { BrowserContext, Page } from "@playwright/test";
import * as OTPAuth from "otpauth";
import { routes } from "@/lib/routes";
import { expect } from "./fixtures";
import { waitForEmail } from "./inbox";
import { owner } from "./site";

export type Credentials = { email: string; password: string };

/** Signs a browser in through the API, for specs that don't test signing in. */
export async function signIn(context: BrowserContext, { email, password }: Credentials = owner): Promise<void> {
  const response = await context.request.post("/api/session", { data: { email, password } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Submits the email and password on the sign-in page. */
export async function submitSignInForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

let count = 0;

/** Invites a staff member and accepts the invitation with the emailed link, all through the API. */
export async function createStaffMember(context: BrowserContext, role: string): Promise<Credentials & { name: string }> {
  const name = `Colleague ${++count}`;
  const credentials = { email: `${role}-${count}-${Date.now()}@example.org`, password: `the password of ${name}` };
  await signIn(context);
  const invitationResponse = await context.request.post("/api/team/invitations", {
    data: { email: credentials.email, role },
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(invitationResponse.status(), await invitationResponse.text()).toBe(200);
  const link = findLink((await waitForEmail(credentials.email)).text ?? "", routes.invitation);
  await context.clearCookies();
  const acceptResponse = await context.request.post("/api/invitation/accept", {
    data: { token: link.searchParams.get("token"), name, password: credentials.password },
  });
  expect(acceptResponse.status(), await acceptResponse.text()).toBe(200);
  await context.clearCookies();
  return { ...credentials, name };
}

/** Finds the link to one of our pages in the text of an email. */
export function findLink(text: string, path: string): URL {
  const urls = text.match(/https?:\/\/\S+/g)?.map((url) => new URL(url.replace(/[>).]+$/, "")));
  const link = urls?.find(({ pathname }) => pathname === path);
  if (!link) throw new Error(`The email contains no link to ${path}`);
  return link;
}

/** The current 6-digit code for a secret. Each code works once; `stepsAhead` returns a later one. */
export function totpCode(secret: string, stepsAhead = 0): string {
  const totp = new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}
