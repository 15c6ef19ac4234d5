import { environmentVariable } from "@/lib/env";
import { exitWithError } from "./environment";
import { type LaunchOptions, launch } from "./launch";
import { onShutdown } from "./shutdown";
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
    console.log(`\n${startupMessage({ url, ...seedResult, seconds: (performance.now() / 1_000).toFixed(1) })}${note}`);
  } catch (error) {
    if (!stopping) exitWithError(environmentVariable("LOG_LEVEL") === "debug" ? String((error as Error).stack) : (error as Error).message);
  }
}
