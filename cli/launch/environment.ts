import { join } from "node:path";
import { type Env, env, InvalidEnvironmentError } from "@/lib/env";

/** Returns the validated environment, or prints the problems and exits. */
export function requireEnvironment(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof InvalidEnvironmentError)) throw error;
    return exitWithError(error.message);
  }
}

/** Returns DATABASE_URL, or exits: processes that run separately must share a database. */
export function requireDatabaseUrl(command: string): string {
  const url = env().DATABASE_URL;
  if (url !== undefined) return url;
  return exitWithError(
    `npm run ${command} requires DATABASE_URL, the connection string of the shared PostgreSQL database. To run everything on one machine with a built-in database, use npm start.`,
  );
}

/** Returns AUTH_SECRET, or exits: every node must be able to read what the others sign and encrypt. */
export function requireAuthSecret(command: string): string {
  const secret = env().AUTH_SECRET;
  if (secret !== undefined) return secret;
  return exitWithError(
    `npm run ${command} requires AUTH_SECRET, a random string of at least 32 characters that is the same on every node. It signs sessions and links in emails, and encrypts two-factor secrets and SMTP settings.`,
  );
}

/** The file in the data folder with the secret for sessions and encryption, unless AUTH_SECRET is set. */
export const authSecretFile = (dataFolder: string): string => join(dataFolder, "auth-secret");

/** Prints a message to stderr and exits with status 1. */
export function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}
