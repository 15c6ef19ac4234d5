import { and, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import type { AnyCodeType, CodeRecord, generateCodesEndpoint } from "@/contract/codes";
import { customCodeType, defaultCodeType } from "@/contract/enums";
import { queryRows } from "@/db/query";
import { batches } from "@/db/schema";
import { newId } from "@/lib/ids";
import { countOf } from "@/lib/plural";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { defaultName } from "../default-names";
import { recordEvent } from "../events/record-event";
import type { OnProgress } from "../jobs/handler";
import { savingExternalIds, toStoredMetadata } from "../metadata";
import { type ListResult, readAllFrom } from "../pagination";
import { type Format, formats } from "./draw-code";
import { throwIfEasyToGuess } from "./guess-risk";
import { insertCodes, insertOwnCode, type NewBatch, throwIfTooFewRemain } from "./insert-codes";
import { patternFormat } from "./pattern-format";
import { type CodeRow, codeColumns, codeId, codeRecord, codesWithBatches } from "./record";

type GenerateCodesInput = z.output<typeof generateCodesEndpoint.body>;

/** Names a batch by what is in it: "20 codes, Nov 28, 2026". */
const defaultBatchName = (ctx: Context, { amount, pattern }: NewBatch, code: string | undefined): Promise<string> => {
  const codes = countOf(amount, "code");
  return defaultName(ctx, "batches", code ?? (pattern === null ? codes : `${codes} ${pattern}`));
};

type Kind = Pick<GenerateCodesInput, "type" | "code" | "pattern">;

const batchType = ({ type, code, pattern }: Kind): AnyCodeType =>
  code === undefined && pattern === undefined ? (type ?? defaultCodeType) : customCodeType;

/** The mutex under which a project generates codes of one type. */
export const generateMutexKey = (ctx: Context, input: Kind): string => `codes ${ctx.projectId} ${batchType(input)}`;

/** The format in which codes are generated. */
export const getFormat = ({ type = defaultCodeType, pattern, alphabet }: GenerateCodesInput): Format =>
  pattern === undefined ? formats[type] : patternFormat(pattern, alphabet);

/**
 * Creates a batch with its codes in the caller's transaction. Throws `code_space_exhausted`, `external_id_exists`, or `code_exists` for
 * your own code.
 */
export async function generateBatch(
  ctx: Context,
  input: GenerateCodesInput,
  onProgress?: OnProgress,
): Promise<{ id: string; name: string }> {
  const { code } = input;
  const batch = toNewBatch(input);
  const name = await insertBatch(ctx, input, batch);
  if (code === undefined) await savingExternalIds(insertCodes(ctx, batch, getFormat(input), { onProgress }));
  else if ((await savingExternalIds(insertOwnCode(ctx, batch, code))) === 0) throw new ApiError("code_exists");
  await recordGeneration(ctx, batch);
  return { id: batch.id, name };
}

/**
 * Creates a batch whose codes are added later, in parts (see `growing-batch.ts`). `amount` is how many are expected. Throws
 * `code_space_exhausted` if there aren't so many.
 */
export async function createGrowingBatch(ctx: Context, input: GenerateCodesInput): Promise<{ id: string; name: string }> {
  const batch = toNewBatch(input);
  await throwIfTooFewRemain(ctx, getFormat(input), batch.amount);
  const name = input.name || (await defaultBatchName(ctx, batch, undefined));
  await insertBatch(ctx, { name }, { ...batch, amount: 0 });
  return { id: batch.id, name };
}

/** Records the event of a batch to which all codes were added. */
export async function recordGrownBatch(ctx: Context, id: string): Promise<void> {
  const [batch] = await ctx.db
    .select({ id: batches.id, amount: batches.amount, type: batches.type })
    .from(batches)
    .where(and(eq(batches.projectId, ctx.projectId), eq(batches.id, id)));
  if (batch && batch.amount > 0) await recordGeneration(ctx, batch);
}

const toNewBatch = (input: GenerateCodesInput): NewBatch => ({
  id: newId(),
  type: batchType(input),
  pattern: input.pattern ?? null,
  amount: input.amount ?? 1,
  allowedClaims: input.allowedClaims ?? 1,
  validFrom: input.validFrom ?? null,
  validUntil: input.validUntil ?? null,
  reservedFor: input.reservedFor ?? null,
  tags: input.tags ?? [],
  metadata: toStoredMetadata(input.metadata),
  externalId: input.externalId ?? null,
});

/** Inserts a batch without codes, and returns its name. */
async function insertBatch(
  ctx: Context,
  input: Pick<GenerateCodesInput, "name" | "code" | "allowedDomains" | "oncePerBatch">,
  batch: NewBatch,
): Promise<string> {
  const name = input.name || (await defaultBatchName(ctx, batch, input.code));
  const { kind: actorKind, id: actorId } = ctx.actor;
  const counts = { codeCount: batch.amount, totalAllowedClaims: batch.amount * batch.allowedClaims };
  const { allowedDomains, oncePerBatch } = input;
  await ctx.db
    .insert(batches)
    .values({ ...batch, ...counts, allowedDomains, oncePerBatch, projectId: ctx.projectId, name, actorKind, actorId });
  return name;
}

const recordGeneration = (ctx: Context, { id, amount, type }: Pick<NewBatch, "id" | "amount" | "type">): Promise<void> =>
  recordEvent(ctx, { kind: "codes.generated", data: { batch: id, amount, type } });

/**
 * Generates codes as one batch, all or none, and returns them in order. Throws `code_space_exhausted`, `code_exists`,
 * `external_id_exists`, or `code_easy_to_guess`.
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
  const toRecord = ({ text, batch_index }: Pick<CodeRow, "text" | "batch_index">): CodeRecord => ({
    ...template,
    id: codeId({ batch_id: batchId, batch_index }),
    code: text,
  });
  for (let after = -1; ; ) {
    const chunk: Pick<CodeRow, "text" | "batch_index">[] = await queryRows(
      ctx.db,
      sql`select c.text, c.batch_index from codes c where ${inBatch} and c.batch_index > ${after}::int
        order by c.project_id, c.batch_id, c.batch_index limit ${streamChunkSize}`,
    );
    if (chunk.length > 0) yield chunk.map(toRecord);
    const last = chunk.at(-1);
    if (chunk.length < streamChunkSize || last === undefined) return;
    after = last.batch_index;
  }
}
