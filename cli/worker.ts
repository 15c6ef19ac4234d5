import { freeStartMemory } from "@/lib/memory";
import { requireDatabaseUrl, requireEnvironment } from "./launch/environment";

/** `npm run worker` runs only the background work. */
requireEnvironment();
requireDatabaseUrl("worker");
const { runWorker } = await import("@/worker/run");
await runWorker();
freeStartMemory();
