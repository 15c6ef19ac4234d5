import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { childEnvironment } from "@/lib/env";

/** A process of the benchmark's own, so that what it does does not slow down what is measured. */
export type Helper = { pid: number; ask<Answer>(question: object): Promise<Answer>; stop(): Promise<void> };

/** Starts `bench/<name>.ts` and waits until it is ready. It ends by itself when we do. */
export async function startHelper(name: string, environment: Record<string, string | undefined> = {}): Promise<Helper> {
  const child = fork(`bench/${name}.ts`, {
    execArgv: ["--import", "tsx"],
    env: childEnvironment(environment),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await message(child, name);
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(question: object) {
      const answer = message(child, name);
      child.send(question);
      const { error, value } = (await answer) as { error?: string; value?: unknown };
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return value as Answer;
    },
    stop: () => end(child),
  };
}

/** Asks a process to stop, and makes it when it has not after ten seconds. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await ended;
  clearTimeout(late);
}

/** The next thing the child says; rejects when it ends instead. */
export function message(child: ChildProcess, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const done = () => {
      child.off("message", said);
      child.off("exit", ended);
    };
    const said = (value: unknown) => {
      done();
      resolve(value);
    };
    const ended = (code: number | null, signal: string | null) => {
      done();
      reject(new Error(`${name} ended with ${signal ?? code}`));
    };
    child.on("message", said);
    child.on("exit", ended);
  });
}

/** The helper's own side: answers each question with what `reply` makes of it. */
export function answerQuestions<Question>(reply: (question: Question) => Promise<unknown>): void {
  process.on("message", (question: Question) => {
    reply(question).then(
      (value) => process.send?.({ value }),
      (error: Error) => process.send?.({ error: error.stack ?? error.message }),
    );
  });
  process.once("disconnect", () => process.exit(0));
  process.send?.("ready");
}
