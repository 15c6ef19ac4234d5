import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { ask, isTerminal, UsageError } from "./terminal.js";

/** Where Gatehouse is, and the key. */
export type Config = { url: string; key: string };

/** The file with the saved address and key. */
export const configFile = (): string =>
  path.join(process.env.XDG_CONFIG_HOME || path.join(homedir(), ".config"), "gatehouse", "config.json");

function readConfig(): Partial<Config> {
  try {
    return JSON.parse(readFileSync(configFile(), "utf8")) as Partial<Config>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new UsageError(`${configFile()} can't be read. Delete it to start over.`);
  }
}

/** Saves the address and the key, so that only this user can read them. */
export function saveConfig(config: Config): string {
  const file = configFile();
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  // The mode of a file that exists doesn't change.
  chmodSync(file, 0o600);
  return file;
}

/** Asks for the address and the key. */
export async function askConfig(url: string | undefined): Promise<Config> {
  const known = url || process.env.GATEHOUSE_URL || readConfig().url || "http://localhost:3000";
  const address = (await ask(`Where is Gatehouse? [${known}] `)) || known;
  return { url: address, key: await ask("Secret key (sk_…): ", true) };
}

/** Returns the address and the key: from the options and the environment, from the file, or from the terminal, which saves them. */
export async function findConfig(url: string | undefined): Promise<Config> {
  const saved = readConfig();
  const { GATEHOUSE_URL, GATEHOUSE_KEY } = process.env;
  const address = url || GATEHOUSE_URL || undefined;
  if (GATEHOUSE_KEY) return { url: address ?? saved.url ?? "http://localhost:3000", key: GATEHOUSE_KEY };
  // A saved key is only for the address that it was saved with.
  if (saved.key && saved.url && (address === undefined || address === saved.url)) return { url: saved.url, key: saved.key };
  if (!isTerminal()) throw new UsageError("There is no key. Set GATEHOUSE_KEY, or run `gatehouse login`.");
  const config = await askConfig(address);
  process.stderr.write(`Saved in ${saveConfig(config)}\n`);
  return config;
}
