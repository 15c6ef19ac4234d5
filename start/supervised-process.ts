import { type ChildProcess, spawn } from "node:child_process";
import { log } from "@/lib/log";

export type Child = { send(message: string): void; stop(): Promise<void>; kill(): void };

type Told = { name: string; args: () => string[]; env: NodeJS.ProcessEnv; onEnd?: (how: string) => void };

/** Keeps a process of this program running: started again with growing pauses when it ends by itself. The channel to it tells it when we are gone. */
export function keepRunning({ name, args, env, onEnd }: Told): Child {
  let stopping = false;
  let wait = 250;
  let child: ChildProcess;
  let ended = Promise.resolve();

  const start = () => {
    const started = Date.now();
    // A session of its own, so that Ctrl-C reaches only us and it can finish what it is doing.
    child = spawn(process.execPath, args(), { env, detached: true, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    ended = new Promise((resolve) => {
      child.once("error", () => resolve());
      child.once("exit", (code, signal) => {
        resolve();
        if (stopping) return;
        onEnd?.(`${name} process ended with ${signal ?? code}`);
        wait = Date.now() - started > 30_000 ? 250 : Math.min(wait * 2, 10_000);
        log.error({ name, code, signal, wait }, `the ${name} process ended unexpectedly; starting it again`);
        setTimeout(() => !stopping && start(), wait).unref();
      });
    });
  };
  start();

  return {
    send: (message) => void child.send(message, () => {}),
    async stop() {
      stopping = true;
      child.kill("SIGTERM");
      const late = setTimeout(() => killGroup(child), 30_000);
      await ended;
      clearTimeout(late);
    },
    kill: () => killGroup(child),
  };
}

// The group, since the web process may have others below it.
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}
