import "server-only";
import { projectOf } from "@/core/projects/wire";
import { systemContext } from "./context";

/** What strangers see of the project, on the pages for people without a session. */
export async function shownProject(): Promise<{ name: string; logo: string | null }> {
  const { name, logo } = await projectOf(await systemContext());
  return { name, logo };
}
