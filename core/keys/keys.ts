import { type SQL, sql } from "drizzle-orm";
import type { KeyKind, KeyRecord } from "@/contract/keys";
import { rows } from "@/db/rows";
import { iso } from "@/lib/time";
import { ApiError } from "../api-error";
import { type Context, inTransaction, staffActor } from "../context";
import { recordEvent } from "../events/record";
import { lockProject } from "../projects/lock";
import { isAlive } from "./alive";
import { keyForms, newKey, storeKey } from "./key";

type KeyRow = {
  id: string;
  kind: KeyKind;
  name: string;
  public_value: string | null;
  last_four: string;
  created_at: string;
  maker: string | null;
  last_used_at: string | null;
  expires_at: string | null;
};

const columns: SQL = sql`k.*, (select s.name from staff s where s.project_id = k.project_id and s.id = k.created_by) as maker`;

const keyRecord = (row: KeyRow): KeyRecord => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  prefix: keyForms[row.kind].prefix,
  lastFour: row.last_four,
  value: row.public_value,
  createdAt: iso(row.created_at),
  createdBy: row.maker,
  lastUsedAt: iso(row.last_used_at),
  expiresAt: iso(row.expires_at),
});

/** A key with its whole text, which for a secret one is shown this once. */
export type NewKey = KeyRecord & { key: string };

/** Lists the keys that work, newest first. */
export async function listKeys(ctx: Context): Promise<KeyRecord[]> {
  const found = await rows<KeyRow>(
    ctx.db,
    sql`select ${columns} from keys k where k.project_id = ${ctx.projectId} and ${isAlive} order by k.created_at desc, k.id desc`,
  );
  return found.map(keyRecord);
}

/** Makes a key. */
export function createKey(ctx: Context, { kind, name }: { kind: KeyKind; name: string }): Promise<NewKey> {
  return inTransaction(ctx, async (inner) => {
    const made = await make(inner, kind, name);
    await recordEvent(inner, { kind: "key.created", data: { key: made.id, name } });
    return made;
  });
}

/**
 * Makes a successor of a key, of its kind and name. The old one works for the hours of the overlap, or as long as it had to;
 * without an overlap it is revoked. Refuses with `key_not_found`.
 */
export function rotateKey(ctx: Context, id: string, overlapHours: number): Promise<NewKey> {
  return inTransaction(ctx, async (inner) => {
    const old = await lockKey(inner, id);
    const made = await make(inner, old.kind, old.name);
    const ends = sql`now() + make_interval(hours => ${overlapHours}::int)`;
    await inner.db.execute(
      overlapHours === 0 ? revoking(inner, id) : sql`update keys set expires_at = least(expires_at, ${ends}) where ${isKey(inner, id)}`,
    );
    await recordEvent(inner, { kind: "key.rotated", data: { key: id, name: old.name, successor: made.id, overlapHours } });
    return made;
  });
}

/** Revokes a key. Refuses with `key_not_found`, and with `last_key` for the last public key that has no end. */
export function revokeKey(ctx: Context, id: string): Promise<KeyRecord> {
  return inTransaction(ctx, async (inner) => {
    const row = await lockKey(inner, id);
    if (row.kind === "public_key" && row.expires_at === null) await refuseIfLast(inner, id);
    await inner.db.execute(revoking(inner, id));
    await recordEvent(inner, { kind: "key.revoked", data: { key: id, name: row.name } });
    return keyRecord(row);
  });
}

async function make(ctx: Context, kind: KeyKind, name: string): Promise<NewKey> {
  const key = newKey(kind);
  const id = await storeKey(ctx.db, { projectId: ctx.projectId, value: key, name, createdBy: staffActor(ctx).id });
  const [row] = await rows<KeyRow>(ctx.db, sql`select ${columns} from keys k where k.project_id = ${ctx.projectId} and k.id = ${id}::uuid`);
  if (!row) throw new Error("A new key was known already");
  return { ...keyRecord(row), key };
}

/**
 * A live key, as it is until this transaction ends. The project's row is the lock: whoever changes keys waits here for whoever does
 * already, so that of two who revoke the last two public keys at once one is refused.
 */
async function lockKey(ctx: Context, id: string): Promise<KeyRow> {
  await lockProject(ctx.db, ctx.projectId);
  const [row] = await rows<KeyRow>(
    ctx.db,
    sql`select ${columns} from keys k where k.project_id = ${ctx.projectId} and k.id = ${id}::uuid and ${isAlive} for no key update of k`,
  );
  if (!row) throw new ApiError("key_not_found");
  return row;
}

const isKey = ({ projectId }: Context, id: string): SQL => sql`project_id = ${projectId} and id = ${id}::uuid`;
const revoking = (ctx: Context, id: string): SQL => sql`update keys set revoked_at = now() where ${isKey(ctx, id)}`;

/** A rotated key has a successor; without one, the pages that use the last would stop working. */
async function refuseIfLast(ctx: Context, id: string): Promise<void> {
  const [other] = await rows(
    ctx.db,
    sql`select from keys k where k.project_id = ${ctx.projectId} and k.kind = 'public_key' and k.id <> ${id}::uuid and k.revoked_at is null and k.expires_at is null limit 1`,
  );
  if (!other) throw new ApiError("last_key");
}
