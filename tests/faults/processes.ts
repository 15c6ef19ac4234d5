import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Account } from "@/db/embedded/account";

type Program = { name: string; program: string; args: string[]; account?: Account; env?: NodeJS.ProcessEnv };

/** A process of the cluster. Its output is in a file of the cluster's folder. */
export type Started = { pid: number; isRunning(): boolean; signal(signal: NodeJS.Signals): void; exited: Promise<void> };

/** Starts processes in a folder, and ends all of them and removes the folder when this process exits for any reason. */
export function superviseProcesses(folder: string, { keepFolder = false } = {}) {
  const children = new Set<ChildProcess>();
  /** Patroni starts PostgreSQL as a process of its own, which outlives it. */
  const dataFolders = new Set<string>();

  process.once("exit", () => {
    const pids = [...[...children].map(({ pid }) => pid ?? 0), ...[...dataFolders].flatMap(postgresProcesses)];
    // Twice, because Patroni could have started PostgreSQL again.
    for (const pid of pids) kill(pid);
    for (let waited = 0; pids.some(isAlive) && waited < 5_000; waited += 50)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    for (const pid of [...dataFolders].flatMap(postgresProcesses)) kill(pid);
    if (keepFolder) console.log(`The logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  return {
    addDataFolder: (dataFolder: string) => void dataFolders.add(dataFolder),
    start({ name, program, args, account, env }: Program): Started {
      const [file, fileArgs, options] = account ? account.command(program, args) : [program, args, {}];
      const output = openSync(join(folder, `${name}.log`), "a");
      const child = spawn(file, fileArgs, { ...options, ...(env && { env }), stdio: ["ignore", output, output] });
      closeSync(output);
      children.add(child);
      const exited = new Promise<void>((resolve) => {
        child.once("error", () => resolve());
        child.once("exit", () => resolve());
      });
      void exited.then(() => children.delete(child));
      return {
        pid: child.pid ?? 0,
        isRunning: () => children.has(child),
        signal: (signal) => void child.kill(signal),
        exited,
      };
    },
  };
}

export type Processes = ReturnType<typeof superviseProcesses>;

/** Kills PostgreSQL in a data folder with all its processes, like a power cut. */
export function killPostgres(dataFolder: string): void {
  for (const pid of postgresProcesses(dataFolder)) kill(pid);
}

/** Returns the ids of the main process of PostgreSQL in a data folder, and of its children. */
function postgresProcesses(dataFolder: string): number[] {
  const file = join(dataFolder, "postmaster.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  // The file of a crashed server can name a process that has nothing to do with it.
  if (!pid || !readProcessFile(pid, "cmdline").includes(dataFolder)) return [];
  return [pid, ...readProcessFile(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number)];
}

function readProcessFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}

const isAlive = (pid: number): boolean => /^State:\s+[^ZX]/m.test(readProcessFile(pid, "status"));

/** Polls `condition` until it returns a truthy value. An error counts as false. `description` is part of the timeout error. */
export async function waitFor<T>(description: string, condition: () => Promise<T>, timeoutMs = 60_000): Promise<NonNullable<T>> {
  for (const end = performance.now() + timeoutMs; performance.now() < end; await pause(100)) {
    const found = await condition().catch(() => null);
    if (found) return found;
  }
  throw new Error(`Waited ${timeoutMs / 1_000} s for: ${description}`);
}
