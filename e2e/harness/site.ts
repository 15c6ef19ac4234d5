import { environmentVariable } from "@/lib/env";

/** The owner of the site under test. */
export const owner = { email: "owner@example.org", password: "a password of the owner" };

/** The secret of the sites under test. Specs create sessions with it, and link tokens that otherwise only emails contain. */
export const authSecret = "the secret of the product under test, and of nothing else";

/** The site under test: its URL, the keys of its project, and its database. */
export function site(): { baseUrl: string; publicKey: string; secretKey: string; databaseUrl: string } {
  return {
    databaseUrl: environmentVariable("E2E_DATABASE_URL") ?? "",
    baseUrl: environmentVariable("E2E_BASE_URL") ?? "",
    publicKey: environmentVariable("E2E_PUBLIC_KEY") ?? "",
    secretKey: environmentVariable("E2E_SECRET_KEY") ?? "",
  };
}
