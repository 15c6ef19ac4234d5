import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the secret for sessions and encryption from the data folder, and creates it on the first start (mode 600). */
export function readOrCreateAuthSecret(dataFolder: string): string {
  const file = join(dataFolder, "auth-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(
      `The file ${file} is damaged. Restore it from a backup. If you have no backup, delete the file: everyone has to sign in again, two-factor authentication works only with recovery codes, and the mail server must be entered again.`,
    );
  return secret;
}
