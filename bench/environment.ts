import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { commands } from "@/cli/commands.mjs";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/ports";
import { type BenchProcess, nextMessage, startBenchProcess, terminate } from "./bench-process";

/** Everything a benchmark needs, with its own database and server. */
export type BenchEnvironment = {
  /** For temporary files. */
  folder: string;
  baseUrl: string;
  webPid: number;
  databaseUrl: string;
  /** The URL of the role of the servers, whose transactions readers of events see. */
  applicationUrl: string;
  sql: postgres.Sql;
  projectId: number;
  keyId: string;
  secretKey: string;
  /** Sends a request with the secret key. Throws if the response is an error. */
  post(path: string, body: object): Promise<Response>;
  startProcess(name: string): Promise<BenchProcess>;
  /** Starts a worker and waits until it takes jobs. */
  startWorker(smtpUrl: string): Promise<{ pid: number; stop(): Promise<void> }>;
  log(line: string): void;
  /** Registers a callback that runs at the end, in reverse order. */
  onStop(stop: () => Promise<void> | void): void;
};

/** Starts a database and a server. Each part is passed to `onStop`, to be stopped in reverse order. */
export async function setUpEnvironment(
  log: (line: string) => void,
  onStop: (stop: () => Promise<void> | void) => void,
): Promise<BenchEnvironment> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  // If this runs as root, the database runs as another user, who must be able to access its data.
  chmodSync(folder, 0o711);

  const database = await startEmbeddedPostgres({ directory: path.join(folder, "postgres") });
  onStop(() => database.stop());
  await migrate(database.ownerUrl, { applicationUrl: database.url });
  // Not the product's pool, which would time out during a checkpoint or COPY.
  const sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} });
  onStop(() => sql.end({ timeout: 5 }));
  const pool = openDatabase(database.ownerUrl, { max: 1, name: "gatehouse bench" });
  const { secretKey } = await createFirstProject(pool.db, {}).finally(pool.close);
  if (secretKey === null) throw new Error("The database is not empty");
  const [key] = await sql<{ project_id: number; id: string }[]>`select project_id, id from api_keys where kind = 'secret_key'`;
  if (!key) throw new Error("The secret key is missing");

  const environment = await serverEnvironment(database.url, folder);
  const { web, baseUrl } = await startWeb(environment, onStop);

  const post = async (route: string, body: object) => {
    const response = await fetch(baseUrl + route, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${route} returned ${response.status}: ${await response.text()}`);
    return response;
  };
  return {
    folder,
    baseUrl,
    webPid: web.pid ?? 0,
    databaseUrl: database.ownerUrl,
    applicationUrl: database.url,
    sql,
    projectId: key.project_id,
    keyId: key.id,
    secretKey,
    post,
    async startProcess(name) {
      const child = await startBenchProcess(name, { DATABASE_URL: database.url, LOG_LEVEL: "warn", NODE_ENV: "production" });
      onStop(() => child.stop());
      return child;
    },
    async startWorker(smtpUrl) {
      const worker = startChild("worker", commands.worker, { ...environment, SMTP_URL: smtpUrl });
      const stop = () => terminate(worker);
      onStop(stop);
      await nextMessage(worker, "worker");
      return { pid: worker.pid ?? 0, stop };
    },
    log,
    onStop,
  };
}

/** Returns the environment variables of a server on a free port. */
export async function serverEnvironment(databaseUrl: string, folder: string): Promise<Record<string, string>> {
  const port = await freePort();
  return {
    NODE_ENV: "production",
    BENCH: "1",
    NEXT_DIST_DIR: ".next-bench",
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: "x".repeat(32),
    LOG_LEVEL: "fatal",
    WEB_PROCESSES: "1",
    SMTP_URL: "",
    WEBHOOK_ALLOWED_HOSTS: "127.0.0.1",
    WEBHOOK_ALLOW_HTTP: "true",
  };
}

/** Starts a web server and waits until it responds. */
export async function startWeb(
  environment: Record<string, string>,
  onStop: (stop: () => Promise<void> | void) => void,
): Promise<{ web: ChildProcess; baseUrl: string; stop(): Promise<void> }> {
  // It builds first if the source has changed.
  const web = startChild("web", commands.web, environment);
  const stop = () => terminate(web);
  onStop(stop);
  const baseUrl = environment.APP_URL ?? "";
  await waitUntilLive(web, baseUrl);
  return { web, baseUrl, stop };
}

function startChild(name: string, args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...args], { env: childEnvironment(environment), stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.once("error", (error) => console.error(`${name} failed to start: ${error.message}`));
  return child;
}

async function waitUntilLive(web: ChildProcess, baseUrl: string): Promise<void> {
  // It builds first if the source has changed, which takes long on a busy machine. If that fails, the process exits.
  for (const deadline = Date.now() + 900_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (web.exitCode !== null || web.signalCode !== null) throw new Error("The web server exited during startup. See the output above.");
    const response = await fetch(`${baseUrl}/api/health/live`).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) return;
  }
  throw new Error("The web server did not respond within 15 minutes.");
}
