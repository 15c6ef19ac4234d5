import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { createFirstProject } from "@/core/projects/create-first";
import { openDatabase } from "@/db/client";
import { startEmbeddedPostgres } from "@/db/embedded";
import { migrate } from "@/db/migrate";
import { childEnvironment } from "@/lib/env";
import { freePort } from "@/lib/free-port";
import { commands } from "@/start/commands.mjs";
import { end, type Helper, startHelper } from "./helper";

/** Everything a benchmark needs, with a database and a server of its own. */
export type Stage = {
  /** For files of this run alone. */
  folder: string;
  address: string;
  webPid: number;
  databaseUrl: string;
  sql: postgres.Sql;
  projectId: number;
  keyId: string;
  secretKey: string;
  /** Asks the server with the secret key; throws what it says when it refuses. */
  call(path: string, body: object): Promise<Response>;
  helper(name: string): Promise<Helper>;
  worker(smtpUrl: string): void;
  say(line: string): void;
  /** Takes what is to be stopped at the end. */
  onStop(stop: () => Promise<void> | void): void;
};

/** Sets the stage up; what it starts is handed to `onStop` one by one, to be stopped in the opposite order. */
export async function setUp(say: (line: string) => void, onStop: (stop: () => Promise<void> | void) => void): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), "gatehouse-bench-"));
  onStop(() => rmSync(folder, { recursive: true, force: true }));
  // As root, the database runs as another user, who has to reach its data.
  chmodSync(folder, 0o711);

  const database = await startEmbeddedPostgres({ directory: path.join(folder, "postgres") });
  onStop(() => database.stop());
  await migrate(database.url);
  // Not the product's pool, which gives a statement up that is silent for long: a checkpoint or a COPY may be.
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  onStop(() => sql.end({ timeout: 5 }));
  const first = openDatabase(database.url, { max: 1, name: "gatehouse bench" });
  const { secretKey } = await createFirstProject(first.db, {}).finally(first.close);
  if (secretKey === null) throw new Error("The database of the benchmark was not empty");
  const [key] = await sql<{ project_id: number; id: string }[]>`select project_id, id from api_keys where kind = 'secret_key'`;
  if (!key) throw new Error("The key is missing");

  const environment = await environmentFor(database.url, folder);
  const { web, address } = await startWeb(environment, onStop);

  const call = async (route: string, body: object) => {
    const answer = await fetch(address + route, {
      method: "POST",
      headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  return {
    folder,
    address,
    webPid: web.pid ?? 0,
    databaseUrl: database.url,
    sql,
    projectId: key.project_id,
    keyId: key.id,
    secretKey,
    call,
    async helper(name) {
      const helper = await startHelper(name, { DATABASE_URL: database.url, LOG_LEVEL: "warn", NODE_ENV: "production" });
      onStop(() => helper.stop());
      return helper;
    },
    worker(smtpUrl) {
      const worker = start("worker", commands.worker, { ...environment, SMTP_URL: smtpUrl });
      onStop(() => end(worker));
    },
    say,
    onStop,
  };
}

/** What a server of the benchmark is given, with a port of its own. */
export async function environmentFor(databaseUrl: string, folder: string): Promise<Record<string, string>> {
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
  };
}

/** Starts a web server and waits until it answers. */
export async function startWeb(
  environment: Record<string, string>,
  onStop: (stop: () => Promise<void> | void) => void,
): Promise<{ web: ChildProcess; address: string }> {
  // Not told that it is built, it builds first where something has changed.
  const web = start("web", commands.web, environment);
  onStop(() => end(web));
  const address = environment.APP_URL ?? "";
  await untilLive(web, address);
  return { web, address };
}

function start(name: string, args: string[], environment: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [...args], { env: childEnvironment(environment), stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.once("error", (error) => console.error(`${name} could not be started: ${error.message}`));
  return child;
}

async function untilLive(web: ChildProcess, address: string): Promise<void> {
  // It may build first.
  for (const until = Date.now() + 300_000; Date.now() < until; await new Promise((next) => setTimeout(next, 50))) {
    if (web.exitCode !== null || web.signalCode !== null)
      throw new Error("The web server exited during startup. See the output above.");
    const answer = await fetch(`${address}/api/health/live`).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
  }
  throw new Error("The web server did not answer within five minutes.");
}
