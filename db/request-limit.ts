import { AsyncLocalStorage } from "node:async_hooks";

/**
 * How long a request waits for a database that doesn't answer, in milliseconds. The response arrives within 5 seconds of the request or of
 * the database's last answer, whichever is later, plus the time that our own process was busy.
 */
const requestLimitMs = 4000;

// Next can load this module once per bundle, but requests and the pool belong to the process.
const globals = globalThis as typeof globalThis & { gatehouseRequestEnd?: AsyncLocalStorage<number> };
globals.gatehouseRequestEnd ??= new AsyncLocalStorage();
const requestEnd = globals.gatehouseRequestEnd;

/**
 * Runs `callback` so that its statements fail as unavailable 4 s from now if the database doesn't answer for 2 s. While it does answer, they
 * may take longer. Inside of another limit, that one applies.
 */
export const withRequestLimit = <T>(callback: () => T): T =>
  requestEnd.getStore() === undefined ? requestEnd.run(performance.now() + requestLimitMs, callback) : callback();

/** Runs `callback` without the limit of the request that it started in, for exports, large batches, and work that outlives the request. */
export const withoutRequestLimit = <T>(callback: () => T): T => requestEnd.exit(callback);

/** Returns how many milliseconds of the current request's limit remain, or undefined without one. */
export const remainingMs = (): number | undefined => {
  const end = requestEnd.getStore();
  return end === undefined ? undefined : end - performance.now();
};

/** Returns the promise's result, or throws an error that counts as unavailable when the current request's limit is over. */
export async function withinRequestLimit<T>(promise: Promise<T>): Promise<T> {
  const milliseconds = remainingMs();
  if (milliseconds === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    const error = Object.assign(new Error("The database took too long"), { code: "CONNECTION_DEADLINE" });
    timer = setTimeout(reject, milliseconds, error);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
