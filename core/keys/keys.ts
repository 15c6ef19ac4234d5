import { isDeepStrictEqual } from "node:util";
import { type SQL, sql } from "drizzle-orm";
import type { KeyScope } from "@/contract/endpoint";
import type { KeyKind, KeyRecord } from "@/contract/keys";
import type { ProjectRecord } from "@/contract/project";
import { queryRows, type RowOf } from "@/db/query";
import type { apiKeys } from "@/db/schema";
import { currentTime } from "@/lib/clock";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import { type Context, inTransaction, requireStaffActor } from "../context";
import { recordEvent } from "../events/record-event";
import { getAllowedOrigins, getProject, lockProject } from "../projects/record";
import { generateKey, keyFormats } from "./key-format";
import { isActiveKey, storeKey } from "./store";

type KeyRow = RowOf<
  typeof apiKeys,
  "id" | "kind" | "name" | "scopes" | "public_value" | "last_four" | "created_at" | "last_used_at" | "expires_at"
> & { creator: { id: string; name: string; removed: boolean } | null };

const columns: SQL = sql`k.*, (select jsonb_build_object('id', s.id, 'name', s.name, 'removed', s.removed_at is not null) from staff s where s.project_id = k.project_id and s.id = k.created_by) as creator`;

const keyRecord = (row: KeyRow): KeyRecord => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  scopes: row.scopes,
  prefix: keyFormats[row.kind].prefix,
  lastFour: row.last_four,
  value: row.public_value,
  createdAt: isoTimestamp(row.created_at),
  createdBy: row.creator?.name ?? null,
  createdById: row.creator?.id ?? null,
  creatorRemoved: row.creator?.removed ?? false,
  lastUsedAt: isoTimestamp(row.last_used_at),
  expiresAt: isoTimestamp(row.expires_at),
});

/** A key with its full value. A secret key's value is shown only once. */
export type NewKey = KeyRecord & { key: string };

/** Lists active keys, newest first. */
export async function listKeys(ctx: Context): Promise<KeyRecord[]> {
  const keys = await queryRows<KeyRow>(
    ctx.db,
    sql`select ${columns} from api_keys k where k.project_id = ${ctx.projectId} and ${isActiveKey} order by k.created_at desc, k.id desc`,
  );
  return keys.map(keyRecord);
}

/** Returns the newest public key, or "" if all have expired. Keys that expire because they were rotated come last. */
export async function getPublicKey({ db, projectId }: Context): Promise<string> {
  const [key] = await queryRows<RowOf<typeof apiKeys, "public_value">>(
    db,
    sql`select public_value from api_keys k where k.project_id = ${projectId} and k.kind = 'public_key' and ${isActiveKey}
      order by k.expires_at is not null, k.created_at desc, k.id desc limit 1`,
  );
  return key?.public_value ?? "";
}

type NewKeyInput = { kind: KeyKind; name: string; scopes?: readonly KeyScope[] | undefined; expiresAt?: string | undefined };

/** Creates a key. Throws `invalid_input` for scopes of a public key, and for an expiry in the past. */
export async function createKey(ctx: Context, input: NewKeyInput): Promise<NewKey> {
  const { kind, name, scopes } = input;
  if (kind === "public_key" && scopes !== undefined)
    throw new ApiError("invalid_input", { fields: { scopes: ["can only be set for secret keys"] } });
  return inTransaction(ctx, async (inner) => {
    const created = await insertKey(inner, input);
    await recordEvent(inner, { kind: "key.created", data: { key: created.id, name } });
    return created;
  });
}

/**
 * Creates a new key with the kind, name and scopes of an old one. The old key expires after the overlap, or earlier if it already had an earlier
 * expiry. Without an overlap it's revoked. Throws `key_not_found`, and
 * `invalid_input` for an expiry in the past.
 */
export function rotateKey(ctx: Context, id: string, overlapHours: number, expiresAt?: string): Promise<NewKey> {
  return inTransaction(ctx, async (inner) => {
    const oldKey = await lockKey(inner, id);
    const { kind, name, scopes } = oldKey;
    const created = await insertKey(inner, { kind, name, scopes, expiresAt });
    const overlapEnd = sql`now() + make_interval(hours => ${overlapHours}::int)`;
    await inner.db.execute(
      overlapHours === 0
        ? revokeStatement(inner, id)
        : sql`update api_keys set expires_at = least(expires_at, ${overlapEnd}) where ${matchesKey(inner, id)}`,
    );
    await recordEvent(inner, { kind: "key.rotated", data: { key: id, name, successor: created.id, overlapHours } });
    return created;
  });
}

