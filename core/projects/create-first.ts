import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, projects } from "@/db/schema";
import { recordEvent } from "../events/record-event";
import { deriveFirstSecretKey, generateKey, parseKeyKind } from "../keys/key-format";
import { isActiveKey, storeKey } from "../keys/store";
import { findFirstProject, getClientSalt } from "./record";

/** Where a key of the environment comes from, in its name. */
const environmentOrigin = "set by the environment";
/** The name of the secret key in SECRET_KEY. */
export const environmentKeyName = `Secret key, ${environmentOrigin}`;

/** How many positions a lead moves up for each friend in a new project. */
const firstReferralBonus = 3;

/** `added`: a given key was new and was added to the existing keys. */
export type FirstKeys = { publicKey: string; secretKey: string | null; added: boolean };

type GivenKeys = { publicKey?: string; secretKey?: string };

/**
 * Creates the first project if there is none, and its keys if it has no active ones: the given keys, or generated ones. Returns the public
 * key, and the secret key only if it is new. With `authSecret`, the secret key of a new project is derived from it, so that the setup page can
 * show the same one. On later starts, only adds given keys that are new.
 */
export async function createFirstProject(db: Database, givenKeys: GivenKeys, authSecret?: string): Promise<FirstKeys> {
  return db.transaction(async (tx) => {
    // Several processes can start on an empty database at once.
    await tx.execute(sql`lock table ${projects} in share row exclusive mode`);
    const existing = await findFirstProject(tx);
    const projectId =
      existing ??
      (await tx.insert(projects).values({ name: "Gatehouse", referralBonus: firstReferralBonus }).returning({ id: projects.id }))[0]?.id;
    if (projectId === undefined) throw new Error("The first project couldn't be created");

    let added = false;
    for (const value of [givenKeys.publicKey, givenKeys.secretKey]) {
      if (value !== undefined && (await storeFirstKey(tx, projectId, value, environmentOrigin)) && existing !== null) added = true;
    }
    const activeKeys = await tx
      .select({ kind: apiKeys.kind, value: apiKeys.publicValue })
      .from(apiKeys)
      .where(and(eq(apiKeys.projectId, projectId), isActiveKey))
      .orderBy(apiKeys.createdAt, apiKeys.id);

    const publicKey = givenKeys.publicKey ?? activeKeys.find((key) => key.kind === "public_key")?.value ?? generateKey("public_key");
    const hasSecretKey = activeKeys.some((key) => key.kind === "secret_key");
    // A key that was revoked can't be used again, so that only a new project gets the derived one.
    const isDerived = existing === null && authSecret !== undefined;
    const newSecretKey = async () =>
      isDerived ? deriveFirstSecretKey(authSecret, await getClientSalt(tx, projectId)) : generateKey("secret_key");
    const secretKey = hasSecretKey ? null : await newSecretKey();
    for (const value of [publicKey, secretKey]) {
      if (value !== null) await storeFirstKey(tx, projectId, value, "created on first start");
    }
    return { publicKey, secretKey, added };
  });
}

/** Stores a key and records an event if it is new. Returns whether it is. The names tell both keys apart in the activity log. */
async function storeFirstKey(db: Database, projectId: number, value: string, origin: string): Promise<boolean> {
  const name = `${parseKeyKind(value) === "public_key" ? "Public" : "Secret"} key, ${origin}`;
  const key = await storeKey(db, { projectId, value, name });
  if (key === null) return false;
  const ctx = { db, projectId, actor: { kind: "system", id: null }, requestId: null } as const;
  await recordEvent(ctx, { kind: "key.created", data: { key, name } });
  return true;
}
