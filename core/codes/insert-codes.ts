import { type SQL, sql } from "drizzle-orm";
import type { CodeType } from "@/contract/codes";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { totalOf } from "../sql";
import { draw, type Format, formats, wordTables } from "./formats";

export type Batch = {
  id: string;
  type: CodeType;
  amount: number;
  allowedClaims: number;
  validFrom: string | null;
  validUntil: string | null;
  reservedFor: string | null;
};

/** Codes one statement inserts: large enough to be fast, small enough that memory does not grow with the amount. */
const chunk = 10_000;

/** A format of more codes than this is never listed whole; drawing finds room in it soon enough. */
const listable = 5_000_000;

/** Told how many codes of a batch are made, each time there are more. It throws where there are to be no more. */
export type Watch = (made: number) => Promise<void>;

/** Refuses with `code_space_exhausted` a batch so large that the room is counted before any of it is made. */
export async function refuseTooLarge(ctx: Context, { type, amount }: Pick<Batch, "type" | "amount">): Promise<void> {
  const format = formats[type];
  if (amount > format.size / 10) await refuseWithoutRoom(ctx, format, amount, 0);
}

/**
 * Inserts the codes of a batch, all different from every code there is, in the caller's transaction.
 * Refuses with `code_space_exhausted`, saying how many remain, where the format has too little room.
 */
export async function makeCodes(ctx: Context, batch: Batch, watch?: Watch): Promise<void> {
  const format = formats[batch.type];
  // One batch of a project and format at a time: two that fill the last room would each wait for the other's codes.
  await ctx.db.execute(
    sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '120s', true), set_config('work_mem', '64MB', true)`,
  );
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${ctx.projectId}, ${Object.keys(formats).indexOf(batch.type)})`);
  await refuseTooLarge(ctx, batch);

  // How many are drawn for each that is wanted: more and more where most turn out to be taken.
  let perCode = 1;
  for (let made = 0, position = 0; made < batch.amount; ) {
    const wanted = Math.min(batch.amount - made, chunk);
    const drawn = drawDistinct(format, Math.min(wanted * perCode, chunk));
    const inserted = await insertDrawn(ctx, batch, { drawn, wanted, position });
    made += inserted;
    position += drawn.length;
    await watch?.(made);
    if (inserted >= wanted / 2) continue;
    perCode *= 8;
    const rest = batch.amount - made;
    if (rest * perCode < format.size / 4) continue;
    // Drawing on would take longer than listing what is left.
    if (format.size > listable) {
      await refuseWithoutRoom(ctx, format, batch.amount, made);
      continue;
    }
    made += await insertFromTheRoomLeft(ctx, batch, rest, position);
    if (made < batch.amount) throw tooLittleRoom(made);
  }
}

/** Counts the room the batch had before this transaction, which has inserted `made` of it. */
async function refuseWithoutRoom(ctx: Context, format: Format, amount: number, made: number): Promise<void> {
  const room = (await roomIn(ctx, format)) + made;
  if (room < amount) throw tooLittleRoom(room);
}

/** How many more codes fit into a format, counted. */
export async function roomIn(ctx: Context, format: Format): Promise<number> {
  return format.size - (await totalOf(ctx.db, sql`codes c`, [sql`c.project_id = ${ctx.projectId}`, format.occupies]));
}

/** The refusal of a batch for which a format has too little room. */
export const tooLittleRoom = (room: number): ApiError =>
  new ApiError("code_space_exhausted", { message: `This format has too little room left: ${room.toLocaleString("en")} more codes fit.` });

function drawDistinct(format: Format, amount: number): string[] {
  const drawn = new Set<string>();
  const most = Math.min(amount, format.size);
  while (drawn.size < most) drawn.add(draw(format));
  return [...drawn];
}

const columns = sql.raw("project_id, key, text, type, allowed_claims, valid_from, valid_until, reserved_for, batch_id, position");

/** What a code of the batch is made of, from its `text`; all of `columns` but the position. */
function madeOf(ctx: Context, batch: Batch): SQL {
  return sql`${ctx.projectId}::int, replace(text, '-', ''), text, ${batch.type}::text, ${batch.allowedClaims}::int,
    ${batch.validFrom}::timestamptz, ${batch.validUntil}::timestamptz, ${batch.reservedFor}::text, ${batch.id}::uuid`;
}

/** Inserts at most `wanted` of the codes drawn, those that are free; which are not is looked up first only where many were drawn for a few. */
async function insertDrawn(
  ctx: Context,
  batch: Batch,
  { drawn, wanted, position }: { drawn: readonly string[]; wanted: number; position: number },
): Promise<number> {
  const list = sql`string_to_table(${drawn.join(",")}, ',') with ordinality as drawn (text, place)`;
  const free = sql`(select * from ${list} where not exists (
    select from codes c where c.project_id = ${ctx.projectId} and c.key = replace(drawn.text, '-', '')) limit ${wanted}) as drawn`;
  const inserted = await ctx.db.execute(sql`
    insert into codes (${columns})
    select ${madeOf(ctx, batch)}, ${position}::int + place from ${drawn.length > wanted ? free : list}
    on conflict on constraint one_code_per_identity do nothing`);
  return inserted.count;
}

/** Lists every code of the format that is free and takes `amount` of them evenly, in random order (gen_random_uuid is the system's generator). */
async function insertFromTheRoomLeft(ctx: Context, batch: Batch, amount: number, position: number): Promise<number> {
  const format = formats[batch.type];
  const inserted = await ctx.db.execute(sql`
    insert into codes (${columns})
    select ${madeOf(ctx, batch)}, ${position}::int + row_number() over ()
    from (
      select text from (select ${format.inSql} as text from generate_series(0, ${format.size - 1}::bigint) as numbers (i), ${wordTables}) as space
      where not exists (select from codes c where c.project_id = ${ctx.projectId} and c.key = replace(space.text, '-', ''))
      order by gen_random_uuid() limit ${amount}
    ) as room
    on conflict on constraint one_code_per_identity do nothing`);
  return inserted.count;
}
