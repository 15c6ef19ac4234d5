import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type CodeColumn, type ImportCodesReply, type importCodesEndpoint, UsesText } from "@/contract/code-import";
import { customCodeType } from "@/contract/enums";
import { Email, OwnCode } from "@/contract/fields";
import { guessChance, possibleCodes } from "@/contract/guess-chance";
import { maxImportedCodes } from "@/contract/limits";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, type RowOf } from "@/db/query";
import { batches, type codes } from "@/db/schema";
import { addDays, startOfDay } from "@/lib/dates";
import { newId } from "@/lib/ids";
import { plural } from "@/lib/plural";
import { type Context, inTransaction } from "../context";
import { recordEvent } from "../events/record-event";
import { lock } from "../locks";
import { defaultNameDate, getProject } from "../projects/record";
import { itemsIn } from "../sql";
import { estimateGuesses } from "../staff/password-strength";
import { notReadable } from "../table-files/archive";
import { CellProblem, maxValueLength, normalizeHeader, parseCellDate, parseWith, unmarkFormula } from "../table-files/cells";
import { withTableFile } from "../table-files/read";
import { tagArray } from "../tags";
import { easyToGuess, findNumbered, numberedCodes } from "./guess-risk";
import { storedCustomType } from "./record";

type Options = z.output<NonNullable<typeof importCodesEndpoint.query>>;
type Refused = ImportCodesReply["refused"][number];
type NewCode = {
  row: number;
  cells: string[];
  key: string;
  text: string;
  uses: number;
  validFrom: string | null;
  validUntil: string | null;
  reservedFor: string | null;
};

// cspell:disable
const headers: Readonly<Record<CodeColumn, readonly string[]>> = {
  code: [
    ...["code", "codes", "accesscode", "couponcode", "coupon", "voucher", "vouchercode", "promocode", "discountcode", "key", "token"],
    ...["gutschein", "gutscheincode", "zugangscode", "codepromo", "codigo", "codice", "kod", "код", "コード", "代码", "코드"],
  ],
  uses: [
    ...["uses", "usespercode", "allowedclaims", "maxuses", "usagelimit", "limit", "maxredemptions", "quantity"],
    ...["nutzungen", "einlosungen", "anzahl", "utilisations", "usos", "utilizzi", "usi", "gebruik"],
  ],
  validFrom: [
    ...["validfrom", "from", "start", "starts", "startdate", "startsat", "gultigab", "gultigvon", "beginn"],
    ...["valabledu", "debut", "validodesde", "desde", "validodal", "inizio", "geldigvanaf"],
  ],
  validUntil: [
    ...["validuntil", "validto", "validthrough", "until", "end", "ends", "enddate", "expires", "expiresat", "expiry", "expirydate"],
    ...["expiration", "expirationdate", "gultigbis", "ablauf", "ablaufdatum", "valableau", "fin", "dateexpiration"],
    ...["validohasta", "hasta", "caducidad", "vencimiento", "validofinoal", "scadenza", "geldigtot", "validade"],
  ],
  reservedFor: [
    ...["reservedfor", "reservedforemail", "email", "emailaddress", "mail", "for", "customer", "customeremail", "recipient"],
    ...["reserviertfur", "reservepour", "reservadopara", "riservatoa", "correo", "courriel"],
  ],
};
// cspell:enable

const columnByHeader = new Map(
  (Object.entries(headers) as [CodeColumn, readonly string[]][]).flatMap(([column, names]) =>
    names.map((name) => [normalizeHeader(name), column] as const),
  ),
);

/**
 * Adds the codes of a file as one batch, apart from the rows that can't be added. `dryRun` only checks them. Throws `import_not_readable`, and
 * `code_easy_to_guess` unless the caller allows it.
 */
export async function importCodes(ctx: Context, file: Uint8Array, options: Options): Promise<ImportCodesReply> {
  const { timeZone } = await getProject(ctx);
  // Most rows have the same dates.
  const starts = new Map<string, string>();
  const startOfDate = (date: string): string => {
    const start = starts.get(date) ?? startOfDay(date, timeZone);
    starts.set(date, start);
    return start;
  };
  const table = await withTableFile(ctx, "codes", [file], async ({ format, rows }) => {
    let layout: Layout | null = null;
    const accepted: NewCode[] = [];
    const refused: Refused[] = [];
    const rowByKey = new Map<string, number>();
    for await (const { row, cells } of rows) {
      if (layout === null) {
        layout = readHeader(cells);
        if (layout.hasHeader) continue;
      }
      if (accepted.length + refused.length === maxImportedCodes)
        throw notReadable(`A list can have at most ${maxImportedCodes.toLocaleString("en-US")} codes. Split it.`);
      const parsed = parseRow({ row, cells }, layout, { ...options, startOfDay: startOfDate, isExcel: format === "xlsx" });
      const earlier = "key" in parsed ? rowByKey.get(parsed.key) : undefined;
      if (!("key" in parsed)) refused.push(parsed);
      else if (earlier !== undefined) refused.push(refuse(parsed, layout, `is the same code as in row ${earlier}`));
      else {
        rowByKey.set(parsed.key, row);
        accepted.push(parsed);
      }
    }
    if (layout === null || accepted.length + refused.length === 0) throw notReadable("The file has no codes.");
    return { layout, accepted, refused };
  });
  return inTransaction(ctx, (inner) => addCodes(inner, table, options));
}

