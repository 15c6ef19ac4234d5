import { inherited } from "@/lib/env";
import { giveUp } from "./environment";
import { type LaunchOptions, launch } from "./launch";
import { onStop } from "./stopping";
import { welcome } from "./welcome";

/** Starts everything with a person watching: says where it is once it is up, and stops it when they ask. `also` is said last. */
export async function startAttended(options: LaunchOptions, also = ""): Promise<void> {
  const running = launch({ ...options, say: console.log });
  let stopping = false;
  onStop(
    async () => {
      stopping = true;
      console.log("\nStopping …");
      await running.stop();
      process.exit(0);
    },
    () => running.hurry(),
  );
  try {
    const { address, seeded } = await running.up;
    console.log(`\n${welcome({ address, ...seeded, seconds: (performance.now() / 1_000).toFixed(1) })}${also}`);
  } catch (error) {
    if (!stopping) giveUp(inherited("LOG_LEVEL") === "debug" ? String((error as Error).stack) : (error as Error).message);
  }
}
