import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { childEnvironment } from "@/lib/env";

/** A separate process, so that its work doesn't slow down what is measured. */
export type BenchProcess = { pid: number; request<Response>(request: object): Promise<Response>; stop(): Promise<void> };

/** Starts `bench/<name>.ts` and waits until it is ready. It exits together with this process. */
export async function startBenchProcess(name: string, environment: Record<string, string | undefined> = {}): Promise<BenchProcess> {
  const child = fork(`dist/bench/${name}.js`, {
    env: childEnvironment(environment),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await nextMessage(child, name);
  return {
    pid: child.pid ?? 0,
    async request<Response>(request: object) {
      const response = nextMessage(child, name);
      child.send(request);
      const { error, value } = (await response) as { error?: string; value?: unknown };
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return value as Response;
    },
    stop: () => terminate(child),
  };
}

/** Stops a process, and kills it after ten seconds. */
export async function terminate(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const killTimer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await exit;
  clearTimeout(killTimer);
}

/** Returns the child's next message. Rejects if the child exits instead. */
export function nextMessage(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const removeListeners = () => {
      child.off("message", onMessage);
      child.off("exit", onExit);
    };
    const onMessage = (value: unknown) => {
      removeListeners();
      resolve(value);
    };
    const onExit = (code: number | null, signal: string | null) => {
      removeListeners();
      reject(new Error(`${name} exited with ${signal ?? code}`));
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
  });
}

/** The child's side: responds to each request with the result of `handle`. */
export function handleRequests<Request>(handle: (request: Request) => Promise<unknown>): void {
  process.on("message", (request: Request) => {
    handle(request).then(
      (value) => process.send?.({ value }),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.("ready");
}
