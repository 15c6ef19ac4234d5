import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { CodeRecord, CodeType, generateCodesEndpoint } from "@/contract/codes";
import { defaultType } from "@/contract/kinds";
import { rows } from "@/db/rows";
import { batches } from "@/db/schema";
import { newId } from "@/lib/ids";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record";
import type { Listing } from "../listing";
import { type Batch, makeCodes, type Watch } from "./make";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./wire";

type Ask = z.output<NonNullable<typeof generateCodesEndpoint.body>>;

/** The batch's name when nobody names it: what it holds and when it was made. */
const unnamed = (batch: Batch): string => `${batch.amount.toLocaleString("en")} ${batch.type}, ${new Date().toISOString().slice(0, 10)}`;

/** The turn in which batches of one project and format are made. */
export const turnToMake = (ctx: Context, type: CodeType = defaultType): string => `codes ${ctx.projectId} ${type}`;

/** Makes a batch and all its codes in the caller's transaction. Refuses with `code_space_exhausted`. */
export async function makeBatch(ctx: Context, ask: Ask, watch?: Watch): Promise<{ id: string; name: string }> {
  const batch: Batch = {
    id: newId(),
    type: ask.type ?? defaultType,
    amount: ask.amount,
    allowedClaims: ask.allowedClaims ?? 1,
    validFrom: ask.validFrom ?? null,
    validUntil: ask.validUntil ?? null,
    reservedFor: ask.reservedFor ?? null,
  };
  const name = ask.name || unnamed(batch);
  const { kind: actorKind, id: actorId } = ctx.actor;
  const counts = { codes: batch.amount, uses: batch.amount * batch.allowedClaims };
  await ctx.db.insert(batches).values({ ...batch, ...counts, projectId: ctx.projectId, name, actorKind, actorId });
  await makeCodes(ctx, batch, watch);
  await recordEvent(ctx, { kind: "codes.generated", data: { batch: batch.id, amount: batch.amount, type: batch.type } });
  return { id: batch.id, name };
}

/** Generates codes as one batch, all or none, and answers them in the order made. Refuses with `code_space_exhausted`. */
export async function generate(ctx: Context, ask: Ask): Promise<Listing<CodeRecord>> {
  const batch = await inTransaction(ctx, (inner) => makeBatch(inner, ask));
  return { chunks: asMade(ctx, batch.id) };
}

/** The codes of a batch as they were made, in order, in chunks. They differ in nothing but their text, so only that is read of each. */
async function* asMade(ctx: Context, batchId: string): AsyncGenerator<CodeRecord[]> {
  const chunk = 1000;
  const inBatch = sql`c.project_id = ${ctx.projectId} and c.batch_id = ${batchId}`;
  const [first] = await rows<CodeRow>(
    ctx.db,
    sql`select ${codeColumns} from ${codesWithBatches} where ${inBatch} order by c.position limit 1`,
  );
  if (!first) return;
  // Somebody may have claimed it already; the answer tells how the codes were made.
  const like = codeRecord({ ...first, claims: 0, paused: false, updated_at: first.created_at });
  for (let after = -1; ; ) {
    const found: Pick<CodeRow, "text" | "position">[] = await rows(
      ctx.db,
      sql`select c.text, c.position from codes c where ${inBatch} and c.position > ${after}::int order by c.project_id, c.batch_id, c.position limit ${chunk}`,
    );
    if (found.length > 0) yield found.map(({ text }) => ({ ...like, code: text }));
    const last = found.at(-1);
    if (found.length < chunk || last === undefined) return;
    after = last.position;
  }
}
