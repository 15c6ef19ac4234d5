import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inherited } from "@/lib/env";

let names: Record<string, string> | undefined;

/** The address of a script that `start/own-scripts.ts` built, by its source: `browser/claim.ts`. */
export function ownScript(source: string): string {
  names ??= JSON.parse(readFileSync(join(process.cwd(), inherited("NEXT_DIST_DIR") ?? ".next", "own-scripts.json"), "utf8")) as Record<
    string,
    string
  >;
  const name = names[source];
  if (name === undefined) throw new Error(`${source} was not built`);
  return `/_next/static/own/${name}`;
}
