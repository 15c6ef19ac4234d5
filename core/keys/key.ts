import { crc32 } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { keys, projects } from "@/db/schema";
import { hashOf, newId, randomText } from "@/lib/ids";
import { isAlive } from "./alive";

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLength = 6;

/** How a key of each kind looks: its prefix and how many characters follow (decisions.md §1). */
export const keyForms = { public_key: { prefix: "pk_", length: 32 }, secret_key: { prefix: "sk_", length: 40 } } as const;
export type KeyKind = keyof typeof keyForms;

/** The CRC-32 of `text` in six base62 characters. */
export function checksum(text: string): string {
  let rest = crc32(text);
  let sum = "";
  for (let place = 0; place < checksumLength; place++, rest = Math.floor(rest / base62.length)) sum = base62[rest % base62.length] + sum;
  return sum;
}

/** A new key: random characters, the last six a checksum of what stands before them, so that scanners can tell a key from noise. */
export function newKey(kind: KeyKind): string {
  const { prefix, length } = keyForms[kind];
  const body = prefix + randomText(base62, length - checksumLength);
  return body + checksum(body);
}

/** Which kind of key `text` has the form of, or null. Keys that were given at install need carry no checksum. */
export function kindOfKey(text: string): KeyKind | null {
  for (const kind of Object.keys(keyForms) as KeyKind[]) {
    const { prefix, length } = keyForms[kind];
    if (text.length === prefix.length + length && text.startsWith(prefix) && /^[0-9A-Za-z]+$/.test(text.slice(prefix.length))) return kind;
  }
  return null;
}

/** A key to store: its whole value, what it is called, and who of the staff made it, if any did. */
export type KeyToStore = { projectId: number; value: string; name: string; createdBy?: string | null };

/** Stores a key of a project, a secret one as its hash alone. Answers its id, or null where the key is known already. */
export async function storeKey(db: Database, { projectId, value, name, createdBy = null }: KeyToStore): Promise<string | null> {
  const kind = kindOfKey(value);
  if (kind === null) throw new Error("A key must be pk_ and 32, or sk_ and 40, letters and digits");
  const stored = await db
    .insert(keys)
    .values({
      projectId,
      id: newId(),
      kind,
      name,
      hash: hashOf(value),
      publicValue: kind === "public_key" ? value : null,
      lastFour: value.slice(-4),
      createdBy,
    })
    .onConflictDoNothing({ target: keys.hash })
    .returning({ id: keys.id });
  return stored[0]?.id ?? null;
}

export type Credential = { projectId: number; keyId: string; kind: KeyKind; allowedOrigins: string[]; salt: string };

/** The live key of this hash, with what its project allows; null where it is unknown, revoked or over. Notes its use, to the minute. */
export async function recogniseKey(db: Database, hash: string): Promise<Credential | null> {
  const [found] = await db
    .select({
      projectId: keys.projectId,
      keyId: keys.id,
      kind: keys.kind,
      allowedOrigins: projects.allowedOrigins,
      salt: projects.salt,
      stale: sql<boolean>`${keys.lastUsedAt} is null or ${keys.lastUsedAt} < now() - interval '1 minute'`,
    })
    .from(keys)
    .innerJoin(projects, eq(projects.id, keys.projectId))
    .where(sql`${keys.hash} = ${hash} and ${isAlive}`);
  if (!found) return null;
  const { stale, ...credential } = found;
  if (stale)
    await db
      .update(keys)
      .set({ lastUsedAt: sql`now()` })
      .where(sql`${keys.projectId} = ${found.projectId} and ${keys.id} = ${found.keyId}`);
  return credential;
}
