import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { AnyCodeType, CodeRecord, CodeType } from "@/contract/codes";
import { customCodeType } from "@/contract/enums";
import { fillRedemptionUrl, type Redemption } from "@/contract/redemption";
import { prepareStatement, queryRows, type RowOf } from "@/db/query";
import type { batches, codes } from "@/db/schema";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { type ListResult, lookupByKeys } from "../pagination";
import { itemsIn, joinAnd, jsonItems } from "../sql";
import { type CodeState, codeStatus } from "./rules";

export type CodeRow = Pick<RowOf<typeof batches>, "redemption_url" | "redemption_instructions" | "allowed_domains" | "once_per_batch"> &
  RowOf<
    typeof codes,
    | "key"
    | "text"
    | "allowed_claims"
    | "claims"
    | "valid_from"
    | "valid_until"
    | "reserved_for"
    | "batch_id"
    | "batch_index"
    | "tags"
    | "metadata"
    | "external_id"
    | "holds"
    | "created_at"
    | "updated_at"
  > & {
    type: AnyCodeType;
    /** Whether the code or its batch is paused. */
    paused: boolean;
    batch_name: RowOf<typeof batches>["name"];
    now: string;
  };

/** The type that is stored with custom codes. */
export const storedCustomType = "alphanumeric" satisfies CodeType;

export const storedType = (type: AnyCodeType): CodeType => (type === customCodeType ? storedCustomType : type);

/**
 * The type of a code `c` in a batch `b`. Codes of custom batches have another type stored, because their own isn't in `filter_flags`, which
 * can't be changed without rewriting the table.
 */
export const codeTypeSql: SQL = sql`case when b.type = 'custom' then b.type else c.type end`;

/** When the record of a code `c` last changed: by a change of the code or of its batch `b`, or because it started or ended. */
const codeUpdatedAt: SQL = sql`greatest(c.updated_at, b.updated_at, case when c.valid_from <= now() then c.valid_from end, case when c.valid_until <= now() then c.valid_until end)`;

/** The columns of `CodeRow`, of codes `c` and batches `b`. */
export const codeColumns: SQL = sql`c.key, c.text, ${codeTypeSql} as type, c.allowed_claims, c.claims, c.valid_from, c.valid_until, c.reserved_for,
  (c.paused_at is not null or b.paused_at is not null) as paused, c.batch_id, b.name as batch_name, b.redemption_url, b.redemption_instructions, b.allowed_domains, b.once_per_batch, c.batch_index, c.tags, c.metadata, c.external_id, c.holds, c.created_at, ${codeUpdatedAt} as updated_at, now() as now`;

/** The tables for `codeColumns`. */
export const codesWithBatches: SQL = sql`codes c join batches b on b.project_id = c.project_id and b.id = c.batch_id`;

export function codeState(row: CodeRow): CodeState {
  return {
    allowedClaims: row.allowed_claims,
    claims: row.claims,
    validFrom: isoTimestamp(row.valid_from),
    validUntil: isoTimestamp(row.valid_until),
    reservedFor: row.reserved_for === null ? null : { email: row.reserved_for },
    allowedDomains: row.allowed_domains,
    paused: row.paused,
  };
}

/** Where a code is redeemed, if that isn't here. */
export const codeRedemption = ({
  text,
  redemption_url: url,
  redemption_instructions: redemptionInstructions,
}: Pick<CodeRow, "text" | "redemption_url" | "redemption_instructions">): Redemption => ({
  redemptionUrl: url && fillRedemptionUrl(url, text),
  redemptionInstructions,
});

/** The ID of a code: its place in its batch, which never changes and which no other code gets. */
export const codeId = ({ batch_id: batchId, batch_index: index }: Pick<CodeRow, "batch_id" | "batch_index">): string =>
  `${batchId}-${index}`;

