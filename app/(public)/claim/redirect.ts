import { headers } from "next/headers";
import type { ClaimReply } from "@/contract/claims";

/** Whether our own form led to this page. Someone who opens another person's result URL must not be redirected with that person's claim token. */
export const isSameOriginNavigation = async (): Promise<boolean> => (await headers()).get("sec-fetch-site") === "same-origin";

/** The project's redirect URL with the claim token. Returns null if the project has none, and `"expired"` if the token no longer works. */
export function buildRedirect(redirectUrl: string | null, { token, tokenExpiresAt }: ClaimReply): URL | "expired" | null {
  if (redirectUrl === null) return null;
  if (Date.parse(tokenExpiresAt) <= Date.now()) return "expired";
  const url = new URL(redirectUrl);
  url.searchParams.set("token", token);
  return url;
}
