import { sql } from "drizzle-orm";
import { openDatabase } from "@/db/client";
import { openJobs } from "@/db/jobs";
import { rows } from "@/db/rows";
import { fill } from "./fill";

/** Fills the first project of the database at `url` with the sample, unless it holds leads already; answers whether it did. */
export async function fillDemo(url: string): Promise<boolean> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse demo" });
  const jobs = openJobs(url, () => {});
  try {
    const [project] = await rows<{ id: number }>(db, sql`select id from projects order by id limit 1`);
    return project !== undefined && (await fill(db, jobs, project.id));
  } finally {
    await jobs.close();
    await close();
  }
}
