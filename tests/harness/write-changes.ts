import { setTimeout as sleep } from "node:timers/promises";
import { authenticateKey } from "@/core/keys/store";
import { openDatabase } from "@/db/client";
import { openJobQueue } from "@/db/queue";
import { sha256Hex } from "@/lib/ids";
import { createQuickChanges } from "./quick-changes";

// A process that changes leads and codes until it is killed. See `startWriter`.

const [url = "", secretKey = "", pause = ""] = process.argv.slice(2);
const { db } = openDatabase(url, { max: 4, name: "gatehouse writer" });
const queue = openJobQueue(url, () => {});
const credential = await authenticateKey(db, sha256Hex(secretKey));
if (credential === null) throw new Error("The key belongs to no project");
const { kind, keyId, projectId } = credential;
const change = await createQuickChanges({ db, queue, projectId, actor: { kind, id: keyId }, requestId: null });
process.send?.("ready");
const run = async () => {
  for (;;) {
    // The database can be restarted.
    await change().catch(() => sleep(100));
    await sleep(Number(pause));
  }
};
await Promise.all([run(), run(), run()]);
