import { createHash, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { configFile } from "./config.js";
import { UsageError } from "./terminal.js";

/** The folder in the user's configuration with the state of listeners. Each has its own files, so those that run at once keep theirs. */
export const stateFolder = (): string => path.join(path.dirname(configFile()), "listen");

/** Which events a listener sends where. */
type Route = { url: string; target: string; types?: string | undefined };

/** Returns the secret that signs the events from an address of Gatehouse to a target. Creates it the first time. */
export function signingSecret(folder: string, { url, target }: Route): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${hash(JSON.stringify([url, target]))}.secret`);
  if (!existsSync(file)) createSecret(file);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 43) throw new UsageError(`${file} is damaged. Delete it to start over, with a new signing secret.`);
  return `whsec_${Buffer.from(secret, "base64url").toString("base64")}`;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Creates the file with a random secret. Others can do the same: the file is complete when it gets its name, and none is replaced. */
function createSecret(file: string): void {
  const newFile = `${file}.${randomBytes(8).toString("hex")}`;
  writeFileSync(newFile, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  try {
    linkSync(newFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(newFile);
  }
}

const cursorFile = (folder: string, { url, target, types }: Route) =>
  path.join(folder, `${hash(JSON.stringify([url, target, types]))}.cursor`);

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
