import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { environmentVariable } from "@/lib/env";
import { sha256Hex } from "@/lib/ids";
import { minSecretLength, readOrCreateSecret } from "../launch/secret-file";

/** The folder in the user's configuration with the state of listeners. Each has its own files, so those that run at once keep theirs. */
export const stateFolder = (): string => join(environmentVariable("XDG_CONFIG_HOME") ?? join(homedir(), ".config"), "gatehouse", "listen");

/** Which events a listener sends where. */
type Route = { url: string; target: string; types?: string | undefined };

/** Returns the secret that signs the events from an address of Gatehouse to a target. Creates it the first time. */
export function signingSecret(folder: string, { url, target }: Route): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${sha256Hex(JSON.stringify([url, target]))}.secret`);
  const secret = readOrCreateSecret(file);
  if (secret.length < minSecretLength) throw new Error(`${file} is damaged. Delete it to start over, with a new signing secret.`);
  return `whsec_${Buffer.from(secret, "base64url").toString("base64")}`;
}

const cursorFile = (folder: string, { url, target, types }: Route) =>
  join(folder, `${sha256Hex(JSON.stringify([url, target, types]))}.cursor`);

/** Returns the position of the last event that was sent, or null the first time. */
export function readCursor(folder: string, route: Route): string | null {
  try {
    return readFileSync(cursorFile(folder, route), "utf8") || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Saves the position of the last event that was sent. */
export function saveCursor(folder: string, route: Route, cursor: string): void {
  const file = cursorFile(folder, route);
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, cursor, { mode: 0o600 });
  renameSync(newFile, file);
}
