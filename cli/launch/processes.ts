import { type ChildProcess, spawn } from "node:child_process";
import { log } from "@/lib/log";

export type SupervisedProcess = { send(message: string): void; stop(): Promise<void>; kill(): void };

type SupervisorOptions = { name: string; args: () => string[]; env: NodeJS.ProcessEnv; onExit?: (status: string) => void };

/** Runs a Node process and restarts it with increasing delays when it exits. Its IPC channel closes when this process ends, which stops it too. */
export function superviseProcess({ name, args, env, onExit }: SupervisorOptions): SupervisedProcess {
  let stopping = false;
  let delay = 250;
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
        onExit?.(signal ?? `exit code ${code}`);
        delay = Date.now() - startedAt > 30_000 ? 250 : Math.min(delay * 2, 10_000);
        log.error({ name, code, signal, delay }, `${name} process exited unexpectedly, restarting`);
        setTimeout(() => !stopping && start(), delay).unref();
      });
    });
  };
  start();

  return {
    send: (message) => void child.send(message, () => {}),
    async stop() {
      stopping = true;
      child.kill("SIGTERM");
      const killTimer = setTimeout(() => killGroup(child), 30_000);
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
