import { cache } from "react";
import type { ProjectRecord } from "@/contract/project";
import { getProject } from "@/core/projects/record";
import { isUnavailable } from "@/db/query";
import { getSystemContext } from "./system-context";

/** What public pages show of the project. */
export type PublicProject = Pick<
  ProjectRecord,
  | "name"
  | "logo"
  | "timeZone"
  | "successMessage"
  | "redirectUrl"
  | "consentText"
  | "referralBonus"
  | "doubleOptIn"
  | "sendJoinedEmail"
  | "paused"
  | "pausedMessage"
>;

/** Loads what public pages show of the project, once per request. Returns null if the database can't be reached. */
export const getPublicProject = cache(async (): Promise<PublicProject | null> => {
  try {
    const { name, logo, timeZone, successMessage, redirectUrl, ...rest } = await getProject(await getSystemContext());
    const { consentText, referralBonus, doubleOptIn, sendJoinedEmail, paused, pausedMessage } = rest;
    return {
      name,
      logo,
      timeZone,
      successMessage,
      redirectUrl,
      consentText,
      referralBonus,
      doubleOptIn,
      sendJoinedEmail,
      paused,
      pausedMessage,
    };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return null;
  }
});

/** The project's name and logo, for pages without a session. */
export async function getProjectBranding(): Promise<{ name: string; logo: string | null }> {
  const { name, logo } = await getProject(await getSystemContext());
  return { name, logo };
}
