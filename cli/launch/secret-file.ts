import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/** Shorter secrets, in characters, come from a damaged file. */
export const minSecretLength = 32;

/**
 * Reads a secret from a file, and creates the file with a random secret if it doesn't exist (mode 600). Other processes can do the same: the
 * file is complete when it gets its name, and none is replaced.
 */
export function readOrCreateSecret(file: string): string {
  const read = () => readFileSync(file, "utf8").trim();
  if (existsSync(file)) return read();
  const newFile = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(newFile, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    linkSync(newFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(newFile);
  }
  return read();
}