export function codeRecord(row: CodeRow): CodeRecord {
  const { paused, ...state } = codeState(row);
  return {
    id: codeId(row),
    code: row.text,
    type: row.type,
    status: codeStatus({ ...state, paused }, isoTimestamp(row.now)),
    allowedClaims: state.allowedClaims,
    claims: state.claims,
    validFrom: state.validFrom,
    validUntil: state.validUntil,
    reservedFor: state.reservedFor,
    batch: { id: row.batch_id, name: row.batch_name },
    ...codeRedemption(row),
    allowedDomains: row.allowed_domains,
    oncePerBatch: row.once_per_batch,
    tags: row.tags,
    metadata: row.metadata ?? {},
    externalId: row.external_id,
    createdAt: isoTimestamp(row.created_at),
    updatedAt: isoTimestamp(row.updated_at),
  };
}

const codeQuery = (projectId: SQLChunk, key: SQLChunk, lock: SQL = sql``): SQL =>
  sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key = ${key} ${lock}`;

const codeStatement = prepareStatement<{ projectId: number; key: string }, CodeRow>((value) => codeQuery(value("projectId"), value("key")));

/** Returns a code's row, or null. `lock` is a row-locking clause such as `for update of c`. */
export async function findCodeRow({ db, projectId }: Context, key: string, lock?: SQL): Promise<CodeRow | null> {
  const [row] = await (lock ? queryRows<CodeRow>(db, codeQuery(projectId, key, lock)) : codeStatement(db, { projectId, key }));
  return row ?? null;
}

/** Returns a code's row. Throws `code_not_found`. */
export async function getCodeRow(ctx: Context, key: string, lock?: SQL): Promise<CodeRow> {
  const row = await findCodeRow(ctx, key, lock);
  if (row === null) throw new ApiError("code_not_found");
  return row;
}

/** Returns a code by its key. Throws `code_not_found`. */
export async function getCode(ctx: Context, key: string): Promise<CodeRecord> {
  return codeRecord(await getCodeRow(ctx, key));
}

/** Returns the row of a code by external ID. Throws `code_not_found`. */
export async function getCodeRowByExternalId({ db, projectId }: Context, externalId: string): Promise<CodeRow> {
  const [row] = await queryRows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.external_id = ${externalId}`,
  );
  if (!row) throw new ApiError("code_not_found", { message: "No code has this external ID." });
  return row;
}

/** Returns codes by their keys, in that order. Codes that don't exist are left out. */
export const lookupCodes = ({ db, projectId }: Context, keys: readonly string[]): ListResult<CodeRecord> =>
  lookupByKeys<CodeRow, CodeRecord>(keys, {
    rows: (chunk) =>
      queryRows(
        db,
        sql`select ${codeColumns} from ${jsonItems(chunk)}, ${codesWithBatches} where c.project_id = ${projectId} and c.key = items.item order by items.position`,
      ),
    toRecord: codeRecord,
  });

/** Row locks on codes `c`. Claims wait for both; rows that only reference a code wait for `deletion` alone. */
export const codeLocks = { change: sql`for no key update of c`, deletion: sql`for update of c` } as const;

/**
 * Locks codes by their keys, in key order, and returns those that exist and meet `conditions` on codes `c` and batches `b` once locked.
 * The conditions are in the select list on purpose: in the where clause, a condition that most codes meet would make PostgreSQL compare
 * every code with every key.
 */
export async function lockCodes(
  { db, projectId }: Context,
  keys: readonly string[],
  strength: keyof typeof codeLocks,
  conditions: readonly SQL[] = [],
): Promise<CodeRow[]> {
  const locked = await queryRows<CodeRow & { matches: boolean | null }>(
    db,
    sql`select ${codeColumns}, (${joinAnd([sql`true`, ...conditions])}) as matches from ${codesWithBatches}
      where c.project_id = ${projectId} and c.key in ${itemsIn(keys)} order by c.key ${codeLocks[strength]}`,
  );
  return locked.filter((code) => code.matches);
}

/**
 * The condition that a row of `codes` is one of the locked ones. Goes through ctid so that each code is looked up by its key: right after
 * a bulk insert, PostgreSQL's statistics are too old for it to choose that plan itself.
 */
export const isLockedCode = ({ projectId }: Context, codes: readonly CodeRow[]): SQL => sql`ctid = any(array(
  select locked.row_id from ${jsonItems(codes.map(({ key }) => key))},
    lateral (select k.ctid as row_id from codes k where k.project_id = ${projectId} and k.key = items.item offset 0) as locked))`;
