import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The secret that signs sessions and seals second factors, made at first start and kept in the data folder (mode 600). */
export function keepAuthSecret(dataFolder: string): string {
  const file = join(dataFolder, "auth-secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new Error(
      `The file ${file} is damaged: restore it from a backup. Without one delete it: everyone signs in anew, a second factor only by its recovery codes, and the mail server of the settings has to be entered again.`,
    );
  return secret;
}
