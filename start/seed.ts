import { type FirstKeys, makeFirstProject } from "@/core/projects/first";
import { openDatabase } from "@/db/client";

/** Makes the first project and its keys in the database at `url`, where they are missing. */
export async function seed(url: string, given: { publicKey?: string; secretKey?: string }): Promise<FirstKeys> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse seed" });
  try {
    return await makeFirstProject(db, given);
  } finally {
    await close();
  }
}
