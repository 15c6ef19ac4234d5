import "./start/checked";
import { inherited } from "@/lib/env";
import { checkedEnvironment, giveUp } from "./start/environment";
import { launch } from "./start/launch";
import { onStop } from "./start/stopping";
import { welcome } from "./start/welcome";

/** `npm start`: one machine, one command. With `--dev`, pages and routes are compiled as they are asked for. */
const env = checkedEnvironment();
const running = launch({ env, dev: process.argv.includes("--dev"), say: console.log });
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
  const { address, keys } = await running.up;
  console.log(`\n${welcome({ address, ...keys, seconds: (performance.now() / 1_000).toFixed(1) })}`);
} catch (error) {
  if (!stopping) {
    giveUp(inherited("LOG_LEVEL") === "debug" ? String((error as Error).stack) : (error as Error).message);
  }
}
