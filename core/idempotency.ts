import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { queryRows, type RowOf } from "@/db/query";
import { idempotentResponseChunks, type idempotentResponses } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { decrypt, encrypt } from "@/lib/encryption";
import { findEmails } from "@/lib/find-emails";
import { ApiError } from "./api-error";
import { type Context, inTransaction } from "./context";
import { tryLock } from "./locks";
import { itemsIn } from "./sql";

/** How long a response is stored. */
export const responseLifetimeHours = 24;

type ResponseOptions = {
  /** How long the tokens in responses work, in seconds: those with one aren't kept longer. */
  tokenSeconds?: number | undefined;
  /** Stores the response encrypted, and only for this long, in seconds, because it has a secret. */
  secretSeconds?: number | undefined;
  /** Answers a repeated request whose response was erased. Without it, that is an error. */
  repeat?: (() => Promise<AsyncIterable<string>>) | undefined;
  /** Whether a stored response is still true. One that isn't counts as erased. */
  isTrue?: ((stored: StoredResponse) => Promise<boolean>) | undefined;
};

/** A stored response, and when it was stored. `text` reads it in parts. */
type StoredResponse = { storedAt: string; text: () => AsyncIterable<string> };

/** `expiresAt`: until when the same key repeats the response. */
type IdempotentResult = { isReplay: boolean; expiresAt: string; chunks: AsyncIterable<string> };

/**
 * Runs a write once per Idempotency-Key of a project's secret keys, of its public keys, or of a staff member. Stores the response in the
 * write's transaction and replays it for 24 hours. Throws `idempotency_mismatch` for a request with the same key and another hash, and
 * `idempotency_in_flight` while the first request is running. Reading a response that was erased calls `repeat`, or throws
 * `idempotency_erased` without it. So does reading one that isn't true anymore. A failed write stores nothing and can be retried.
 */
export async function runIdempotent(
  ctx: Context,
  key: string,
  requestHashes: readonly string[],
  callback: (ctx: Context) => Promise<AsyncIterable<string>>,
  { tokenSeconds, secretSeconds, repeat, isTrue }: ResponseOptions = {},
): Promise<IdempotentResult> {
  const caller = callerOf(ctx);
  const requestKey = { projectId: ctx.projectId, caller, key };
  const isSecret = secretSeconds !== undefined;
  const result = await inTransaction(ctx, async (inner) => {
    const tx = inner.db;
    // The lock ends with the transaction, so a process that dies doesn't leave the key in flight.
    if (!(await tryLock(tx, "idempotency key", ctx.projectId, caller, key)))
      throw new ApiError("idempotency_in_flight", { headers: { "Retry-After": "1" } });
    const [stored] = await queryRows<RowOf<typeof idempotentResponses, "request_hash"> & { expired: boolean; expires_at: string }>(
      tx,
      sql`select request_hash, ${expiry} < now() as expired, ${expiry} as expires_at
        from idempotent_responses where ${matchesRequest(requestKey)}`,
    );
    if (stored && !stored.expired) {
      if (!requestHashes.includes(stored.request_hash)) throw new ApiError("idempotency_mismatch");
      return { isReplay: true, expiresAt: isoTimestamp(stored.expires_at), only: null };
    }
    if (stored) await tx.execute(sql`delete from idempotent_responses where ${matchesRequest(requestKey)}`);
    const chunks = await callback(inner).catch((error: unknown) => {
      if (error instanceof ApiError && error.keepsChanges) return error;
      throw error;
    });
    if (chunks instanceof ApiError) return chunks;
    const [inserted] = await queryRows<{ expires_at: string }>(
      tx,
      sql`insert into idempotent_responses (project_id, caller, key, request_hash)
        values (${ctx.projectId}, ${caller}, ${key}, ${requestHashes[0]}) returning ${expiry} as expires_at`,
    );
    let chunkIndex = 0;
    let only: string | null = null;
    for await (const chunk of chunks) {
      only = chunkIndex === 0 ? chunk : null;
      const stored = isSecret ? encrypt(chunk, encryptionPurpose(requestKey)) : chunk;
      await tx
        .insert(idempotentResponseChunks)
        .values({ ...requestKey, chunkIndex: chunkIndex++, chunk: stored, emails: findEmails(chunk) });
      const eraseAfter = secretSeconds ?? (chunk.includes('"token":"') ? tokenSeconds : undefined);
      if (eraseAfter !== undefined)
        await tx.execute(
          sql`update idempotent_responses set erased_at = now() + make_interval(secs => ${eraseAfter}) where ${matchesRequest(requestKey)}`,
        );
    }
    return { isReplay: false, expiresAt: isoTimestamp(inserted?.expires_at ?? null) ?? "", only };
  });
  if (result instanceof ApiError) throw result;
  const { isReplay, expiresAt, only } = result;
  if (isReplay) return { isReplay, expiresAt, chunks: readStored(ctx.db, requestKey, { repeat, isTrue, isSecret }) };
  // As soon as it is stored, it can be erased. One of a single part needn't be read.
  return { isReplay, expiresAt, chunks: only === null ? readChunks(ctx.db, requestKey, isSecret) : chunksOf(only) };
}

