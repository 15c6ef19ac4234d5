import type { BrowserContext, Page } from "@playwright/test";
import * as OTPAuth from "otpauth";
import { newId } from "@/lib/ids";
import { createSessionCookie, sessionCookie } from "@/server/session-cookie";
import { queryDatabase } from "./database";
import { owner, site } from "./site";

export type Credentials = { email: string; password: string };

type StaffMember = Credentials & { name: string; id: string };

/** Signs a browser in with a new session in the database, for specs that don't test signing in. */
export async function signIn(context: BrowserContext, staff: StaffMember | typeof owner = owner): Promise<void> {
  const [session] = await queryDatabase<{ projectId: number; sessionId: string }>(
    (sql) => sql`insert into sessions (project_id, id, staff_id, method, user_agent, ip_address)
      select project_id, ${newId()}, id, 'password', '', '127.0.0.1' from staff where email = ${staff.email} and removed_at is null
      returning project_id as "projectId", id as "sessionId"`,
  );
  if (!session) throw new Error(`There is no staff member ${staff.email}`);
  const [cookie = ""] = (await createSessionCookie(session)).split(";");
  const { name } = sessionCookie();
  await context.addCookies([{ name, value: cookie.slice(name.length + 1), url: site().baseUrl, httpOnly: true, sameSite: "Lax" }]);
}

/** Ends the session in the browser. Leaves the page first, because an open page would go to the sign-in page by itself. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Submits the email and password on the sign-in page. */
export async function submitSignInForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

let count = 0;

const password = "seven violet umbrellas hum";
// With the cheapest parameters of Argon2. It is replaced on the first sign-in.
// cspell:disable-next-line
const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$LYNAlQQHTSxSAqLdYjsxzg$BF8qlizyZwyMUtKFpF0KsOgTRWVahcuRePe/s5L7G2M";

/** Adds a staff member directly to the database. */
export async function createStaffMember(role: string): Promise<StaffMember> {
  const name = `Colleague ${++count}`;
  const id = newId();
  const email = `${role}-${id}@example.org`;
  await queryDatabase(
    (sql) => sql`insert into staff (project_id, id, email, name, role, password_hash)
      select id, ${id}, ${email}, ${name}, ${role}, ${passwordHash} from projects order by id limit 1`,
  );
  return { id, email, name, password };
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
