import cluster, { type Worker } from "node:cluster";
import { log } from "@/lib/log";
import { onShutdown } from "./shutdown";

/** Forks `count` web processes that share the port, and replaces those that exit. */
export function forkWebProcesses(count: number): void {
  let stopping = false;
  let restartDelay = 250;

  const fork = () => {
    const worker = cluster.fork();
    const startedAt = Date.now();
    worker.once("exit", (code, signal) => {
      if (stopping) return liveWorkers().length === 0 && process.exit(0);
      restartDelay = Date.now() - startedAt > 30_000 ? 250 : Math.min(restartDelay * 2, 10_000);
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
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}
