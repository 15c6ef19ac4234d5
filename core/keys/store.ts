import { and, eq, type SQL, sql } from "drizzle-orm";
import type { KeyScope } from "@/contract/endpoint";
import type { KeyKind } from "@/contract/keys";
import type { Database } from "@/db/client";
import { prepareStatement, type RowOf } from "@/db/query";
import { apiKeys, projects } from "@/db/schema";
import { newId, sha256Hex } from "@/lib/ids";
import { parseKeyKind } from "./key-format";

/** The full key, its name, and the staff member who created it, if any. By default, it has full access and doesn't expire. */
type StoreKeyInput = {
  projectId: number;
  value: string;
  name: string;
  createdBy?: string | null;
  scopes?: readonly KeyScope[] | undefined;
  expiresAt?: string | undefined;
};

/** Stores a key. Only the hash of a secret key is stored. Returns its ID, or null if the key is already stored. */
export async function storeKey(
  db: Database,
  { projectId, value, name, createdBy = null, scopes = ["everything"], expiresAt }: StoreKeyInput,
): Promise<string | null> {
  const kind = parseKeyKind(value);
  if (kind === null) throw new Error("A key must be pk_ and 32 letters and digits, or sk_ and 40");
  const inserted = await db
    .insert(apiKeys)
    .values({
      projectId,
      id: newId(),
      kind,
      name,
      hash: sha256Hex(value),
      publicValue: kind === "public_key" ? value : null,
      lastFour: value.slice(-4),
      createdBy,
      scopes: [...scopes],
      expiresAt: expiresAt ?? null,
    })
    .onConflictDoNothing({ target: apiKeys.hash })
    .returning({ id: apiKeys.id });
  return inserted[0]?.id ?? null;
}

/** Returns the ID of the project's active key with this hash, or null. */
export async function findActiveKey(db: Database, projectId: number, hash: string): Promise<string | null> {
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, projectId), eq(apiKeys.hash, hash), isActiveKey));
  return key?.id ?? null;
}

/** Returns the id of an active secret key of the project with this name, or null. */
export async function findActiveKeyNamed(db: Database, projectId: number, name: string): Promise<string | null> {
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.projectId, projectId), eq(apiKeys.kind, "secret_key"), eq(apiKeys.name, name), isActiveKey))
    .limit(1);
  return key?.id ?? null;
}

export type Credential = { projectId: number; keyId: string; kind: KeyKind; scopes: KeyScope[]; allowedOrigins: string[]; salt: string };

/** The condition that an API key is active. */
export const isActiveKey: SQL = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

type CredentialRow = RowOf<typeof apiKeys, "project_id" | "id" | "kind" | "scopes"> &
  RowOf<typeof projects, "allowed_origins" | "client_salt"> & { stale: boolean };

const credentialStatement = prepareStatement<{ hash: string }, CredentialRow>(
  (value) => sql`select k.project_id, k.id, k.kind, k.scopes, p.allowed_origins, p.client_salt,
      (k.last_used_at is null or k.last_used_at < now() - interval '1 minute') as stale
    from ${apiKeys} k join ${projects} p on p.id = k.project_id where k.hash = ${value("hash")} and ${isActiveKey}`,
);

/** Returns the key with this hash if it was revoked or has expired. */
export async function findRefusedKey(db: Database, hash: string): Promise<Pick<Credential, "projectId" | "keyId" | "kind"> | null> {
  const [key] = await db
    .select({ projectId: apiKeys.projectId, keyId: apiKeys.id, kind: apiKeys.kind })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hash), sql`not (${isActiveKey})`));
  return key ?? null;
}

/** Returns the active key with this hash, or null if it's unknown, revoked or expired. Updates `last_used_at` once a minute. */
export async function authenticateKey(db: Database, hash: string): Promise<Credential | null> {
  const [key] = await credentialStatement(db, { hash });
  if (!key) return null;
  const { project_id: projectId, id: keyId, kind, scopes, allowed_origins: allowedOrigins, client_salt: salt } = key;
  if (key.stale)
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.projectId, projectId), eq(apiKeys.id, keyId)));
  return { projectId, keyId, kind, scopes, allowedOrigins, salt };
}