/** Which column holds what. `names` are the headers. */
type Layout = { hasHeader: boolean; names: string[]; indexes: Partial<Record<CodeColumn, number>> };

function readHeader(cells: readonly string[]): Layout {
  const indexes: Layout["indexes"] = {};
  for (const [index, cell] of cells.entries()) {
    const column = columnByHeader.get(normalizeHeader(cell));
    if (column !== undefined) indexes[column] ??= index;
  }
  if (indexes.code !== undefined) return { hasHeader: true, names: cells.map((cell) => cell.trim().slice(0, maxValueLength)), indexes };
  if (cells.length > 1 && cells.slice(1).some((cell) => cell.trim() !== ""))
    throw notReadable(
      'The first row must hold the headers, one of them "code". The others can be "uses", "valid from", "valid until" and "reserved for".',
    );
  return { hasHeader: false, names: ["code"], indexes: { code: 0 } };
}

type RowOptions = Options & { startOfDay: (date: string) => string; isExcel: boolean };

function parseRow({ row, cells }: Pick<NewCode, "row" | "cells">, { names, indexes }: Layout, options: RowOptions): NewCode | Refused {
  let column: CodeColumn = "code";
  let value = "";
  /** Reads a cell, or takes what applies to cells without a value. */
  const read = <Value>(name: CodeColumn, parse: (text: string) => Value, fallback: Value): Value => {
    column = name;
    value = unmarkFormula((cells[indexes[name] ?? -1] ?? "").trim());
    return value === "" && name !== "code" ? fallback : parse(value);
  };
  const parseDate = (text: string, isEnd: boolean): string => {
    const { instant, isDay } = parseCellDate(text, options.dates ?? "month_first");
    // Excel saves a date without a time as midnight.
    if (!isDay && !(options.isExcel && instant.endsWith("T00:00:00.000Z"))) return instant;
    const day = instant.slice(0, 10);
    // Other tools write it for codes that never expire, and there is no day after it.
    if (isEnd && day === "9999-12-31") return "9999-12-31T23:59:59.999Z";
    return options.startOfDay(isEnd ? addDays(day, 1) : day);
  };
  try {
    const text = read("code", (cell) => parseWith(OwnCode, cell), "");
    const uses = read("uses", (cell) => parseWith(UsesText, cell.replace(/^(\d+)[.,]0+$/, "$1")), options.uses ?? 1);
    const validFrom = read("validFrom", (cell) => parseDate(cell, false), options.validFrom ?? null);
    const validUntil = read("validUntil", (cell) => parseDate(cell, true), options.validUntil ?? null);
    if (validFrom !== null && validUntil !== null && validUntil <= validFrom) throw new CellProblem("must be after the start");
    const reservedFor = read("reservedFor", (cell) => parseWith(Email, cell), options.reservedFor ?? null);
    return { row, cells, key: normalizeCode(text), text, uses, validFrom, validUntil, reservedFor };
  } catch (error) {
    if (!(error instanceof CellProblem)) throw error;
    const name = names[indexes[column] ?? -1] ?? column;
    return { row, column: name, value: value.slice(0, maxValueLength).toWellFormed(), reason: error.message, cells };
  }
}

const refuse = ({ row, text, cells }: NewCode, { names, indexes }: Layout, reason: string): Refused => ({
  ...{ row, cells, reason },
  column: names[indexes.code ?? 0] ?? "code",
  value: text,
});

type ParsedList = { layout: Layout; accepted: readonly NewCode[]; refused: readonly Refused[] };

async function addCodes(ctx: Context, { layout, accepted, refused }: ParsedList, options: Options): Promise<ImportCodesReply> {
  const { db, projectId } = ctx;
  await db.execute(sql`select set_config('lock_timeout', '60s', true), set_config('statement_timeout', '120s', true)`);
  // Codes of patterns and other lists wait. Codes of a format rarely are the same, and the insert skips them.
  await lock(db, "codes", projectId, customCodeType);
  const existing = await findExisting(ctx, accepted);
  const news = accepted.filter(({ key }) => !existing.has(key));
  const { easyCount, guesses, hasNumbered } = await estimateRisk(ctx, news);
  const createReply = (added: ReadonlySet<string>, batch: ImportCodesReply["batch"]): ImportCodesReply => ({
    batch,
    imported: added.size,
    refused: [...refused, ...accepted.filter(({ key }) => !added.has(key)).map((code) => refuse(code, layout, "already exists"))].sort(
      (a, b) => a.row - b.row,
    ),
    columns: layout.names,
    ignoredColumns: layout.names.filter((_, index) => !Object.values(layout.indexes).includes(index)),
    easyToGuess: easyCount,
    guesses,
  });
  if (options.dryRun || news.length === 0) return createReply(new Set(news.map(({ key }) => key)), null);
  if (easyCount > 0 && !options.allowEasyToGuess)
    throw hasNumbered ? numberedCodes() : easyToGuess(guessChance({ claimable: 1, total: guesses ?? 1 }).label, true);
  const { batch, added } = await insertList(ctx, news, options);
  return createReply(added, batch);
}

