import { type SQL, sql } from "drizzle-orm";
import type { AnyCodeType } from "@/contract/codes";
import { normalizeCode } from "@/contract/normalize";
import { changeRows } from "@/db/query";
import { plural } from "@/lib/plural";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import type { OnProgress } from "../jobs/handler";
import { allowLongWaits, lock } from "../locks";
import type { StoredMetadata } from "../metadata";
import { countRows } from "../sql";
import { tagArray } from "../tags";
import { drawCode, type Format, wordTables } from "./draw-code";
import { storedType } from "./record";

export type NewBatch = {
  id: string;
  type: AnyCodeType;
  pattern: string | null;
  amount: number;
  allowedClaims: number;
  validFrom: string | null;
  validUntil: string | null;
  reservedFor: string | null;
  tags: readonly string[];
} & StoredMetadata;

/** Codes per insert statement: large enough to be fast, small enough to keep memory constant. */
const chunkSize = 10_000;

/** Formats with more codes than this are never listed completely; drawing at random finds unused codes fast enough. */
const maxListedFormatSize = 5_000_000;

/** Throws `code_space_exhausted` if a batch takes more than a tenth of its format and doesn't fit. Smaller batches aren't checked up front. */
export async function throwIfTooLarge(ctx: Context, format: Format, amount: number): Promise<void> {
  if (amount > format.size / 10) await throwIfTooFewRemain(ctx, format, amount);
}

/**
 * Waits until no one else generates codes of a type, and until the transaction ends, others wait. Locked before leads, so that two who
 * invite people don't wait for each other.
 */
export async function lockCodeType({ db, projectId }: Context, type: AnyCodeType): Promise<void> {
  await allowLongWaits(db);
  await lock(db, "codes", projectId, type);
}

type InsertOptions = {
  onProgress?: OnProgress | undefined;
  /** The first free index in the batch. */
  startIndex?: number;
};

/** Inserts the codes of a batch in the caller's transaction, each of them unique. Throws `code_space_exhausted` with the number that remain. */
export async function insertCodes(
  ctx: Context,
  batch: NewBatch,
  format: Format,
  { onProgress, startIndex = 0 }: InsertOptions = {},
): Promise<void> {
  // One batch per project and format at a time: two batches that take the last codes would deadlock on each other's keys.
  await ctx.db.execute(sql`select set_config('work_mem', '64MB', true)`);
  await lockCodeType(ctx, batch.type);
  await throwIfTooLarge(ctx, format, batch.amount);

  // Draws per wanted code. Grows when most of the drawn codes exist already.
  let drawsPerCode = 1;
  for (let inserted = 0, index = startIndex; inserted < batch.amount; ) {
    const wantedCount = Math.min(batch.amount - inserted, chunkSize);
    const drawnCodes = drawDistinctCodes(format, Math.min(wantedCount * drawsPerCode, chunkSize));
    const insertedCount = await insertDrawnCodes(ctx, batch, { drawnCodes, wantedCount, startIndex: index });
    inserted += insertedCount;
    index += drawnCodes.length;
    await onProgress?.(inserted);
    if (insertedCount >= wantedCount / 2) continue;
    drawsPerCode *= 8;
    const missing = batch.amount - inserted;
    if (missing * drawsPerCode < format.size / 4) continue;
    // From here on, listing the unused codes is faster than drawing.
    if (format.size > maxListedFormatSize) {
      await throwIfTooFewRemain(ctx, format, batch.amount, inserted);
      continue;
    }
    inserted += await insertFromRemaining(ctx, batch, { format, amount: missing, startIndex: index });
    if (inserted < batch.amount) throw codeSpaceExhausted(inserted, format.kind);
  }
}

/** Throws `code_space_exhausted` if a batch doesn't fit. `inserted` counts the codes that this transaction has taken already. */
export async function throwIfTooFewRemain(ctx: Context, format: Format, amount: number, inserted = 0): Promise<void> {
  const remaining = (await countRemaining(ctx, format)) + inserted;
  if (remaining < amount) throw codeSpaceExhausted(remaining, format.kind);
}

/** Counts how many more codes a format can hold. */
export async function countRemaining(ctx: Context, format: Format): Promise<number> {
  const occupied = await countRows(ctx.db, sql`codes c`, [sql`c.project_id = ${ctx.projectId}`, format.occupies]);
  // Codes of earlier versions, with words that are no longer used, count too.
  return Math.max(0, format.size - occupied);
}

