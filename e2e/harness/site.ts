import { environmentVariable } from "@/lib/env";

/** The owner that the product under test starts with. */
export const owner = { email: "owner@example.org", password: "a password of the owner" };

/** The secret it starts with: specs make links with it that otherwise only mail holds. */
export const authSecret = "the secret of the product under test, and of nothing else";

/** Where the product under test answers, and the keys of its first project. */
export function site(): { baseUrl: string; publicKey: string; secretKey: string } {
  return {
    baseUrl: environmentVariable("E2E_BASE_URL") ?? "",
    publicKey: environmentVariable("E2E_PUBLIC_KEY") ?? "",
    secretKey: environmentVariable("E2E_SECRET_KEY") ?? "",
  };
}
