import { readFileSync } from "node:fs";
import { join } from "node:path";
import { environmentVariable } from "@/lib/env";

let scriptNames: Record<string, string> | undefined;

/** Returns the URL of a script that `start/page-scripts.ts` built, by its source file, such as `browser/claim-page.ts`. */
export function pageScriptUrl(source: string): string {
  scriptNames ??= JSON.parse(
    readFileSync(join(process.cwd(), environmentVariable("NEXT_DIST_DIR") ?? ".next", "page-scripts.json"), "utf8"),
  ) as Record<string, string>;
  const fileName = scriptNames[source];
  if (fileName === undefined) throw new Error(`${source} has not been built`);
  return `/_next/static/page-scripts/${fileName}`;
}
