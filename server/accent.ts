import { defaultAccent } from "@/contract/project";
import { getAccent } from "@/core/projects/accent";
import { getSystemContext } from "./system-context";

/** Returns the project's accent color, or the default if the database can't be reached, because error pages need one too. */
export async function getPageAccent(): Promise<string> {
  try {
    return (await getAccent(await getSystemContext())) ?? defaultAccent;
  } catch {
    return defaultAccent;
  }
}
