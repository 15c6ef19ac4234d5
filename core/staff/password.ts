import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { ApiError } from "../api-error";

/** Argon2id with the parameters of the OWASP cheat sheet: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const maxConcurrent = 2;
const maxQueued = 50;
/** Whose password it is: of someone who is signed in, or in a browser that signed in before, or of a stranger. */
export type Lane = "known" | "stranger";
type HashingQueue = { running: number; waiting: Record<Lane, (() => void)[]> };

// Next may load this module once per bundle, but memory and cores belong to the process.
const globals = globalThis as typeof globalThis & { gatehouseHashingQueue?: HashingQueue };
globals.gatehouseHashingQueue ??= { running: 0, waiting: { known: [], stranger: [] } };
const queue: HashingQueue = globals.gatehouseHashingQueue;

/**
 * Limits concurrent hashing, which needs memory and a CPU core each. Known people have a queue of their own that goes first, because strangers
 * can fill theirs. Throws `too_many_requests` when the queue is full.
 */
async function withHashingSlot<T>(lane: Lane, callback: () => Promise<T>): Promise<T> {
  if (queue.running < maxConcurrent) queue.running++;
  else if (queue.waiting[lane].length >= maxQueued) throw new ApiError("too_many_requests", { headers: { "Retry-After": "5" } });
  else await new Promise<void>((resolve) => queue.waiting[lane].push(resolve));
  try {
    return await callback();
  } finally {
    // The next one takes over this slot, so `running` stays the same.
    const next = queue.waiting.known.shift() ?? queue.waiting.stranger.shift();
    if (next) next();
    else queue.running--;
  }
}

/** Hashes a password for storage. Only people with a valid link, session or password get here. */
export const hashPassword = (password: string): Promise<string> => withHashingSlot("known", () => hash(password, parameters));

const currentFormat = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=${parameters.parallelism}$`;

const randomBase64 = (bytes: number): string => randomBytes(bytes).toString("base64").replaceAll("=", "");

/** A hash with the same cost that matches no known password. */
const dummyHash = `${currentFormat}${randomBase64(16)}$${randomBase64(32)}`;

/** Verifies a password. Takes the same time without a hash, so that the response time doesn't reveal whether an account exists. */
export const verifyPassword = (stored: string | null, password: string, lane: Lane = "known"): Promise<boolean> =>
  withHashingSlot(lane, () => verify(stored ?? dummyHash, password));

/** Returns whether a hash was created with other parameters than the current ones. */
export const isOutdatedHash = (stored: string): boolean => !stored.startsWith(currentFormat);