/** The error for a batch that is larger than the number of remaining codes. */
export const codeSpaceExhausted = (remaining: number, kind: "type" | "pattern" = "type"): ApiError =>
  new ApiError("code_space_exhausted", {
    message: plural(remaining, {
      zero: `All codes of this ${kind} are in use. Choose another ${kind}.`,
      one: `Only {n} code of this ${kind} is left. Generate fewer codes or choose another ${kind}.`,
      other: `Only {n} codes of this ${kind} are left. Generate fewer codes or choose another ${kind}.`,
    }),
  });

function drawDistinctCodes(format: Format, amount: number): string[] {
  const drawnCodes = new Set<string>();
  const count = Math.min(amount, format.size);
  while (drawnCodes.size < count) drawnCodes.add(drawCode(format));
  return [...drawnCodes];
}

const columns = sql.raw(
  "project_id, key, text, type, allowed_claims, valid_from, valid_until, reserved_for, tags, metadata, external_id, batch_id, batch_index",
);

/** The key of a generated code, from its `text`: the same as `normalizeCode`, which also handles other characters. */
const keyOf = (text: SQL): SQL => sql`lower(translate(${text}, '-_ ', '') collate "C")`;

/** The values of `columns` except the last, for a row with the code's `text`. */
function codeValues(ctx: Context, batch: NewBatch, key: SQL = keyOf(sql`text`)): SQL {
  return sql`${ctx.projectId}::int, ${key}, text, ${storedType(batch.type)}::text, ${batch.allowedClaims}::int,
    ${batch.validFrom}::timestamptz, ${batch.validUntil}::timestamptz, ${batch.reservedFor}::text, ${tagArray(batch.tags)},
    ${batch.metadata && JSON.stringify(batch.metadata)}::jsonb, ${batch.externalId}::text, ${batch.id}::uuid`;
}

/** Inserts up to `wantedCount` of the drawn codes that aren't taken. Looks up which are taken only when more were drawn than are wanted. */
async function insertDrawnCodes(
  ctx: Context,
  batch: NewBatch,
  { drawnCodes, wantedCount, startIndex }: { drawnCodes: readonly string[]; wantedCount: number; startIndex: number },
): Promise<number> {
  const allDrawn = sql`string_to_table(${drawnCodes.join(",")}, ',') with ordinality as drawn (text, index)`;
  const unused = sql`(select * from ${allDrawn} where not exists (
    select from codes c where c.project_id = ${ctx.projectId} and c.key = ${keyOf(sql`drawn.text`)}) limit ${wantedCount}) as drawn`;
  return changeRows(
    ctx.db,
    sql`
    insert into codes (${columns})
    select ${codeValues(ctx, batch)}, ${startIndex}::int + index from ${drawnCodes.length > wantedCount ? unused : allDrawn}
    on conflict on constraint codes_pkey do nothing`,
  );
}

/** Inserts `amount` of the unused codes of the format, chosen uniformly. gen_random_uuid uses the operating system's random numbers. */
async function insertFromRemaining(
  ctx: Context,
  batch: NewBatch,
  { format, amount, startIndex }: { format: Format; amount: number; startIndex: number },
): Promise<number> {
  return changeRows(
    ctx.db,
    sql`
    insert into codes (${columns})
    select ${codeValues(ctx, batch)}, ${startIndex}::int + row_number() over ()
    from (
      select text from (select ${format.atSql} as text from generate_series(0, ${format.size - 1}::bigint) as numbers (i), ${wordTables}) as candidate
      where not exists (select from codes c where c.project_id = ${ctx.projectId} and c.key = ${keyOf(sql`candidate.text`)})
      order by gen_random_uuid() limit ${amount}
    ) as unused
    on conflict on constraint codes_pkey do nothing`,
  );
}

/** Inserts one code of your own. Returns 0 if it exists. */
export const insertOwnCode = (ctx: Context, batch: NewBatch, code: string): Promise<number> =>
  changeRows(
    ctx.db,
    sql`
    insert into codes (${columns})
    select ${codeValues(ctx, batch, sql`${normalizeCode(code)}::text`)}, 0 from (select ${code}::text as text) as own
    on conflict on constraint codes_pkey do nothing`,
  );
