import { sql } from "drizzle-orm";
import type { z } from "zod";
import type { AnyCodeType, CodeRecord, generateCodesEndpoint } from "@/contract/codes";
import { customCodeType, defaultCodeType } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { batches } from "@/db/schema";
import { newId } from "@/lib/ids";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import type { OnProgress } from "../jobs/handler";
import { type ListResult, readAllFrom } from "../pagination";
import { defaultNameDate } from "../projects/record";
import { type Format, formats } from "./draw-code";
import { throwIfEasyToGuess } from "./guess-risk";
import { insertCodes, insertOwnCode, type NewBatch } from "./insert-codes";
import { patternFormat } from "./pattern-format";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./record";

type GenerateCodesInput = z.output<typeof generateCodesEndpoint.body>;

const defaultBatchName = async (ctx: Context, { amount, type, pattern }: NewBatch, code: string | undefined): Promise<string> =>
  `${code ?? `${amount.toLocaleString("en-US")} ${pattern ?? type}`}, ${await defaultNameDate(ctx)}`;

type Kind = Pick<GenerateCodesInput, "type" | "code" | "pattern">;

const batchType = ({ type, code, pattern }: Kind): AnyCodeType =>
  code === undefined && pattern === undefined ? (type ?? defaultCodeType) : customCodeType;

/** The mutex under which a project generates codes of one type. */
export const generateMutexKey = (ctx: Context, input: Kind): string => `codes ${ctx.projectId} ${batchType(input)}`;

/** The format in which codes are generated. */
export const getFormat = ({ type = defaultCodeType, pattern, alphabet }: GenerateCodesInput): Format =>
  pattern === undefined ? formats[type] : patternFormat(pattern, alphabet);

/** Creates a batch with its codes in the caller's transaction. Throws `code_space_exhausted`, or `code_exists` for your own code. */
export async function generateBatch(
  ctx: Context,
  input: GenerateCodesInput,
  onProgress?: OnProgress,
): Promise<{ id: string; name: string }> {
  const { code } = input;
  const batch: NewBatch = {
    id: newId(),
    type: batchType(input),
    pattern: input.pattern ?? null,
    amount: input.amount ?? 1,
    allowedClaims: input.allowedClaims ?? 1,
    validFrom: input.validFrom ?? null,
    validUntil: input.validUntil ?? null,
    reservedFor: input.reservedFor ?? null,
    tags: input.tags ?? [],
  };
  const name = input.name || (await defaultBatchName(ctx, batch, code));
  const { kind: actorKind, id: actorId } = ctx.actor;
  const counts = { codeCount: batch.amount, totalAllowedClaims: batch.amount * batch.allowedClaims };
  await ctx.db.insert(batches).values({ ...batch, ...counts, projectId: ctx.projectId, name, actorKind, actorId });
  if (code === undefined) await insertCodes(ctx, batch, getFormat(input), onProgress);
  else if ((await insertOwnCode(ctx, batch, code)) === 0) throw new ApiError("code_exists");
  await recordEvent(ctx, { kind: "codes.generated", data: { batch: batch.id, amount: batch.amount, type: batch.type } });
  return { id: batch.id, name };
}

/**
 * Generates codes as one batch, all or none, and returns them in order. Throws `code_space_exhausted`, `code_exists`, or
 * `code_easy_to_guess`.
 */
export async function generateCodes(ctx: Context, input: GenerateCodesInput): Promise<ListResult<CodeRecord>> {
  await throwIfEasyToGuess(ctx, input);
  const batch = await inTransaction(ctx, (inner) => generateBatch(inner, input));
  return { readAll: readAllFrom(() => streamNewCodes(ctx, batch.id)) };
}

const streamChunkSize = 1000;

/** Streams the codes of a new batch in order. They differ only in their text, so nothing else is read for each code. */
async function* streamNewCodes(ctx: Context, batchId: string): AsyncGenerator<CodeRecord[]> {
  const inBatch = sql`c.project_id = ${ctx.projectId} and c.batch_id = ${batchId}`;
  const [first] = await queryRows<CodeRow>(
    ctx.db,
    sql`select ${codeColumns} from ${codesWithBatches} where ${inBatch} order by c.batch_index limit 1`,
  );
  if (!first) return;
  // The code may have been claimed or paused already; the response shows the codes as they were generated.
  const template = codeRecord({ ...first, claims: 0, paused: false, updated_at: first.created_at });
  for (let after = -1; ; ) {
    const chunk: Pick<CodeRow, "text" | "batch_index">[] = await queryRows(
      ctx.db,
      sql`select c.text, c.batch_index from codes c where ${inBatch} and c.batch_index > ${after}::int
        order by c.project_id, c.batch_id, c.batch_index limit ${streamChunkSize}`,
    );
    if (chunk.length > 0) yield chunk.map(({ text }) => ({ ...template, code: text }));
    const last = chunk.at(-1);
    if (chunk.length < streamChunkSize || last === undefined) return;
    after = last.batch_index;
  }
}