const expiry = sql`created_at + make_interval(hours => ${responseLifetimeHours})`;

/** Whose responses a caller gets: those of all keys of a kind, so that changing a key changes nothing, or their own for staff. */
const callerOf = ({ actor: { kind, id } }: Context): string => (kind === "staff" ? (id ?? kind) : kind);

/** Returns whether a response is stored for an Idempotency-Key. */
export async function hasStoredResponse(ctx: Context, key: string): Promise<boolean> {
  const requestKey = { projectId: ctx.projectId, caller: callerOf(ctx), key };
  const responses = await queryRows(
    ctx.db,
    sql`select from idempotent_responses where ${matchesRequest(requestKey)} and created_at >= now() - make_interval(hours => ${responseLifetimeHours})`,
  );
  return responses.length > 0;
}

/** Erases the stored responses that contain any of these emails. Their keys stay, so that a retry doesn't run the write again. */
export async function eraseResponses({ db, projectId }: Context, emails: readonly string[]): Promise<void> {
  // The first part has no condition on the project, because PostgreSQL would then read all responses of the project by its primary key.
  await db.execute(sql`
    with found as materialized (
      select project_id, caller, key from idempotent_response_chunks where emails && array${itemsIn(emails)} and emails <> '{}'
    ), response as (
      select caller, key from idempotent_responses
      where project_id = ${projectId} and (project_id, caller, key) in (select project_id, caller, key from found) order by caller, key for update
    )
    delete from idempotent_response_chunks where project_id = ${projectId} and (caller, key) in (select caller, key from response)`);
}

type RequestKey = { projectId: number; caller: string; key: string };

/** A stored response can't be read as that of another request. */
const encryptionPurpose = ({ projectId, caller, key }: RequestKey): string => `stored response ${projectId} ${caller} ${key}`;

const matchesRequest = ({ projectId, caller, key }: RequestKey) => sql`project_id = ${projectId} and caller = ${caller} and key = ${key}`;

/** Erases the stored responses of all projects with a token that no longer works. */
export async function eraseExpiredResponses(db: Database): Promise<void> {
  await db.execute(sql`
    with due as (
      select project_id, caller, key from idempotent_responses where erased_at < now() order by project_id, caller, key limit 10000 for update skip locked
    ), erased as (
      delete from idempotent_response_chunks where (project_id, caller, key) in (select project_id, caller, key from due)
    )
    update idempotent_responses set erased_at = null where (project_id, caller, key) in (select project_id, caller, key from due)`);
}

/** Reads a response of an earlier request, or answers with `repeat` if it was erased, isn't true, or contains a token that no longer works. */
async function* readStored(
  db: Database,
  requestKey: RequestKey,
  { repeat, isTrue, isSecret }: Pick<ResponseOptions, "repeat" | "isTrue"> & { isSecret: boolean },
): AsyncGenerator<string> {
  const [stored] = await queryRows<RowOf<typeof idempotentResponses, "created_at">>(
    db,
    sql`select created_at from idempotent_responses r where ${matchesRequest(requestKey)} and (erased_at is null or erased_at >= now())
      and exists (select from idempotent_response_chunks c where c.project_id = r.project_id and c.caller = r.caller and c.key = r.key)`,
  );
  const text = () => readChunks(db, requestKey, isSecret);
  if (stored && (isTrue === undefined || (await isTrue({ storedAt: isoTimestamp(stored.created_at), text })))) yield* text();
  else if (repeat) yield* await repeat();
  else throw new ApiError("idempotency_erased");
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function* readChunks(db: Database, requestKey: RequestKey, isSecret: boolean): AsyncGenerator<string> {
  for (let chunkIndex = 0; ; chunkIndex++) {
    const [row] = await queryRows<RowOf<typeof idempotentResponseChunks, "chunk"> & { is_last: boolean }>(
      db,
      sql`select chunk, not exists (
          select from idempotent_response_chunks where ${matchesRequest(requestKey)} and chunk_index = ${chunkIndex + 1}) as is_last
        from idempotent_response_chunks where ${matchesRequest(requestKey)} and chunk_index = ${chunkIndex}`,
    );
    // All chunks are erased together, perhaps while they are read.
    if (!row) throw new ApiError("idempotency_erased");
    yield isSecret ? decrypt(row.chunk, encryptionPurpose(requestKey)) : row.chunk;
    if (row.is_last) return;
  }
}
