import cluster, { type Worker } from "node:cluster";
import { log } from "@/lib/log";
import { onStop } from "./stopping";

/** Runs `count` web processes that share the port, and replaces one that dies. */
export function forkWebProcesses(count: number): void {
  let stopping = false;
  let wait = 250;

  const fork = () => {
    const worker = cluster.fork();
    const started = Date.now();
    worker.once("exit", (code, signal) => {
      if (stopping) return live().length === 0 && process.exit(0);
      wait = Date.now() - started > 30_000 ? 250 : Math.min(wait * 2, 10_000);
      log.error({ code, signal, wait }, "a web process ended unexpectedly; starting another");
      setTimeout(() => !stopping && fork(), wait);
    });
  };
  for (let i = 0; i < count; i++) fork();

  onStop(
    () => {
      stopping = true;
      if (live().length === 0) process.exit(0);
      for (const worker of live()) worker.process.kill("SIGTERM");
    },
    () => {
      for (const worker of live()) worker.process.kill("SIGKILL");
    },
  );
}

function live(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined && !worker.isDead()) as Worker[];
}
