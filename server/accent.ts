import "server-only";
import { defaultAccent } from "@/contract/project";
import { accentOf } from "@/core/projects/accent";
import { systemContext } from "./context";

/** The colour that pages wear: the project's, and the default where the database does not tell, since a page that says so needs one too. */
export async function pageAccent(): Promise<string> {
  try {
    return (await accentOf(await systemContext())) ?? defaultAccent;
  } catch {
    return defaultAccent;
  }
}
