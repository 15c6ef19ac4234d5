import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { type Embedded, startEmbedded } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { seed } from "@/db/seed";
import { type Env, environmentWith } from "@/lib/env";
import { buildIfNeeded } from "./build";
import { type Child, keepRunning } from "./child";
import { keepAuthSecret } from "./secret";

export type Keys = { publicKey: string; secretKey: string | null };
export type Launched = { address: string; databaseUrl: string; keys: Keys; stop(): Promise<void>; hurry(): void };

export type LaunchOptions = {
  env: Env;
  dev?: boolean;
  say?: (line: string) => void;
  /** Called between the seed and the start of web and worker. */
  prepare?: (databaseUrl: string, keys: Keys) => Promise<void>;
};

/** Starts everything on this machine: build, database, migrations, first keys, web, worker. Comes back when the web answers; throws what a person may read, with all of it stopped again. */
export function launch(options: LaunchOptions): { up: Promise<Launched>; stop(): Promise<void>; hurry(): void } {
  const parts: { database?: Embedded; children: Child[] } = { children: [] };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= (async () => {
      await up.catch(() => {});
      await Promise.all(parts.children.map((child) => child.stop()));
      await parts.database?.stop();
    })();
    return stopped;
  };
  const hurry = () => {
    for (const child of parts.children) child.kill();
  };
  const up = start(options, parts, () => stopped !== undefined).then((launched) => ({ ...launched, stop, hurry }));
  up.catch(() => void stop());
  return { up, stop, hurry };
}

async function start({ env, dev = false, say = () => {}, prepare }: LaunchOptions, parts: { database?: Embedded; children: Child[] }, isStopping: () => boolean) {
  const unlessStopped = () => {
    if (isStopping()) throw new Error("Stopped before it was up.");
  };
  const dataFolder = resolve(env.DATA_DIR);
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  await refuseTakenPort(env.PORT);
  if (!dev) await buildIfNeeded(say);
  unlessStopped();
  if (!env.DATABASE_URL) parts.database = await startEmbedded({ directory: resolve(dataFolder, "postgres"), onLog: say });
  const databaseUrl = env.DATABASE_URL ?? parts.database?.url ?? "";

  const children = environmentFor(env, { dataFolder, databaseUrl, dev });
  unlessStopped();
  const web = startWeb(parts, children, dev);
  await migrate(databaseUrl);
  const keys = await seed(databaseUrl, { publicKey: env.PUBLIC_KEY, secretKey: env.SECRET_KEY });
  await prepare?.(databaseUrl, keys);
  unlessStopped();
  if (env.WORKER === "on") parts.children.push(keepRunning({ name: "worker", args: ["--import", "tsx", "worker.ts"], env: children }));
  await Promise.race([web, untilLive(`http://127.0.0.1:${env.PORT}/api/health/live`, dev ? 180_000 : 60_000, isStopping)]);
  unlessStopped();
  return { address: env.APP_URL, databaseUrl, keys };
}

/** Rejects when the web process ends before it has ever answered: that is a fault to show, not one to try again. */
function startWeb(parts: { children: Child[] }, env: NodeJS.ProcessEnv, dev: boolean): Promise<never> {
  return new Promise((_, reject) => {
    const args = ["--import", "./start/typescript.mjs", "web.ts", dev ? "--dev" : "--built"];
    parts.children.push(keepRunning({ name: "web", args, env, onFirstEnd: (how) => reject(new Error(`The ${how} before it answered; its last words are above.`)) }));
  });
}

function environmentFor(env: Env, { dataFolder, databaseUrl, dev }: { dataFolder: string; databaseUrl: string; dev: boolean }): NodeJS.ProcessEnv {
  const secret = env.AUTH_SECRET ?? keepAuthSecret(dataFolder);
  return environmentWith({
    PORT: String(env.PORT),
    APP_URL: env.APP_URL,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    AUTH_SECRET: secret,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: env.APP_URL,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // The .env file is read already; Next must not read it a second time with rules of its own.
    __NEXT_PROCESSED_ENV: "true",
    PUBLIC_KEY: undefined,
    SECRET_KEY: undefined,
  });
}

async function untilLive(url: string, patience: number, isStopping: () => boolean): Promise<void> {
  for (const until = Date.now() + patience; Date.now() < until && !isStopping(); await new Promise((next) => setTimeout(next, 25))) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  if (!isStopping()) throw new Error(`The web server did not answer at ${url} within ${patience / 1_000} seconds.`);
}

async function refuseTakenPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new Error(`Port ${port} is in use: stop what listens there, or give another, such as PORT=${port + 1} npm start.`) : error);
    });
    server.listen(port, () => server.close(() => resolve()));
  });
}
