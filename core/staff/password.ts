import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { ApiError } from "../api-error";

/** Argon2id as the OWASP cheat sheet has it: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const atOnce = 2;
const mostWaiting = 50;
type Line = { running: number; waiting: (() => void)[] };

// Next may load this module once for every bundle; memory and cores belong to the process.
const home = globalThis as typeof globalThis & { gatehouseHashings?: Line };
home.gatehouseHashings ??= { running: 0, waiting: [] };
const line: Line = home.gatehouseHashings;

/** Runs a hashing when it is its turn, few at once: each takes memory and a core. Refuses with `too_many_requests` where too many wait. */
async function inLine<T>(hashing: () => Promise<T>): Promise<T> {
  if (line.running < atOnce) line.running++;
  else if (line.waiting.length >= mostWaiting) throw new ApiError("too_many_requests", { headers: { "Retry-After": "5" } });
  else await new Promise<void>((turn) => line.waiting.push(turn));
  try {
    return await hashing();
  } finally {
    // Whoever is next takes this one's place.
    const next = line.waiting.shift();
    if (next) next();
    else line.running--;
  }
}

/** What is stored of a password. */
export const hashPassword = (password: string): Promise<string> => inLine(() => hash(password, parameters));

/** How such a hash begins. */
const form = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

const unpadded = (bytes: number): string => randomBytes(bytes).toString("base64").replaceAll("=", "");

/** A hash of the same cost that no password is known to have. */
const nobodys = `${form}${unpadded(16)}$${unpadded(32)}`;

/** Whether this is the password behind a hash. Takes as long where there is no hash, so that time does not tell who is known. */
export const verifyPassword = (stored: string | null, typed: string): Promise<boolean> => inLine(() => verify(stored ?? nobodys, typed));

/** Whether a hash was made with other parameters than new ones are. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(form);
