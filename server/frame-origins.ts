import "server-only";
import { originsOf } from "@/core/projects/origins";
import { log } from "@/lib/log";
import { systemContext } from "./context";

/** The web origins that may use the project's public key, and so show its forms in a frame; none listed means any. Null where the database does not tell. */
export async function framingOrigins(): Promise<string[] | null> {
  try {
    return await originsOf(await systemContext());
  } catch (err) {
    log.warn({ err }, "who may frame a form is not known");
    return null;
  }
}
