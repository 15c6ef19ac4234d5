import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import * as z from "zod";
import { environmentVariable } from "@/lib/env";

const State = z.object({ secret: z.string(), cursor: z.string().nullable() });

/** What is kept of a listener: the secret that signs its events, and the position of the last one. */
export type ListenState = z.output<typeof State>;

/** The file in the user's configuration that has the state of each listener, by the addresses of Gatehouse and the target. */
export const stateFile = (): string =>
  join(environmentVariable("XDG_CONFIG_HOME") ?? join(homedir(), ".config"), "gatehouse", "listen.json");

function readStates(file: string): Record<string, ListenState> {
  try {
    return z.record(z.string(), State).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Error(`${file} can't be read. Delete it to start over, with a new signing secret.`, { cause: error });
  }
}

/** Returns the state of a listener, with a new secret the first time. */
export const readState = (file: string, name: string): ListenState =>
  readStates(file)[name] ?? { secret: `whsec_${randomBytes(24).toString("base64")}`, cursor: null };

/** Saves the state of a listener in a file that only the user can read. */
export function saveState(file: string, name: string, state: ListenState): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, `${JSON.stringify({ ...readStates(file), [name]: state }, null, 2)}\n`, { mode: 0o600 });
  renameSync(newFile, file);
}
