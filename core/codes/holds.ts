import { type SQL, type SQLChunk, sql } from "drizzle-orm";
import type { HeldCodeRecord } from "@/contract/codes";
import type { HoldRecord } from "@/contract/holds";
import { isoTimestamp } from "@/lib/dates";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { retryAfterHeader } from "../rate-limits";
import { itemsIn } from "../sql";
import { type CodeRow, codeRecord, getCodeRow, getCodeRowByExternalId } from "./record";

// Holds are in the row of their code, whose lock orders them with claims. Those that ended stay there until the next hold or the cleanup, and
// count nowhere. See docs/decisions/0085-holds.md.

type HeldRow = Pick<CodeRow, "holds" | "now" | "claims" | "allowed_claims">;

/** The emails for which a code is on hold, the first to end first. */
export const activeHolds = ({ holds, now }: Pick<HeldRow, "holds" | "now">): HoldRecord[] =>
  Object.entries(holds ?? {})
    .map(([email, expiresAt]) => ({ email, expiresAt }))
    .filter(({ expiresAt }) => expiresAt > isoTimestamp(now))
    .sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : a.expiresAt > b.expiresAt ? 1 : a.email < b.email ? -1 : 1));

/** Whether an email can't claim a code because others hold all uses that are left. */
export function isHeldForOthers(row: HeldRow, email: string): boolean {
  const { claims, allowed_claims: allowedClaims } = row;
  const holds = activeHolds(row);
  return claims < allowedClaims && claims + holds.length >= allowedClaims && holds.every((hold) => hold.email !== email);
}

// Unlike `now()`, this is also the time after a wait for the lock of the code, in which a hold can have ended and its use been taken.
const now = sql`clock_timestamp()`;

/** The holds of a code `c` that haven't ended. */
const activeHoldsSql = sql`from jsonb_each_text(c.holds) as hold (email, expires_at) where hold.expires_at::timestamptz > ${now}`;

/** The condition that someone holds a code `c`. */
export const isHeldSql = sql`(c.holds is not null and exists (select ${activeHoldsSql}))`;

/** The condition that the holds of others and the claims of a code `c` are all that it allows, so that an email can't claim it. */
export const isHeldForOthersSql = (email: SQLChunk): SQL => sql`(c.holds is not null
  and coalesce((c.holds ->> ${email}::text)::timestamptz <= ${now}, true) and c.claims + (select count(*) ${activeHoldsSql}) >= c.allowed_claims)`;

/** The holds of a code without that of an email. The same value if there is none, which PostgreSQL then doesn't write again. */
export const withoutHoldSql = (email: SQLChunk): SQL =>
  sql`case when holds ? ${email}::text then nullif(holds - ${email}::text, '{}') else holds end`;

/** The condition that one of these emails holds a code, or did until a while ago. */
export const hasHoldOf = (emails: readonly string[]): SQL => sql`(holds is not null and holds ?| array(${itemsIn(emails)}))`;

/** The error of a claim, or of another hold, that has to wait until a hold ends. */
export function heldError(name: "code_held" | "too_many_holds", row: HeldRow): ApiError {
  const [first] = activeHolds(row);
  const seconds = first ? Math.ceil((Date.parse(first.expiresAt) - Date.parse(isoTimestamp(row.now))) / 1000) : 1;
  return new ApiError(name, { headers: retryAfterHeader(seconds) });
}

const heldCodeRecord = (row: CodeRow): HeldCodeRecord => ({ ...codeRecord(row), holds: activeHolds(row) });

/** Returns a code by its key, with who holds it. Throws `code_not_found`. */
export const getHeldCode = async (ctx: Context, key: string): Promise<HeldCodeRecord> => heldCodeRecord(await getCodeRow(ctx, key));

/** Returns a code by external ID, with who holds it. Throws `code_not_found`. */
export const getHeldCodeByExternalId = async (ctx: Context, externalId: string): Promise<HeldCodeRecord> =>
  heldCodeRecord(await getCodeRowByExternalId(ctx, externalId));

/** Removes the holds of people whom the caller deletes. It has locked the codes. */
export const deleteHolds = ({ db, projectId }: Context, emails: readonly string[]): Promise<unknown> =>
  db.execute(
    sql`update codes set holds = nullif(holds - array(${itemsIn(emails)}), '{}') where project_id = ${projectId} and ${hasHoldOf(emails)}`,
  );

/** Gives the holds of a lead to their new email. The caller has locked the codes. If that email has a hold too, the one that ends last stays. */
export const moveHolds = ({ db, projectId }: Context, email: string, newEmail: string): Promise<unknown> =>
  db.execute(
    sql`update codes set holds = holds - ${email}::text || jsonb_build_object(${newEmail}::text, greatest(holds ->> ${email}::text, holds ->> ${newEmail}::text))
      where project_id = ${projectId} and ${hasHoldOf([email])}`,
  );
