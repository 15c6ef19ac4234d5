import { getAllowedOrigins } from "@/core/projects/record";
import { log } from "@/lib/log";
import { getSystemContext } from "./system-context";

/** The web origins that may embed the project's forms in a frame; an empty list allows any. Returns null if the database can't be reached. */
export async function getFrameOrigins(): Promise<string[] | null> {
  try {
    return await getAllowedOrigins(await getSystemContext());
  } catch (err) {
    log.warn({ err }, "could not load the allowed frame origins");
    return null;
  }
}
