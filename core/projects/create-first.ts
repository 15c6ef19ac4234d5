import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, projects } from "@/db/schema";
import { recordEvent } from "../events/record";
import { isActiveKey } from "../keys/active";
import { generateKey, storeKey } from "../keys/key";

/** `added`: a key was given that the install did not have, beside others that stay valid. */
export type FirstKeys = { publicKey: string; secretKey: string | null; added: boolean };

/**
 * Makes the first project where there is none, and its keys where it has no live ones: those that are given, else new ones.
 * Answers the public key, and the secret key only if it was made here. Starting again changes nothing, but adds a key that is given anew.
 */
export async function createFirstProject(db: Database, given: { publicKey?: string; secretKey?: string }): Promise<FirstKeys> {
  return db.transaction(async (tx) => {
    // Two nodes may start on an empty database at once.
    await tx.execute(sql`lock table ${projects} in share row exclusive mode`);
    const [known] = await tx.select({ id: projects.id }).from(projects).orderBy(projects.id).limit(1);
    const project = known ?? (await tx.insert(projects).values({ name: "Gatehouse" }).returning({ id: projects.id }))[0];
    if (!project) throw new Error("The first project could not be made");

    let added = false;
    for (const value of [given.publicKey, given.secretKey]) {
      if (value !== undefined && (await storeFirstKey(tx, project.id, value, "Given by the environment")) && known) added = true;
    }
    const live = await tx
      .select({ kind: apiKeys.kind, value: apiKeys.publicValue })
      .from(apiKeys)
      .where(and(eq(apiKeys.projectId, project.id), isActiveKey))
      .orderBy(apiKeys.createdAt, apiKeys.id);

    const publicKey = given.publicKey ?? live.find((key) => key.kind === "public_key")?.value ?? generateKey("public_key");
    const secretKey = live.some((key) => key.kind === "secret_key") ? null : generateKey("secret_key");
    for (const value of [publicKey, secretKey]) {
      if (value !== null) await storeFirstKey(tx, project.id, value, "Printed at the first start");
    }
    return { publicKey, secretKey, added };
  });
}

/** Stores a key that is not known yet, and records that the service itself did; answers whether it was new. */
async function storeFirstKey(db: Database, projectId: number, value: string, name: string): Promise<boolean> {
  const key = await storeKey(db, { projectId, value, name });
  if (key === null) return false;
  const ctx = { db, projectId, actor: { kind: "system", id: null }, requestId: null } as const;
  await recordEvent(ctx, { kind: "key.created", data: { key, name } });
  return true;
}
