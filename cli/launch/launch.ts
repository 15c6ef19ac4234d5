import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { type EmbeddedPostgres, prepareEmbeddedPostgres } from "@/db/embedded";
import { childEnvironment, type Env, environmentVariable, setInstallation } from "@/lib/env";
import { listen } from "@/lib/ports";
import { buildIfNeeded } from "../build/build";
import { commands } from "../commands.mjs";
import { authSecretFile } from "./environment";
import { type SupervisedProcess, superviseProcess } from "./processes";
import { minSecretLength, readOrCreateSecret } from "./secret-file";
import type { SeedInput, SeedReply, SeedRequest, SeedResult } from "./seed";

type LaunchResult = { url: string; seedResult: SeedResult };

/** `ready` resolves when the web server answers. `stop` shuts down gracefully, database last; `kill` ends the processes immediately. */
export type Launch = { ready: Promise<LaunchResult>; stop(): Promise<void>; kill(): void };

export type LaunchOptions = {
  env: Env;
  dev?: boolean;
  log?: (line: string) => void;
  /** Called with the URL of the role that migrates, after the database is seeded and before web and worker start. */
  beforeServing?: (ownerUrl: string) => Promise<unknown>;
};

type LaunchState = {
  database?: EmbeddedPostgres;
  processes: SupervisedProcess[];
  seeding?: Promise<SeedResult>;
  stopping: AbortSignal;
};

/** Builds if needed and starts the database, the web server and the worker. If that fails, stops everything and rejects with a readable error. */
export function launch(options: LaunchOptions): Launch {
  const stopping = new AbortController();
  const state: LaunchState = { processes: [], stopping: stopping.signal };
  const startPromise = start(options, state);
  let stopPromise: Promise<void> | undefined;
  const stop = () => {
    stopping.abort();
    stopPromise ??= stopAll(startPromise, state);
    return stopPromise;
  };
  const ready = startPromise.catch(async (error) => {
    await stop();
    throw error;
  });
  ready.catch(() => {});
  return { ready, stop, kill: () => void state.processes.map((child) => child.kill()) };
}

async function stopAll(startPromise: Promise<unknown>, state: LaunchState): Promise<void> {
  await Promise.allSettled([startPromise]);
  await Promise.allSettled([state.seeding, ...state.processes.map((child) => child.stop())]);
  await state.database?.stop();
}

async function start({ env, dev = false, log = () => {}, beforeServing }: LaunchOptions, state: LaunchState): Promise<LaunchResult> {
  const throwIfStopped = () => {
    if (state.stopping.aborted) throw new Error("Stopped during startup.");
  };
  const dataFolder = resolve(env.DATA_DIR);
  createDataFolder(dataFolder);
  await requireFreePort(env);
  if (!dev) await buildIfNeeded(log, state.stopping);
  throwIfStopped();
  const database = env.DATABASE_URL ? null : await prepareEmbeddedPostgres({ directory: resolve(dataFolder, "postgres"), onLog: log });
  const databaseUrl = env.DATABASE_URL ?? database?.url ?? "";
  const ownerUrl = env.MIGRATION_DATABASE_URL ?? database?.ownerUrl ?? databaseUrl;
  const environment = processEnvironment(env, { dataFolder, databaseUrl, dev });
  setInstallation({ APP_URL: env.APP_URL, AUTH_SECRET: environment.AUTH_SECRET });
  throwIfStopped();

  // Next takes a second to load, so the web process starts while the database does. It migrates, because it has loaded the schema anyway.
  const web = startWeb(state, environment, dev);
  const seedAndServe = async () => {
    state.database = await database?.start();
    const seedResult = await web.seed(env, ownerUrl, database ? resolve(dataFolder, "backups") : null);
    if (seedResult.backup) log(`Saved a backup before the upgrade to ${seedResult.backup}`);
    if (seedResult.added) log("Added the new PUBLIC_KEY or SECRET_KEY. Existing keys stay valid.");
    await beforeServing?.(ownerUrl);
    throwIfStopped();
    await web.listen();
    return seedResult;
  };
  state.seeding = seedAndServe();
  const seedResult = await Promise.race([web.failed, state.seeding]);
  throwIfStopped();
  if (env.WORKER === "on") state.processes.push(superviseProcess({ name: "worker", args: () => commands.worker, env: environment }));
  if (dev) process.on("message", (message) => message === "rebuilt" && state.processes.map((child) => child.restart()));
  return { url: env.APP_URL, seedResult };
}

type Web = {
  seed(env: SeedInput, ownerUrl: string, backupFolder: string | null): Promise<NonNullable<SeedReply["result"]>>;
  listen(): Promise<void>;
  failed: Promise<never>;
};

/** `failed` rejects if the web process exits before it listens. `seed` migrates and seeds the database. */
function startWeb(state: LaunchState, env: NodeJS.ProcessEnv, dev: boolean): Web {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  let isFirstStart = true;
  const child = superviseProcess({
    name: "web",
    args: () => [...commands.web, dev ? "--dev" : "--built", ...(isFirstStart ? ["--wait"] : [])],
    env,
    onExit: (status) => reject(new Error(`The web server exited during startup (${status}). See the output above.`)),
  });
  state.processes.push(child);
  return {
    async seed({ PUBLIC_KEY, SECRET_KEY, OWNER_EMAIL, OWNER_PASSWORD }, ownerUrl, backupFolder) {
      const request: SeedRequest = { seed: { PUBLIC_KEY, SECRET_KEY, OWNER_EMAIL, OWNER_PASSWORD }, ownerUrl, backupFolder };
      const { error, result } = (await child.request(request)) as SeedReply;
      if (result === undefined) throw new Error(error);
      return result;
    },
    async listen() {
      isFirstStart = false;
      await child.request("listen");
    },
    failed,
  };
}

function processEnvironment(
  env: Env,
  { dataFolder, databaseUrl, dev }: { dataFolder: string; databaseUrl: string; dev: boolean },
): NodeJS.ProcessEnv {
  return childEnvironment({
    PORT: String(env.PORT),
    HOST: env.HOST,
    APP_URL: env.APP_URL,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    COOKIE_NAME: env.COOKIE_NAME,
    AUTH_SECRET: env.AUTH_SECRET ?? readOrCreateAuthSecret(dataFolder),
    // A person who reads the output needs only what is wrong.
    LOG_LEVEL: process.stdout.isTTY && !environmentVariable("LOG_LEVEL") ? "warn" : env.LOG_LEVEL,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // Not removed, because Next would read them from .env again.
    MIGRATION_DATABASE_URL: "",
    PUBLIC_KEY: "",
    SECRET_KEY: "",
    OWNER_EMAIL: "",
    OWNER_PASSWORD: "",
  });
}

/** Reads the secret for sessions and encryption from the data folder, and creates it on the first start. */
function readOrCreateAuthSecret(dataFolder: string): string {
  const file = authSecretFile(dataFolder);
  const secret = readOrCreateSecret(file);
  if (secret.length < minSecretLength)
    throw new Error(
      `The file ${file} is damaged. Restore it from a backup. If you have no backup, delete the file: everyone has to sign in again, two-factor authentication works only with recovery codes, and the mail server must be entered again.`,
    );
  return secret;
}

function createDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The folder ${folder} can't be created (${code}). Set DATA_DIR to a folder that Gatehouse can write to.`);
  }
}

async function requireFreePort({ PORT, HOST }: Env): Promise<void> {
  const server = createServer();
  await listen(server, PORT, HOST);
  await new Promise((resolve) => server.close(resolve));
}
