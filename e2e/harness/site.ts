import { environmentVariable } from "@/lib/env";

/** The owner of the site under test. */
export const owner = { email: "owner@example.org", password: "a password of the owner" };

/** The secret of the site under test. Specs create link tokens with it that otherwise only emails contain. */
export const authSecret = "the secret of the product under test, and of nothing else";

/** The URL of the site under test, and the keys of its project. */
export function site(): { baseUrl: string; publicKey: string; secretKey: string } {
  return {
    baseUrl: environmentVariable("E2E_BASE_URL") ?? "",
    publicKey: environmentVariable("E2E_PUBLIC_KEY") ?? "",
    secretKey: environmentVariable("E2E_SECRET_KEY") ?? "",
  };
}
