import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "@/db/embedded";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/free-port";
import { commands } from "@/start/commands.mjs";

const root = resolve(import.meta.dirname, "../..");

/** Two web servers, each a process of its own, on one new database: an install on several machines. */
export async function startTwoServers(): Promise<{ addresses: string[]; secretKey: string; stop(): Promise<void> }> {
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
      DATA_DIR: folder,
      AUTH_SECRET: "shared by both servers, as it must be",
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
      WEB_PROCESSES: "1",
      NODE_OPTIONS: "",
    };
    const migrated = await promisify(execFile)(process.execPath, commands.migrate, { cwd: root, env: childEnvironment(env) });
    const addresses: string[] = [];
    for (let i = 0; i < 2; i++) {
      const port = await freePort();
      const address = `http://localhost:${port}`;
      const more = { PORT: String(port), APP_URL: address };
      servers.push(
        spawn(process.execPath, [...commands.web, "--built"], {
          cwd: root,
          stdio: ["ignore", "ignore", "inherit"],
          env: childEnvironment({ ...env, ...more }),
        }),
      );
      addresses.push(address);
    }
    await Promise.all(addresses.map((address) => waitUntilReady(`${address}/api/health/ready`)));
    return { addresses, secretKey: /Secret key:\s+(\S+)/.exec(migrated.stdout)?.[1] ?? "", stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilReady(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await new Promise((next) => setTimeout(next, 50))) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not say that it is ready within 30 seconds.`);
}

function stopServer(child: ChildProcess): Promise<void> {
  return new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once("exit", () => ended());
    child.kill("SIGTERM");
  });
}
