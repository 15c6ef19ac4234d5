import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { build } from "esbuild";
import { childEnvironment } from "@/lib/env";

const root = path.resolve(import.meta.dirname, "../..");
const outfile = path.join(root, "dist/tests/write-changes.js");

/** Bundles the process that `startWriter` starts. */
export const bundleWriter = (): Promise<unknown> =>
  build({
    entryPoints: [path.join(import.meta.dirname, "write-changes.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });

export type Writer = { kill(): Promise<void> };

/** Starts a process that changes leads and codes of a project until it is killed, as one that serves requests does. */
export async function startWriter({ url, secretKey, pause }: { url: string; secretKey: string; pause: number }): Promise<Writer> {
  const args = ["--import", "./tests/harness/drizzle-resolution.mjs", outfile, url, secretKey, String(pause)];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: root,
    env: childEnvironment({}),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [message] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (message !== "ready") throw new Error("The writer did not start");
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const hasExited = once(child, "exit");
      child.kill("SIGKILL");
      await hasExited;
    },
  };
}
