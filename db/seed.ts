import { makeFirstProject, type FirstKeys } from "@/core/projects/first";
import { openDatabase } from "./client";
export async function seed(url: string, given: { publicKey?: string; secretKey?: string }): Promise<FirstKeys> {
  const { db, close } = openDatabase(url, { max: 1, name: "gatehouse seed" });
  try { return await makeFirstProject(db, given); } finally { await close(); }
}
