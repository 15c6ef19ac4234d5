import { type ChildProcess, type Serializable, spawn } from "node:child_process";
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { env as settings } from "@/lib/env";
import { log } from "@/lib/log";
import { onShutdown } from "@/lib/on-shutdown";

/** `request` resolves with the next message of the process, and rejects if the process exits first. `restart` stops the process gracefully and starts it again. */
export type SupervisedProcess = {
  request(message: unknown): Promise<unknown>;
  restart(): void;
  stop(): Promise<void>;
  kill(): void;
};

type SupervisorOptions = { name: string; args: () => string[]; env: NodeJS.ProcessEnv; onExit?: (status: string) => void };

/** The shortest delay before a process is restarted, in milliseconds. */
const minRestartDelay = 250;

/** Returns the delay before a process that exited is restarted: twice the last one, or the shortest if it ran for more than 30 seconds. */
const nextRestartDelay = (lastDelay: number, startedAt: number): number =>
  Date.now() - startedAt > 30_000 ? minRestartDelay : Math.min(lastDelay * 2, 10_000);

/** Runs a Node process and restarts it with increasing delays when it exits. Its IPC channel closes when this process ends, which stops it too. */
export function superviseProcess({ name, args, env, onExit }: SupervisorOptions): SupervisedProcess {
  let stopping = false;
  let restarting = false;
  let delay = minRestartDelay;
  let child: ChildProcess;
  let exited = Promise.resolve();

  const start = () => {
    const startedAt = Date.now();
    // Detached, so that Ctrl+C reaches only this process and the child can shut down gracefully.
    child = spawn(process.execPath, args(), { env, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    exited = new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", (code, signal) => {
        resolve();
        if (stopping) return;
        if (restarting) {
          restarting = false;
          return start();
        }
        onExit?.(signal ?? `exit code ${code}`);
        delay = nextRestartDelay(delay, startedAt);
        log.error({ name, code, signal, delay }, `${name} process exited unexpectedly, restarting`);
        setTimeout(() => !stopping && start(), delay).unref();
      });
    });
  };
  start();
  return {
    async request(message) {
      child.send(message as Serializable, () => {});
      const reply = await Promise.race([once(child, "message"), exited]);
      if (!reply) throw new Error(`The ${name} process exited.`);
      return reply[0];
    },
    restart() {
      restarting = true;
      child.kill("SIGTERM");
    },
    async stop() {
      stopping = true;
      child.kill("SIGTERM");
      const killTimer = setTimeout(() => killGroup(child), 30_000 + settings().DRAIN_SECONDS * 1_000);
      await exited;
      clearTimeout(killTimer);
    },
    kill: () => killGroup(child),
  };
}

// Kills the process group, because the web process can have child processes.
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}

/** Forks `count` web processes that share the port, and replaces those that exit. Resolves when the first one listens. */
export async function forkWebProcesses(count: number): Promise<void> {
  let stopping = false;
  let restartDelay = minRestartDelay;

  const fork = () => {
    const worker = cluster.fork();
    const startedAt = Date.now();
    worker.once("exit", (code, signal) => {
      if (stopping) return liveWorkers().length === 0 && process.exit(0);
      restartDelay = nextRestartDelay(restartDelay, startedAt);
      log.error({ code, signal, restartDelay }, "web process exited unexpectedly, restarting");
      setTimeout(() => !stopping && fork(), restartDelay);
    });
  };
  for (let i = 0; i < count; i++) fork();

  onShutdown(
    () => {
      stopping = true;
      if (liveWorkers().length === 0) process.exit(0);
      for (const worker of liveWorkers()) worker.process.kill("SIGTERM");
    },
    () => {
      for (const worker of liveWorkers()) worker.process.kill("SIGKILL");
    },
  );
  await once(cluster, "listening");
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}
