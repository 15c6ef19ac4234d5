import { freeStartMemory } from "@/lib/memory";
import { requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "./launch/environment";

/** `npm run worker` runs only the background work. */
requireEnvironment();
const url = requireDatabaseUrl("worker");
requireAuthSecret("worker");
const { runWorker } = await import("@/worker/run");
await runWorker(url);
freeStartMemory();
