import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "./account";
import type { Binaries } from "./binaries";
import { readPostmaster } from "./postmaster";

export type Launch = { directory: string; account: Account; binaries: Binaries; port: number; settings: Record<string, string> };

/** Starts PostgreSQL and waits until it takes connections, through a recovery too. Returns null and what it said when it ended instead. */
export async function launch({
  directory,
  account,
  binaries,
  port,
  settings,
}: Launch): Promise<{ child: ChildProcess } | { child: null; said: string }> {
  const data = join(directory, "data");
  const logFile = join(directory, "server.log");
  rotate(logFile);
  const log = openSync(logFile, "a", 0o600);
  const start = statSync(logFile).size;
  const given = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args, options] = account.command(binaries.postgres, ["-D", data, ...given]);
  // A session of its own: the terminal's Ctrl-C and its closing must not reach it before its clients are done.
  const child = spawn(program, args, { ...options, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", () => resolve(readFrom(logFile, start)));
  });
  child.unref();
  const said = await Promise.race([ended, untilReady(child, data)]);
  return said === null ? { child } : { child: null, said };
}

async function untilReady(child: ChildProcess, data: string): Promise<null> {
  for (;;) {
    const found = readPostmaster(data);
    if ((found?.pid === child.pid && found?.ready) || child.exitCode !== null || child.signalCode !== null) break;
    await pause(10);
  }
  return child.exitCode === null && child.signalCode === null ? null : new Promise<null>(() => {});
}

/** The port of last time where it is free, else any free one. */
export async function freePort(wanted: number): Promise<number> {
  return (await tryPort(wanted)) ?? (await tryPort(0)) ?? 0;
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

function rotate(file: string): void {
  try {
    if (statSync(file).size > 10_000_000) renameSync(file, `${file}.1`);
  } catch {
    // There is none yet.
  }
}

function readFrom(file: string, start: number): string {
  try {
    const descriptor = openSync(file, "r");
    const bytes = Buffer.alloc(8_192);
    const length = readSync(descriptor, bytes, 0, bytes.length, start);
    closeSync(descriptor);
    return bytes.subarray(0, length).toString().trim();
  } catch {
    // A disposable server's folder may be gone before its exit is heard.
    return "";
  }
}
