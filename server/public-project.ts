import "server-only";
import { cache } from "react";
import type { ProjectRecord } from "@/contract/project";
import { projectOf } from "@/core/projects/wire";
import { isUnavailable } from "@/db/rows";
import { systemContext } from "./context";

export type PublicPages = Pick<
  ProjectRecord,
  | "name"
  | "logo"
  | "timeZone"
  | "claimedText"
  | "claimedUrl"
  | "consentText"
  | "referralPlaces"
  | "doubleOptIn"
  | "joinedMail"
  | "paused"
  | "pausedText"
>;

/** What the public pages say and where they lead, read once for each; null where the database cannot be reached, which they say then. */
export const publicPages = cache(async (): Promise<PublicPages | null> => {
  try {
    const { name, logo, timeZone, claimedText, claimedUrl, ...more } = await projectOf(await systemContext());
    const { consentText, referralPlaces, doubleOptIn, joinedMail, paused, pausedText } = more;
    return { name, logo, timeZone, claimedText, claimedUrl, consentText, referralPlaces, doubleOptIn, joinedMail, paused, pausedText };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
});

/** What strangers see of the project, on the pages for people without a session. */
export async function shownProject(): Promise<{ name: string; logo: string | null }> {
  const { name, logo } = await projectOf(await systemContext());
  return { name, logo };
}
