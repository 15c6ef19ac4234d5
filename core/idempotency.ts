import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { idempotentResponseChunks, idempotentResponses } from "@/db/schema";
import { ApiError } from "./api-error";
import { type Context, inTransaction } from "./context";

/** How long a first answer is repeated. */
export const responseLifetimeHours = 24;

export type IdempotentResult = { isReplay: boolean; chunks: AsyncIterable<string> };

/**
 * Runs a write once for an Idempotency-Key: its answer is stored piece by piece in the write's own transaction, and repeated from
 * there for a day. Refuses with `idempotency_mismatch` for another request under the same key, and with `idempotency_in_flight`
 * while the first still runs. A write that is refused stores nothing, so it can be tried again.
 */
export async function runIdempotent(
  ctx: Context,
  key: string,
  request: string,
  callback: (ctx: Context) => Promise<AsyncIterable<string>>,
): Promise<IdempotentResult> {
  const caller = ctx.actor.id ?? ctx.actor.kind;
  const requestKey = { projectId: ctx.projectId, caller, key };
  const isReplay = await inTransaction(ctx, async (inner) => {
    const tx = inner.db;
    // A lock that ends with its transaction: a process that dies while it writes leaves nothing "in flight".
    const [lock] = await rows<{ free: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${requestKey.projectId} ${caller} ${key}`}, 0)) as free`,
    );
    if (!lock?.free) throw new ApiError("idempotency_in_flight", { headers: { "Retry-After": "1" } });
    const [stored] = await rows<{ request_hash: string; stale: boolean }>(
      tx,
      sql`select request_hash, created_at < now() - make_interval(hours => ${responseLifetimeHours}) as stale from idempotent_responses where ${matchesRequest(requestKey)}`,
    );
    if (stored && !stored.stale) {
      if (stored.request_hash !== request) throw new ApiError("idempotency_mismatch");
      return true;
    }
    if (stored) await tx.execute(sql`delete from idempotent_responses where ${matchesRequest(requestKey)}`);
    const chunks = await callback(inner);
    await tx.insert(idempotentResponses).values({ ...requestKey, requestHash: request });
    let chunkIndex = 0;
    for await (const piece of chunks)
      await tx.insert(idempotentResponseChunks).values({ ...requestKey, chunkIndex: chunkIndex++, chunk: piece });
    return false;
  });
  return { isReplay, chunks: readChunks(ctx.db, requestKey) };
}

/** Whether an answer is stored for an Idempotency-Key, so that the call is told that one, or that it is another request's. */
export async function hasStoredResponse(ctx: Context, key: string): Promise<boolean> {
  const requestKey = { projectId: ctx.projectId, caller: ctx.actor.id ?? ctx.actor.kind, key };
  const found = await rows(
    ctx.db,
    sql`select from idempotent_responses where ${matchesRequest(requestKey)} and created_at >= now() - make_interval(hours => ${responseLifetimeHours})`,
  );
  return found.length > 0;
}

type RequestKey = { projectId: number; caller: string; key: string };

const matchesRequest = ({ projectId, caller, key }: RequestKey) => sql`project_id = ${projectId} and caller = ${caller} and key = ${key}`;

async function* readChunks(db: Database, requestKey: RequestKey): AsyncGenerator<string> {
  for (let chunkIndex = 0; ; chunkIndex++) {
    const [row] = await rows<{ chunk: string }>(
      db,
      sql`select chunk from idempotent_response_chunks where ${matchesRequest(requestKey)} and chunk_index = ${chunkIndex}`,
    );
    if (!row) return;
    yield row.chunk;
  }
}
