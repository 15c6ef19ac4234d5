import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { commands } from "@/cli/commands.mjs";
import { childEnvironment } from "@/lib/env";

export type RunningWorker = {
  /** Returns the lines that the worker has logged. */
  logLines(): string[];
  hasExited(): boolean;
  /** Suspends the worker, or continues it. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void;
  /** Kills the worker, like a power cut. */
  kill(): Promise<void>;
  /** Stops the worker gracefully and returns its exit code and how many seconds it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
};

/** `clockShift` is by how many milliseconds the clock of its machine is wrong. */
type WorkerOptions = { url: string; smtpUrl?: string; dataDir?: string; mailFrom?: string; pollingSeconds?: number; clockShift?: number };

const workers = new Set<ChildProcess>();

/** Kills the workers that were started. */
export async function killWorkers(): Promise<void> {
  await Promise.all([...workers].map((child) => terminate(child, "SIGKILL")));
  workers.clear();
}

/** Starts the worker in its own process, as `npm start` does, and waits until it is ready. It is killed after the tests of the file. */
export async function startWorker({
  url,
  smtpUrl,
  dataDir = ".data-test-worker",
  mailFrom,
  pollingSeconds = 0.5,
  clockShift,
}: WorkerOptions): Promise<RunningWorker> {
  const child = spawn(process.execPath, commands.worker, {
    env: childEnvironment({
      DATABASE_URL: url,
      SMTP_URL: smtpUrl,
      MAIL_FROM: mailFrom,
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      JOB_POLLING_SECONDS: String(pollingSeconds),
      NODE_OPTIONS: clockShift === undefined ? undefined : "--import=./tests/harness/shifted-clock.mjs",
      CLOCK_SHIFT: clockShift === undefined ? undefined : String(clockShift),
    }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  const kill = () => terminate(child, "SIGKILL");
  workers.add(child);
  const [message, signal] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (message !== "ready") throw new Error(`The worker did not start (${signal ?? message}):\n${output}`);
  return {
    logLines: () => output.split("\n").filter(Boolean),
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    signal: (signal) => void child.kill(signal),
    kill,
    async stop() {
      const startedAt = performance.now();
      await terminate(child, "SIGTERM");
      return { code: child.exitCode, seconds: (performance.now() - startedAt) / 1000 };
    },
  };
}

async function terminate(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const hasExited = once(child, "exit");
  child.kill(signal);
  await hasExited;
}

/** Polls `condition` until it returns a truthy value, and returns that value. `description` is part of the timeout error. */
export async function waitUntil<T>(
  description: string,
  condition: () => T | Promise<T>,
  timeoutMs = 60_000,
): Promise<Exclude<T, false | null | undefined>> {
  for (const terminate = Date.now() + timeoutMs; Date.now() < terminate; await pause(10)) {
    const found = await condition();
    if (found) return found as Exclude<T, false | null | undefined>;
  }
  throw new Error(`Waited ${timeoutMs / 1000} s for: ${description}`);
}
