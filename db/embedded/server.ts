import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "./account";
import type { Binaries } from "./binaries";
import { readPostmaster } from "./postmaster";

export type PostgresLaunchOptions = {
  directory: string;
  account: Account;
  binaries: Binaries;
  port: number;
  settings: Record<string, string>;
};

/** Starts PostgreSQL and waits until it accepts connections, also through a recovery. If it exits instead, returns null and its output. */
export async function launchPostgres({
  directory,
  account,
  binaries,
  port,
  settings,
}: PostgresLaunchOptions): Promise<{ child: ChildProcess } | { child: null; output: string }> {
  const data = join(directory, "data");
  const logFile = join(directory, "server.log");
  rotateLog(logFile);
  const log = openSync(logFile, "a", 0o600);
  const logOffset = statSync(logFile).size;
  const settingArgs = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args, options] = account.command(binaries.postgres, ["-D", data, ...settingArgs]);
  // A session of its own: Ctrl-C in the terminal, or closing it, must not stop the server before its clients are done.
  const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const exitOutput = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(readLogFrom(logFile, logOffset)));
  });
  child.unref();
  const output = await Promise.race([exitOutput, waitUntilReady(child, data)]);
  return output === null ? { child } : { child: null, output };
}

async function waitUntilReady(child: ChildProcess, data: string): Promise<null> {
  for (;;) {
    const postmaster = readPostmaster(data);
    if ((postmaster?.pid === child.pid && postmaster?.ready) || child.exitCode !== null || child.signalCode !== null) break;
    await pause(10);
  }
  return child.exitCode === null && child.signalCode === null ? null : new Promise<null>(() => {});
}

/** Returns the preferred port if it is free, otherwise any free port. */
export async function findFreePort(preferredPort: number): Promise<number> {
  return (await tryPort(preferredPort)) ?? (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : null));
    });
  });
}

function rotateLog(file: string): void {
  try {
    if (statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
  } catch {
    // There is no log yet.
  }
}

function readLogFrom(file: string, offset: number): string {
  try {
    const descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(8_192);
    const length = readSync(descriptor, bytes, 0, bytes.length, offset);
    closeSync(descriptor);
    return bytes.subarray(0, length).toString().trim();
  } catch {
    // The folder of a disposable server may be deleted before its exit event.
    return "";
  }
}
