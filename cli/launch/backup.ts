import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { BackupError } from "@/db/backup/archive";
import type { BackupSecrets } from "@/db/backup/description";
import { openEmbeddedPostgres } from "@/db/embedded";
import { type Env, env as environment, environmentVariable } from "@/lib/env";
import { onShutdown } from "@/lib/on-shutdown";
import { authSecretFile, exitWithError } from "./environment";

export type BackupArguments = { file: string; passphrase: string | undefined; check: boolean };

/** Runs `npm run backup` or `npm run restore` like `runFileCommand`. */
export const runBackupCommand = (
  command: "backup" | "restore",
  run: (backupArguments: BackupArguments, signal: AbortSignal) => Promise<void>,
): Promise<never> =>
  runFileCommand(command, (signal) => {
    const canCheck = command === "backup";
    const usage = `Usage: npm run ${command} -- ${canCheck ? "[--check] " : ""}file.tar.zst [--passphrase-file file]`;
    const { positionals, values } = parseArguments(usage, { "passphrase-file": { type: "string" }, check: { type: "boolean" } });
    const [file, ...rest] = positionals;
    const check = values.check ?? false;
    if (file === undefined || rest.length > 0) throw new BackupError(usage);
    if (check && !canCheck) throw new BackupError(`To check a backup without restoring it: npm run backup -- --check ${file}`);
    return run({ file: fromCallersFolder(file), passphrase: readPassphrase(values["passphrase-file"]), check }, signal);
  });

/** Runs a command that writes or reads a file until it ends or is canceled. Prints the reason and exits with status 1 if it fails. */
export async function runFileCommand(command: string, run: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const canceling = new AbortController();
  onShutdown(() => canceling.abort());
  try {
    await run(canceling.signal);
  } catch (error) {
    if (error instanceof BackupError) exitWithError(error.message);
    exitWithError(`The ${command} failed: ${(error as Error).message}`);
  }
  process.exit(0);
}

/** Parses the command's arguments. Throws `BackupError` with the usage if they are invalid. */
export function parseArguments<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new BackupError(`${(error as Error).message}\n${usage}`);
  }
}

/** npm runs commands in the folder of package.json. */
export const fromCallersFolder = (file: string): string => resolve(environmentVariable("INIT_CWD") ?? ".", file);

/** Returns the first line of the passphrase file, or BACKUP_PASSPHRASE. A command's arguments are visible to other users of the machine. */
function readPassphrase(file: string | undefined): string | undefined {
  if (file === undefined) return environment().BACKUP_PASSPHRASE;
  try {
    const [passphrase = ""] = readFileSync(fromCallersFolder(file), "utf8").split(/\r?\n/);
    if (passphrase === "") throw new BackupError(`The first line of the passphrase file ${file} is empty.`);
    return passphrase;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`The passphrase file ${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Calls `run` with the URL of the database for the role that owns the tables: MIGRATION_DATABASE_URL, DATABASE_URL, or the embedded one, which is started unless it is running. */
export async function withDatabase<T>(env: Env, { create = false }, run: (url: string) => Promise<T>): Promise<T> {
  const url = env.MIGRATION_DATABASE_URL ?? env.DATABASE_URL;
  if (url) return run(url);
  const directory = resolve(env.DATA_DIR, "postgres");
  if (!create && !existsSync(join(directory, "data")))
    throw new BackupError(`There is no database in ${resolve(env.DATA_DIR)}. Set DATA_DIR or DATABASE_URL as for npm start.`);
  mkdirSync(resolve(env.DATA_DIR), { recursive: true, mode: 0o711 });
  const database = await openEmbeddedPostgres({ directory });
  try {
    return await run(database.ownerUrl);
  } finally {
    await database.stop();
  }
}

/** Returns the secrets of this installation: AUTH_SECRET with its earlier values, or the secret in the data folder. */
export function readSecrets(env: Env): BackupSecrets {
  const authSecret = env.AUTH_SECRET ?? readSecretFile(env);
  if (authSecret === null)
    throw new BackupError(
      `The secret of this installation was not found. Set AUTH_SECRET as for npm run web, or DATA_DIR to the folder with the file auth-secret.`,
    );
  return { authSecret, previousAuthSecrets: env.AUTH_SECRET_PREVIOUS };
}

function readSecretFile(env: Env): string | null {
  try {
    return readFileSync(authSecretFile(resolve(env.DATA_DIR)), "utf8").trim();
  } catch {
    return null;
  }
}

/**
 * Makes this installation use a backup's secret while `restore` runs, and afterwards unless it fails. Throws `BackupError` if it has another
 * secret. Returns what the operator must know.
 */
export async function withSecrets(env: Env, secrets: BackupSecrets, restore: () => Promise<void>): Promise<string[]> {
  const notes = listMissingSecrets(env, secrets);
  const file = authSecretFile(resolve(env.DATA_DIR));
  const existingSecret = env.AUTH_SECRET ?? readSecretFile(env);
  if (existingSecret !== null && ![existingSecret, ...env.AUTH_SECRET_PREVIOUS].includes(secrets.authSecret))
    throw new BackupError(
      `${env.AUTH_SECRET ? "AUTH_SECRET" : `The secret in ${file}`} is not the one of the backup, so sessions, links in emails and stored passwords would stop working. ${env.AUTH_SECRET ? "Remove AUTH_SECRET to use the backup's, or add the backup's" : "Move the file away to use the backup's, or add the backup's"} to AUTH_SECRET_PREVIOUS. It is in the file secrets.json in the backup.`,
    );
  if (existingSecret !== null) {
    await restore();
    return notes;
  }
  mkdirSync(resolve(env.DATA_DIR), { recursive: true, mode: 0o711 });
  writeFileSync(file, secrets.authSecret, { mode: 0o600, flag: "wx" });
  try {
    await restore();
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
  return [...notes, `The secret is in ${file}. With npm run web and npm run worker, set AUTH_SECRET to it.`];
}

function listMissingSecrets(env: Env, { previousAuthSecrets }: BackupSecrets): string[] {
  const isMissing = previousAuthSecrets.some((secret) => secret !== env.AUTH_SECRET && !env.AUTH_SECRET_PREVIOUS.includes(secret));
  return isMissing ? ["Set AUTH_SECRET_PREVIOUS as before. Its values are in the file secrets.json in the backup."] : [];
}
