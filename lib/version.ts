import { readFileSync } from "node:fs";

let version: string | undefined;

/** Returns the version of Gatehouse. */
export function getVersion(): string {
  version ??= (JSON.parse(readFileSync("package.json", "utf8")) as { version: string }).version;
  return version;
}
