import { join } from "node:path";
import { type Env, env, environmentVariable, InvalidEnvironmentError } from "@/lib/env";

/** Returns the validated environment, or prints the problems and exits. */
export function requireEnvironment(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof InvalidEnvironmentError)) throw error;
    return exitWithError(error.message);
  }
}

/** Exits unless DATABASE_URL is set: processes that run separately must share a database. */
export function requireDatabaseUrl(command: string): void {
  if (environmentVariable("DATABASE_URL")) return;
  exitWithError(
    `npm run ${command} requires DATABASE_URL, the connection string of the shared PostgreSQL database. To run everything on one machine with a built-in database, use npm start.`,
  );
}

/** Exits unless AUTH_SECRET is set: every node must be able to read what the others sign and encrypt. */
export function requireAuthSecret(command: string): void {
  if (environmentVariable("AUTH_SECRET")) return;
  exitWithError(
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
