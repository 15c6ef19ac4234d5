import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { type Embedded, prepareEmbedded } from "@/db/embedded";
import { type Env, environmentWith } from "@/lib/env";
import { buildIfNeeded } from "./build";
import { type Child, keepRunning } from "./child";
import { keepAuthSecret } from "./secret";
import type { Seeded } from "./seed";
import { tasks } from "./tasks.mjs";

export type Launched = { address: string; databaseUrl: string; seeded: Seeded };
/** `stop` lets web and worker finish, then stops the database; `hurry` ends them at once. */
export type Launch = { up: Promise<Launched>; stop(): Promise<void>; hurry(): void };

export type LaunchOptions = {
  env: Env;
  dev?: boolean;
  say?: (line: string) => void;
  /** Called between the seed and the start of web and worker. */
  prepare?: (databaseUrl: string) => Promise<unknown>;
};

type Parts = { database?: Embedded; children: Child[]; ready?: Promise<Seeded>; stopping: AbortSignal };

/** Starts everything on this machine: build, database, migrations, first keys, web, worker. `up` comes when the web answers, and rejects with what a person may read when all is stopped again. */
export function launch(options: LaunchOptions): Launch {
  const stopping = new AbortController();
  const parts: Parts = { children: [], stopping: stopping.signal };
  const starting = start(options, parts);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopping.abort();
    stopped ??= stopAll(starting, parts);
    return stopped;
  };
  const up = starting.catch(async (error) => {
    await stop();
    throw error;
  });
  up.catch(() => {});
  return { up, stop, hurry: () => void parts.children.map((child) => child.kill()) };
}

async function stopAll(starting: Promise<unknown>, parts: Parts): Promise<void> {
  await Promise.allSettled([starting]);
  await Promise.allSettled([parts.ready, ...parts.children.map((child) => child.stop())]);
  await parts.database?.stop();
}

async function start({ env, dev = false, say = () => {}, prepare }: LaunchOptions, parts: Parts): Promise<Launched> {
  const unlessStopped = () => {
    if (parts.stopping.aborted) throw new Error("Stopped before it was up.");
  };
  const dataFolder = resolve(env.DATA_DIR);
  mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  await refuseTakenPort(env.PORT);
  if (!dev) await buildIfNeeded(say, parts.stopping);
  unlessStopped();
  const database = env.DATABASE_URL ? null : await prepareEmbedded({ directory: resolve(dataFolder, "postgres"), onLog: say });
  const databaseUrl = env.DATABASE_URL ?? database?.url ?? "";
  const children = environmentFor(env, { dataFolder, databaseUrl, dev });
  unlessStopped();

  // Next takes a second to load; it does so while the database comes up, and listens when that is migrated.
  const web = startWeb(parts, children, dev);
  const ready = async () => {
    parts.database = await database?.start();
    const [{ migrate }, { seed }] = await Promise.all([import("@/db/migrate"), import("./seed")]);
    await migrate(databaseUrl);
    const seeded = await seed(databaseUrl, env, children.AUTH_SECRET);
    if (seeded.added) say("PUBLIC_KEY or SECRET_KEY was new to this install and is valid from now on, beside the keys it had before.");
    await prepare?.(databaseUrl);
    unlessStopped();
    web.listen();
    await untilLive(`http://127.0.0.1:${env.PORT}/api/health/live`, dev ? 180_000 : 60_000, parts.stopping);
    return seeded;
  };
  parts.ready = ready();
  const seeded = await Promise.race([web.failed, parts.ready]);
  unlessStopped();
  if (env.WORKER === "on") parts.children.push(keepRunning({ name: "worker", args: () => tasks.worker, env: children }));
  return { address: env.APP_URL, databaseUrl, seeded };
}

/** `failed` rejects when the web process ends before it has ever answered: that is a fault to show, not one to try again. */
function startWeb(parts: Parts, env: NodeJS.ProcessEnv, dev: boolean): { listen(): void; failed: Promise<never> } {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => {});
  let waits = true;
  const child = keepRunning({
    name: "web",
    args: () => [...tasks.web, dev ? "--dev" : "--built", ...(waits ? ["--wait"] : [])],
    env,
    onEnd: (how) => reject(new Error(`The ${how} before it answered; its last words are above.`)),
  });
  parts.children.push(child);
  const listen = () => {
    waits = false;
    child.send("listen");
  };
  return { listen, failed };
}

function environmentFor(
  env: Env,
  { dataFolder, databaseUrl, dev }: { dataFolder: string; databaseUrl: string; dev: boolean },
): NodeJS.ProcessEnv {
  const secret = env.AUTH_SECRET ?? keepAuthSecret(dataFolder);
  return environmentWith({
    PORT: String(env.PORT),
    APP_URL: env.APP_URL,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataFolder,
    AUTH_SECRET: secret,
    NODE_ENV: dev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    // The .env file is read already; Next must not read it a second time with rules of its own.
    __NEXT_PROCESSED_ENV: "true",
    PUBLIC_KEY: undefined,
    SECRET_KEY: undefined,
    OWNER_EMAIL: undefined,
    OWNER_PASSWORD: undefined,
  });
}

async function untilLive(url: string, patience: number, stopping: AbortSignal): Promise<void> {
  for (const until = Date.now() + patience; Date.now() < until && !stopping.aborted; await new Promise((next) => setTimeout(next, 25))) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  if (!stopping.aborted) throw new Error(`The web server did not answer at ${url} within ${patience / 1_000} seconds.`);
}

async function refuseTakenPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use: stop what listens there, or give another, such as PORT=${port + 1} npm start.`)
          : error,
      );
    });
    server.listen(port, () => server.close(() => resolve()));
  });
}
