import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll } from "vitest";
import { childEnvironment } from "@/lib/env";
import { commands } from "@/start/commands.mjs";

export type RunningWorker = {
  /** What it logged, line by line. */
  logged(): string[];
  ended(): boolean;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop; answers its exit code and how many seconds it took. */
  stop(): Promise<{ code: number | null; seconds: number }>;
};

type WorkerOptions = { url: string; smtpUrl?: string; dataDir?: string; mailFrom?: string };

const running = new Set<ChildProcess>();
afterAll(async () => void (await Promise.all([...running].map((child) => end(child, "SIGKILL")))));

/** Starts the real worker as a process of its own, as `npm start` does, and waits until it works. It does not outlive the tests of the file. */
export async function startWorker({ url, smtpUrl, dataDir = ".data-test-worker", mailFrom }: WorkerOptions): Promise<RunningWorker> {
  const child = spawn(process.execPath, commands.worker, {
    env: childEnvironment({
      DATABASE_URL: url,
      SMTP_URL: smtpUrl,
      MAIL_FROM: mailFrom,
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      NODE_OPTIONS: undefined,
    }),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      said += chunk;
    });
  const kill = () => end(child, "SIGKILL");
  running.add(child);
  const [first] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (first !== "ready") throw new Error(`The worker did not start:\n${said}`);
  return {
    logged: () => said.split("\n").filter(Boolean),
    ended: () => child.exitCode !== null || child.signalCode !== null,
    kill,
    async stop() {
      const asked = performance.now();
      await end(child, "SIGTERM");
      return { code: child.exitCode, seconds: (performance.now() - asked) / 1000 };
    },
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** Waits until `holds` answers something true, asking every few milliseconds; `what` is said when it takes too long. */
export async function until<T>(
  what: string,
  holds: () => T | Promise<T>,
  patience = 25_000,
): Promise<Exclude<T, false | null | undefined>> {
  for (const end = Date.now() + patience; Date.now() < end; await pause(10)) {
    const found = await holds();
    if (found) return found as Exclude<T, false | null | undefined>;
  }
  throw new Error(`Waited ${patience / 1000} s in vain for this: ${what}`);
}
