import { resolve } from "node:path";
import { environmentVariable } from "@/lib/env";
import { onShutdown } from "@/lib/on-shutdown";
import { exitWithError } from "./environment";
import { type LaunchOptions, launch } from "./launch";
import { startupMessage } from "./startup-message";

/** Starts everything, prints the startup message followed by `note`, and stops on Ctrl+C. */
export async function startInForeground(options: LaunchOptions, note = ""): Promise<void> {
  const running = launch({ ...options, log: console.log });
  let stopping = false;
  onShutdown(
    async () => {
      stopping = true;
      console.log("\nStopping…");
      await running.stop();
      process.exit(0);
    },
    () => running.kill(),
  );
  try {
    const { url, seedResult } = await running.ready;
    const facts = {
      url,
      ...seedResult,
      dataFolder: resolve(options.env.DATA_DIR),
      hasWorker: options.env.WORKER === "on",
      duration: Date.now() - startTime(),
    };
    console.log(`\n${startupMessage({ ...facts, isTerminal: process.stdout.isTTY })}${note}`);
  } catch (error) {
    if (!stopping) exitWithError(options.env.LOG_LEVEL === "debug" ? String((error as Error).stack) : (error as Error).message);
  }
}

/** When the command was started, in milliseconds. `bootstrap.mjs` passes it on, because it installs and bundles before this process starts. */
const startTime = (): number => Number(environmentVariable("GATEHOUSE_STARTED_AT") ?? performance.timeOrigin);
