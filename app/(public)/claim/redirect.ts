import { headers } from "next/headers";
import type { ClaimReply } from "@/contract/claims";

/** Whether our own form led here just now. Whoever opens somebody else's address of this page is not led on in their name. */
export const isOurRedirect = async (): Promise<boolean> => (await headers()).get("sec-fetch-site") === "same-origin";

/** Where somebody who has claimed is led on to, with the token that says who they are while it works. */
export function onwardOf(claimedUrl: string | null, { token, tokenExpiresAt }: ClaimReply): URL | "expired" | null {
  if (claimedUrl === null) return null;
  if (Date.parse(tokenExpiresAt) <= Date.now()) return "expired";
  const url = new URL(claimedUrl);
  url.searchParams.set("token", token);
  return url;
}
