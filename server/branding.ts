import { defaultAccent } from "@/contract/project";
import { getAccent, getProject } from "@/core/projects/record";
import { getSystemContext } from "./context";

/** Returns the project's accent color, or the default if the database can't be reached, because error pages need one too. */
export async function getPageAccent(): Promise<string> {
  try {
    return (await getAccent(await getSystemContext())) ?? defaultAccent;
  } catch {
    return defaultAccent;
  }
}

/** The project's name and logo, for pages without a session. */
export async function getProjectBranding(): Promise<{ name: string; logo: string | null }> {
  const { name, logo } = await getProject(await getSystemContext());
  return { name, logo };
}