/** Revokes a key. Throws `key_not_found`, and `last_key` for the last public key without an expiry. */
export function revokeKey(ctx: Context, id: string): Promise<KeyRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await lockKey(inner, id);
    if (row.kind === "public_key" && row.expires_at === null) await rejectLastPublicKey(inner, id);
    await inner.db.execute(revokeStatement(inner, id));
    await recordEvent(inner, { kind: "key.revoked", data: { key: id, name: row.name } });
    return keyRecord(row);
  });
}

async function insertKey(ctx: Context, { kind, name, scopes, expiresAt }: NewKeyInput): Promise<NewKey> {
  if (expiresAt !== undefined && Date.parse(expiresAt) <= currentTime())
    throw new ApiError("invalid_input", { fields: { expiresAt: ["must be in the future"] } });
  const key = generateKey(kind);
  const { projectId } = ctx;
  const id = await storeKey(ctx.db, { projectId, value: key, name, createdBy: requireStaffActor(ctx).id, scopes, expiresAt });
  const [row] = await queryRows<KeyRow>(
    ctx.db,
    sql`select ${columns} from api_keys k where k.project_id = ${ctx.projectId} and k.id = ${id}::uuid`,
  );
  if (!row) throw new Error("The new key was not inserted");
  return { ...keyRecord(row), key };
}

/**
 * Locks an active key until the transaction ends. Changes to keys also wait for the lock of the project's row, so that two simultaneous
 * requests can't revoke the last two public keys. Throws `key_not_found`.
 */
async function lockKey(ctx: Context, id: string): Promise<KeyRow> {
  await lockProject(ctx.db, ctx.projectId);
  const [row] = await queryRows<KeyRow>(
    ctx.db,
    sql`select ${columns} from api_keys k where k.project_id = ${ctx.projectId} and k.id = ${id}::uuid and ${isActiveKey} for no key update of k`,
  );
  if (!row) throw new ApiError("key_not_found");
  return row;
}

const matchesKey = ({ projectId }: Context, id: string): SQL => sql`project_id = ${projectId} and id = ${id}::uuid`;
const revokeStatement = (ctx: Context, id: string): SQL => sql`update api_keys set revoked_at = now() where ${matchesKey(ctx, id)}`;

/** Throws `last_key` if there is no other public key without an expiry. Pages that use the key would stop working. */
async function rejectLastPublicKey(ctx: Context, id: string): Promise<void> {
  const [other] = await queryRows(
    ctx.db,
    sql`select from api_keys k where k.project_id = ${ctx.projectId} and k.kind = 'public_key' and k.id <> ${id}::uuid and k.revoked_at is null and k.expires_at is null limit 1`,
  );
  if (!other) throw new ApiError("last_key");
}

type AllowedOriginsInput = { origins: readonly string[]; expected?: readonly string[] | undefined };

/**
 * Sets the web origins that can use the public key. An empty list allows all origins. Throws `project_changed` if the current ones aren't the
 * expected ones.
 */
export function updateAllowedOrigins(ctx: Context, { origins, expected }: AllowedOriginsInput): Promise<ProjectRecord> {
  return inTransaction(ctx, async (inner) => {
    await lockProject(inner.db, inner.projectId);
    if (expected !== undefined && !isDeepStrictEqual(expected, await getAllowedOrigins(inner))) throw new ApiError("project_changed");
    const changed = await queryRows(
      inner.db,
      sql`with new_list as (select coalesce(array_agg(item), '{}') as origins from jsonb_array_elements_text(${JSON.stringify(origins)}::jsonb) as item)
        update projects p set allowed_origins = new_list.origins from new_list
        where p.id = ${inner.projectId} and p.allowed_origins <> new_list.origins returning p.id`,
    );
    if (changed.length > 0) await recordEvent(inner, { kind: "origins.updated", data: { origins: origins.length } });
    return getProject(inner);
  });
}
