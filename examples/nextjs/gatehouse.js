import { Gatehouse, isGatehouseError } from "@gatehouse/sdk";

let client;

/** Returns the client. The key is read when a request needs it, and not by `next build`, which loads this file without it. */
export function connect() {
  const { GATEHOUSE = "http://localhost:3000", KEY = "" } = process.env;
  // A person waits for the answer, so it is given up after some seconds.
  client ??= new Gatehouse({ url: GATEHOUSE, key: KEY, timeoutMs: 3_000, maxRetries: 1, maxRetryDelayMs: 1_000 });
  return client;
}

/** In your database: the account of each email, with the ID of the code that it was created with. */
globalThis.accounts ??= new Map();
export const accounts = globalThis.accounts;

export const answer = (status, message) => Response.json({ message }, { status });

/** What to answer if there is no claim. The message of an error about a claim is made for the person who signs up. */
export function refuse(error) {
  const isAboutClaim = isGatehouseError(error) && error.status >= 400 && error.status < 500 && error.status !== 401;
  return isAboutClaim ? answer(422, error.message) : answer(503, "You can't sign up at the moment. Try again in a few minutes.");
}
