import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** Shorter secrets, in characters, come from a damaged file. */
export const minSecretLength = 32;

/** Reads a secret from a file, and creates the file with a random secret if it doesn't exist (mode 600). */
export function readOrCreateSecret(file: string): { secret: string; isNew: boolean } {
  let isNew = false;
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    isNew = true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return { secret: readFileSync(file, "utf8").trim(), isNew };
}