async function findExisting({ db, projectId }: Context, list: readonly NewCode[]): Promise<ReadonlySet<string>> {
  const rows = await queryRows<RowOf<typeof codes, "key">>(
    db,
    sql`select c.key from codes c where c.project_id = ${projectId} and c.key in ${itemsIn(list.map(({ key }) => key))}`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** A word with at most a year after it, as people choose them. */
const wordLike = /^\p{L}{3,}\p{N}{0,4}$/u;

/** Of a long list, the shortest are compared with common words: that takes about a millisecond for each. */
const maxComparedWords = 500;

type ListRisk = { easyCount: number; guesses: number | null; hasNumbered: boolean };

/**
 * How many codes are easy to guess, and how many guesses the easiest take: a guess finds one of those with as many letters and digits, is the
 * next number of a code that is known, or is a common word.
 */
async function estimateRisk(ctx: Context, list: readonly NewCode[]): Promise<ListRisk> {
  const keysByTotal = Map.groupBy(
    list.filter(({ reservedFor }) => reservedFor === null).map(({ key }) => key),
    possibleCodes,
  );
  const chances = [...keysByTotal].map(([total, keys]) => ({ keys, ...guessChance({ claimable: keys.length, total }) }));
  const longKeys = chances.filter(({ isWeak }) => !isWeak).flatMap(({ keys }) => keys);
  const numbered = findNumbered(longKeys);
  if (numbered.size > 0) chances.push({ keys: [...numbered], ...guessChance({ claimable: 1, total: 1 }) });
  const words = longKeys
    .filter((key) => wordLike.test(key) && !numbered.has(key))
    .sort((a, b) => a.length - b.length)
    .slice(0, maxComparedWords);
  const names = [normalizeCode((await getProject(ctx)).name)];
  for (const key of words) {
    chances.push({ keys: [key], ...guessChance({ claimable: 1, total: await estimateGuesses(key, names) }) });
    await setImmediate();
  }
  return {
    easyCount: chances.filter(({ isWeak }) => isWeak).reduce((count, { keys }) => count + keys.length, 0),
    // `chances` is empty if all are reserved.
    guesses: chances.length === 0 ? null : Math.min(...chances.map(({ guesses }) => guesses ?? Number.POSITIVE_INFINITY)),
    hasNumbered: numbered.size > 0,
  };
}

async function insertList(
  ctx: Context,
  list: readonly NewCode[],
  { name, uses = 1, validFrom, validUntil, tags = [] }: Options,
): Promise<{ batch: { id: string; name: string }; added: ReadonlySet<string> }> {
  const { db, projectId, actor } = ctx;
  const batch = {
    id: newId(),
    name: name || `${plural(list.length, { one: "{n} imported code", other: "{n} imported codes" })}, ${await defaultNameDate(ctx)}`,
  };
  await db.insert(batches).values({
    ...{ ...batch, projectId, type: customCodeType, amount: list.length, allowedClaims: uses },
    ...{ validFrom: validFrom ?? null, validUntil: validUntil ?? null },
    ...{ codeCount: 0, totalAllowedClaims: 0, actorKind: actor.kind, actorId: actor.id },
  });
  const rows = list.map(({ cells: _, ...code }, index) => ({ ...code, index }));
  const inserted = await queryRows<RowOf<typeof codes, "key">>(
    db,
    sql`with inserted as (
        insert into codes (project_id, key, text, type, allowed_claims, valid_from, valid_until, reserved_for, tags, batch_id, batch_index)
        select ${projectId}::int, r.key, r.text, ${storedCustomType}::text, r.uses, r."validFrom", r."validUntil", r."reservedFor", ${tagArray(tags)}, ${batch.id}::uuid, r.index
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (key text, text text, uses int, "validFrom" timestamptz, "validUntil" timestamptz, "reservedFor" text, index int)
        order by r.key
        on conflict on constraint codes_pkey do nothing returning key, allowed_claims
      ), counted as (
        update batches set amount = (select count(*) from inserted), code_count = (select count(*) from inserted),
          total_allowed_claims = (select coalesce(sum(allowed_claims), 0) from inserted)
        where project_id = ${projectId} and id = ${batch.id}
      )
      select key from inserted`,
  );
  await recordEvent(ctx, {
    kind: "codes.generated",
    data: { batch: batch.id, amount: inserted.length, type: customCodeType, imported: true },
  });
  return { batch, added: new Set(inserted.map(({ key }) => key)) };
}
