import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { rows } from "@/db/rows";
import { idempotentAnswerPieces, idempotentAnswers } from "@/db/schema";
import { ApiError } from "./api-error";
import { type Context, inTransaction } from "./context";

/** How long a first answer is repeated. */
export const answerLifeHours = 24;

export type Retried = { replayed: boolean; pieces: AsyncIterable<string> };

/**
 * Runs a write once for an Idempotency-Key: its answer is stored piece by piece in the write's own transaction, and repeated from
 * there for a day. Refuses with `idempotency_mismatch` for another request under the same key, and with `idempotency_in_flight`
 * while the first still runs. A write that is refused stores nothing, so it can be tried again.
 */
export async function once(
  ctx: Context,
  key: string,
  request: string,
  write: (ctx: Context) => Promise<AsyncIterable<string>>,
): Promise<Retried> {
  const caller = ctx.actor.id ?? ctx.actor.kind;
  const known = { projectId: ctx.projectId, caller, key };
  const replayed = await inTransaction(ctx, async (inner) => {
    const tx = inner.db;
    // A lock that ends with its transaction: a process that dies while it writes leaves nothing "in flight".
    const [lock] = await rows<{ free: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${known.projectId} ${caller} ${key}`}, 0)) as free`,
    );
    if (!lock?.free) throw new ApiError("idempotency_in_flight", { headers: { "Retry-After": "1" } });
    const [first] = await rows<{ request: string; stale: boolean }>(
      tx,
      sql`select request, created_at < now() - make_interval(hours => ${answerLifeHours}) as stale from idempotent_answers where ${isOf(known)}`,
    );
    if (first && !first.stale) {
      if (first.request !== request) throw new ApiError("idempotency_mismatch");
      return true;
    }
    if (first) await tx.execute(sql`delete from idempotent_answers where ${isOf(known)}`);
    const pieces = await write(inner);
    await tx.insert(idempotentAnswers).values({ ...known, request });
    let position = 0;
    for await (const piece of pieces) await tx.insert(idempotentAnswerPieces).values({ ...known, position: position++, piece });
    return false;
  });
  return { replayed, pieces: piecesOf(ctx.db, known) };
}

/** Whether an answer is stored for an Idempotency-Key, so that the call is told that one, or that it is another request's. */
export async function isAnswered(ctx: Context, key: string): Promise<boolean> {
  const known = { projectId: ctx.projectId, caller: ctx.actor.id ?? ctx.actor.kind, key };
  const found = await rows(
    ctx.db,
    sql`select from idempotent_answers where ${isOf(known)} and created_at >= now() - make_interval(hours => ${answerLifeHours})`,
  );
  return found.length > 0;
}

type Known = { projectId: number; caller: string; key: string };

const isOf = ({ projectId, caller, key }: Known) => sql`project_id = ${projectId} and caller = ${caller} and key = ${key}`;

async function* piecesOf(db: Database, known: Known): AsyncGenerator<string> {
  for (let position = 0; ; position++) {
    const [row] = await rows<{ piece: string }>(
      db,
      sql`select piece from idempotent_answer_pieces where ${isOf(known)} and position = ${position}`,
    );
    if (!row) return;
    yield row.piece;
  }
}
