import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

type Postmaster = { pid: number; port: number; ready: boolean };

/** Reads `postmaster.pid` of a data folder. The server it describes may no longer be running. */
export function readPostmaster(dataFolder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    const pid = Math.abs(Number(lines[0]));
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" } : null;
  } catch {
    return null;
  }
}

/** Finds the server that runs on this data folder. Removes a pid file that names an unrelated process, because PostgreSQL would refuse to start. */
export function findRunningPostmaster(dataFolder: string): Postmaster | null {
  const postmaster = readPostmaster(dataFolder);
  if (!postmaster || !isAlive(postmaster.pid)) return null;
  if (isPostmasterFor(postmaster.pid, dataFolder)) return postmaster;
  rmSync(join(dataFolder, "postmaster.pid"), { force: true });
  return null;
}

/** Stops the server with a fast shutdown, which keeps every committed row. Kills it if it hasn't stopped after `timeoutMs`. */
export async function stopPostmaster(pid: number, timeoutMs = 20_000): Promise<void> {
  sendSignal(pid, "SIGINT");
  if (await waitForExit(pid, timeoutMs)) return;
  sendSignal(pid, "SIGQUIT");
  if (await waitForExit(pid, 5_000)) return;
  sendSignal(pid, "SIGKILL");
  await waitForExit(pid, 5_000);
}

async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(20)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has already ended.
  }
}

/** Whether a process runs, also one of another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !isZombie(pid);
}

// A dead process whose parent hasn't read its exit code. Common in containers, where process 1 never does.
function isZombie(pid: number): boolean {
  try {
    return /^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

function isPostmasterFor(pid: number, dataFolder: string): boolean {
  if (existsSync(`/proc/${pid}/cmdline`)) return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(dataFolder);
  try {
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes(dataFolder);
  } catch {
    return false;
  }
}
