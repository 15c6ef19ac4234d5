import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { commands } from "@/cli/commands.mjs";
import { startEmbeddedPostgres } from "@/db/embedded";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";

const root = resolve(import.meta.dirname, "../..");

/** The arguments of a server for Node, and environment variables of its own. */
type Server = { getArguments: (port: number) => string[]; env?: Record<string, string> };

/** The web server of `npm run web`. */
export const ourServer: Server = { getArguments: () => [...commands.web, "--built"] };

const next = "node_modules/next/dist/bin/next";

/** Builds the app for Next's own server, without ours: with the route files that `npm start` leaves out. Takes a minute. */
export async function buildForNext(): Promise<Server> {
  const env = { NEXT_DIST_DIR: ".next-routes" };
  await promisify(execFile)(process.execPath, [next, "build"], {
    cwd: root,
    env: childEnvironment({ ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" }),
  });
  return { getArguments: (port) => [next, "start", "--port", String(port)], env };
}

/** Starts web servers that share a new database, like an installation on several machines. */
export async function startServers(...definitions: Server[]): Promise<{
  baseUrls: string[];
  processIds: number[];
  publicKey: string;
  secretKey: string;
  stopDatabase(): Promise<void>;
  stop(): Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-e2e-two-"));
  const database = await startEmbeddedPostgres({ directory: join(folder, "postgres"), disposable: true });
  const servers: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(servers.map(stopServer));
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const env = {
      DATABASE_URL: database.url,
      MIGRATION_DATABASE_URL: database.ownerUrl,
      DATA_DIR: folder,
      AUTH_SECRET: "shared by both servers, as it must be",
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      WEB_PROCESSES: "1",
      DRAIN_SECONDS: "0",
      NODE_OPTIONS: "",
    };
    const migration = await promisify(execFile)(process.execPath, commands.migrate, { cwd: root, env: childEnvironment(env) });
    const baseUrls: string[] = [];
    for (const { getArguments, env: ownEnv } of definitions) {
      const port = await freePort();
      const baseUrl = `http://localhost:${port}`;
      const serverEnv = { PORT: String(port), APP_URL: baseUrl };
      servers.push(
        spawn(process.execPath, getArguments(port), {
          cwd: root,
          stdio: ["ignore", "ignore", "inherit"],
          env: childEnvironment({ ...env, ...serverEnv, ...ownEnv }),
        }),
      );
      baseUrls.push(baseUrl);
    }
    await Promise.all(baseUrls.map((baseUrl) => waitUntilReady(`${baseUrl}/api/health/ready`)));
    const processIds = servers.map(({ pid }) => pid ?? 0);
    const findKey = (kind: string) => new RegExp(`${kind} key:\\s+(\\S+)`).exec(migration.stdout)?.[1] ?? "";
    return {
      baseUrls,
      processIds,
      publicKey: findKey("Public"),
      secretKey: findKey("Secret"),
      stopDatabase: () => database.stop(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const response = await fetch(url).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error(`${url} was not ready within two minutes.`);
}

function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}
