import "@/start/checked";
import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { openJobs } from "@/db/jobs";
import { rows } from "@/db/rows";
import { inherited, readEnv } from "@/lib/env";
import { startAttended } from "@/start/attended";
import { giveUp } from "@/start/environment";
import { fill } from "./demo/fill";

/** `npm run demo`: a sample project with a database of its own in .data-demo, beside the real one and out of its reach. */
if (inherited("SMTP_URL")) giveUp("The demo writes to nobody: take SMTP_URL out of the environment, and start it again.");

const env = readEnv({ PORT: inherited("PORT") ?? "3100", DATA_DIR: ".data-demo", LOG_LEVEL: inherited("LOG_LEVEL") ?? "warn" });
await startAttended({ env, prepare }, "\nThis is the sample project, in .data-demo. Delete that folder to begin it anew.\n");

async function prepare(databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, { max: 1, name: "gatehouse demo" });
  const jobs = openJobs(databaseUrl, () => {});
  try {
    const [project] = await rows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    if (project && (await fill(db, jobs, project.id))) console.log("Filled the sample project.");
  } finally {
    await jobs.close();
    await close();
  }
}
