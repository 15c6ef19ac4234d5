import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import type { webhooks } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { decrypt, encrypt, reencrypt } from "@/lib/encryption";

const encryptionPurpose = (projectId: number, id: string): string => `secret of webhook ${id} of project ${projectId}`;

/** Where a webhook's secrets are from. */
export type SecretRow = RowOf<
  typeof webhooks,
  "project_id" | "id" | "secret_encrypted" | "previous_secret_encrypted" | "previous_secret_until"
>;

/** A new secret, in the format of Standard Webhooks, section "Signature scheme". */
export const generateSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

export const encryptSecret = (secret: string, projectId: number, id: string): string => encrypt(secret, encryptionPurpose(projectId, id));

/** Encrypts the secrets that were encrypted with an earlier AUTH_SECRET with the current one, in all projects. */
export async function reencryptWebhookSecrets(db: Database, secrets?: string[]): Promise<void> {
  for (const row of await queryRows<SecretRow>(db, sql`select * from webhooks where deleted_at is null`)) {
    const renew = (encrypted: string | null) =>
      encrypted === null ? null : reencrypt(encrypted, encryptionPurpose(row.project_id, row.id), secrets);
    const [current, previous] = [renew(row.secret_encrypted), renew(row.previous_secret_encrypted)];
    // Unless it was rotated after it was read.
    await db.execute(sql`update webhooks set secret_encrypted = coalesce(${current}, secret_encrypted), previous_secret_encrypted = coalesce(${previous}, previous_secret_encrypted)
      where project_id = ${row.project_id} and id = ${row.id}::uuid and secret_encrypted = ${row.secret_encrypted}`);
  }
}

/** Returns the secrets that requests are signed with, the current one first. Throws if AUTH_SECRET has changed since. */
export function activeSecrets({ project_id: projectId, id, ...row }: SecretRow): string[] {
  const hasPrevious = row.previous_secret_until !== null && Date.parse(row.previous_secret_until) > currentTime();
  return [row.secret_encrypted, ...(hasPrevious ? [row.previous_secret_encrypted ?? ""] : [])].map((encrypted) =>
    decrypt(encrypted, encryptionPurpose(projectId, id)),
  );
}
