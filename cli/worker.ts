import { setPriority } from "node:os";
import { freeStartMemory } from "@/lib/memory";
import { requireAuthSecret, requireDatabaseUrl, requireEnvironment } from "./launch/environment";

/** How far the worker gives way to other processes, from 0 to 19. */
const niceness = 5;

/** `npm run worker` runs only the background work. Where the processors are busy, the web process answers people first. */
requireEnvironment();
const url = requireDatabaseUrl("worker");
requireAuthSecret("worker");
giveWay();
const { runWorker } = await import("@/worker/run");
await runWorker(url);
freeStartMemory();

/** Lowers the priority of this process. A sandbox can forbid that, and then the worker runs as it is. */
function giveWay(): void {
  try {
    setPriority(niceness);
  } catch {}
}
