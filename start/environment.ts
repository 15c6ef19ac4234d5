import { type Env, env, InvalidEnvironment, inherited } from "@/lib/env";

/** The checked environment; prints what is wrong with it and ends the process otherwise. */
export function checkedEnvironment(): Env {
  try {
    return env();
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    return giveUp(error.message);
  }
}

/** The halves that run apart share one database, so they are told which. */
export function needDatabaseUrl(task: string): void {
  if (inherited("DATABASE_URL")) return;
  giveUp(
    `npm run ${task} needs DATABASE_URL, the address of the PostgreSQL that all parts share. \`npm start\` runs everything on one machine and brings its own.`,
  );
}

/** What one node signs another must be able to read. */
export function needAuthSecret(task: string): void {
  if (inherited("AUTH_SECRET")) return;
  giveUp(
    `npm run ${task} needs AUTH_SECRET, 32 characters or more, the same on every node: it signs the sessions of staff and seals their second factors and the mail server of the settings.`,
  );
}

export function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}
