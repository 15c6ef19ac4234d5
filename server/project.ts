import "server-only";
import type { ProjectRecord } from "@/contract/project";
import { projectOf } from "@/core/projects/wire";
import { systemContext } from "./context";

/** What the public pages say and where they lead, beside what `shownProject` tells. */
export async function publicPages(): Promise<Pick<ProjectRecord, "name" | "logo" | "timeZone" | "claimedText" | "claimedUrl">> {
  const { name, logo, timeZone, claimedText, claimedUrl } = await projectOf(await systemContext());
  return { name, logo, timeZone, claimedText, claimedUrl };
}

/** What strangers see of the project, on the pages for people without a session. */
export async function shownProject(): Promise<{ name: string; logo: string | null }> {
  const { name, logo } = await projectOf(await systemContext());
  return { name, logo };
}
