import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { CodeQuestion, ImportCodesReply } from "@/contract/code-import";
import { guessChance, possibleCodes } from "@/contract/code-patterns";
import { customCodeType } from "@/contract/enums";
import { unlimitedUses } from "@/contract/import-values";
import { normalizeCode } from "@/contract/normalize";
import { queryRows, type RowOf } from "@/db/query";
import { batches, type codes } from "@/db/schema";
import { newId } from "@/lib/ids";
import { countOf } from "@/lib/plural";
import { ApiError } from "../api-error";
import { type Context, inTransaction } from "../context";
import { defaultName } from "../default-names";
import { recordEvent } from "../events/record-event";
import { allowLongWaits, lock } from "../locks";
import { savingExternalIds } from "../metadata";
import { getProject } from "../projects/record";
import { itemsIn } from "../sql";
import { withTableFile } from "../table-files/read";
import { estimateCodeGuesses } from "./estimate-code-guesses";
import { easyToGuess, findNumbered, numberedCodes } from "./guess-risk";
import { type CodeList, type ImportOptions, type NewCode, readCodeList, refuse } from "./read-list";
import { storedCustomType } from "./record";

/**
 * Adds the codes of a file as one batch, apart from the rows that can't be added. `dryRun` only checks them. Throws `import_not_readable`,
 * `external_id_exists` if another code just got one, and `code_easy_to_guess` unless the caller allows it.
 */
export async function importCodes(ctx: Context, file: Uint8Array, options: ImportOptions): Promise<ImportCodesReply> {
  const { timeZone } = await getProject(ctx);
  const list = await withTableFile(ctx, "codes", [file], options, (table) => readCodeList(table, options, timeZone));
  // Rows without a limit are refused one by one.
  const open = list.questions.filter(({ kind }) => kind !== "no_limit");
  if (open.length > 0 && !options.dryRun) throw openQuestions(open);
  return inTransaction(ctx, (inner) => addCodes(inner, list, options));
}

const parameters = { unused_column: "mapping", no_limit: "noLimit", date_order: "dates" } as const;

const questionTexts: Readonly<Record<CodeQuestion["kind"], (column: string) => string>> = {
  unused_column: (column) => `The column “${column}” looks like dates, numbers of uses or emails. Say what it holds, or ignore.`,
  no_limit: (column) => `The column “${column}” has codes with 0 or no uses. Answer with unlimited, or with uses for the number in uses.`,
  date_order: (column) => `The dates in the column “${column}” can be read in two ways. Say whether the month or the day is first.`,
};

function openQuestions(questions: readonly CodeQuestion[]): ApiError {
  const fields: Record<string, string[]> = {};
  for (const { kind, column } of questions) fields[parameters[kind]] = [...(fields[parameters[kind]] ?? []), questionTexts[kind](column)];
  return new ApiError("invalid_input", { fields });
}

async function addCodes(ctx: Context, list: CodeList, options: ImportOptions): Promise<ImportCodesReply> {
  const { layout, accepted, refused, questions, dates } = list;
  const { db, projectId } = ctx;
  await allowLongWaits(db);
  // Codes of patterns and other lists wait. Codes of a format rarely are the same, and the insert skips them.
  await lock(db, "codes", projectId, customCodeType);
  const existing = await findExisting(ctx, accepted);
  const takenIds = await findTakenIds(ctx, accepted);
  const hasTakenId = ({ externalId }: NewCode) => externalId !== null && takenIds.has(externalId);
  const refusal = (code: NewCode) =>
    !existing.has(code.key) && hasTakenId(code) ? "has an external ID that another code has" : "already exists";
  const news = accepted.filter((code) => !existing.has(code.key) && !hasTakenId(code));
  const { easyCount, guesses, hasNumbered } = await estimateRisk(ctx, news);
  const createReply = (added: ReadonlySet<string>, batch: ImportCodesReply["batch"]): ImportCodesReply => ({
    batch,
    imported: added.size,
    refused: [...refused, ...accepted.filter(({ key }) => !added.has(key)).map((code) => refuse(code, layout, refusal(code)))].sort(
      (a, b) => a.row - b.row,
    ),
    columns: layout.names,
    ignoredColumns: layout.names.filter((_, index) => !Object.values(layout.indexes).includes(index)),
    questions,
    dates,
    easyToGuess: easyCount,
    guesses,
    unlimited: accepted.filter(({ key, uses }) => added.has(key) && uses === unlimitedUses).length,
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

/** Returns the external IDs of a list that codes of the project have. */
async function findTakenIds({ db, projectId }: Context, list: readonly NewCode[]): Promise<ReadonlySet<string>> {
  const ids = list.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return new Set();
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select c.external_id as id from codes c where c.project_id = ${projectId} and c.external_id in ${itemsIn(ids)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A word with a number after or before it, as people choose them. In a long list, random codes of other forms read like a word by chance. */
const wordLike = /^(?:\p{L}{3,}\p{N}{0,4}|\p{N}{1,4}\p{L}{3,})$/u;

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
    chances.push({ keys: [key], ...guessChance({ claimable: 1, total: await estimateCodeGuesses(key, names) }) });
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
  { name, uses = 1, validFrom, validUntil, allowedDomains, oncePerBatch, tags = [] }: ImportOptions,
): Promise<{ batch: { id: string; name: string }; added: ReadonlySet<string> }> {
  const { db, projectId, actor } = ctx;
  const batch = {
    id: newId(),
    name: name || (await defaultName(ctx, "batches", countOf(list.length, "imported code"))),
  };
  await db.insert(batches).values({
    ...batch,
    projectId,
    type: customCodeType,
    amount: list.length,
    allowedClaims: uses,
    validFrom: validFrom ?? null,
    validUntil: validUntil ?? null,
    allowedDomains,
    oncePerBatch,
    codeCount: 0,
    totalAllowedClaims: 0,
    actorKind: actor.kind,
    actorId: actor.id,
  });
  const rows = list.map(({ cells: _, ...code }, index) => ({ ...code, index, tags: [...new Set([...tags, ...code.tags])].sort() }));
  const inserted = await savingExternalIds(
    queryRows<RowOf<typeof codes, "key">>(
      db,
      sql`with inserted as (
        insert into codes (project_id, key, text, type, allowed_claims, valid_from, valid_until, reserved_for, tags, external_id, batch_id, batch_index)
        select ${projectId}::int, r.key, r.text, ${storedCustomType}::text, r.uses, r."validFrom", r."validUntil", r."reservedFor", r.tags, r."externalId", ${batch.id}::uuid, r.index
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (key text, text text, uses int, "validFrom" timestamptz, "validUntil" timestamptz, "reservedFor" text, tags text[], "externalId" text, index int)
        order by r.key
        on conflict on constraint codes_pkey do nothing returning key, allowed_claims
      ), counted as (
        update batches set amount = (select count(*) from inserted), code_count = (select count(*) from inserted),
          total_allowed_claims = (select coalesce(sum(allowed_claims), 0) from inserted)
        where project_id = ${projectId} and id = ${batch.id}
      )
      select key from inserted`,
    ),
  );
  await recordEvent(ctx, {
    kind: "codes.generated",
    data: { batch: batch.id, amount: inserted.length, type: customCodeType, imported: true },
  });
  return { batch, added: new Set(inserted.map(({ key }) => key)) };
}
