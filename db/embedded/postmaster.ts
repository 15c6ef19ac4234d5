import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export type Postmaster = { pid: number; port: number; ready: boolean };

/** What `postmaster.pid` tells of the server of this data folder, dead or alive. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    const pid = Math.abs(Number(lines[0]));
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : null;
  } catch {
    return null;
  }
}

/** The server that runs on this data folder now, or null. A pid file that names some other living process is removed, since PostgreSQL would stop at it. */
export function findLiving(dataFolder: string): Postmaster | null {
  const found = readPostmaster(dataFolder);
  if (!found || !isAlive(found.pid)) return null;
  if (isPostmasterOf(found.pid, dataFolder)) return found;
  rmSync(join(dataFolder, "postmaster.pid"), { force: true });
  return null;
}

/** Ends the server with a fast shutdown, which keeps every committed row; at once if it has not ended in `patience` milliseconds. */
export async function stopPostmaster(pid: number, patience = 20_000): Promise<void> {
  signal(pid, "SIGINT");
  if (await hasEnded(pid, patience)) return;
  signal(pid, "SIGQUIT");
  if (await hasEnded(pid, 5_000)) return;
  signal(pid, "SIGKILL");
  await hasEnded(pid, 5_000);
}

async function hasEnded(pid: number, within: number): Promise<boolean> {
  for (const until = Date.now() + within; Date.now() < until; await pause(20)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !isZombie(pid);
}

// A dead server whose parent has not asked for its end yet; common in containers, where process 1 never asks.
function isZombie(pid: number): boolean {
  try {
    return /^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function isPostmasterOf(pid: number, dataFolder: string): boolean {
  if (existsSync(`/proc/${pid}/cmdline`)) return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(dataFolder);
  try {
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(dataFolder);
  } catch {
    return false;
  }
}
