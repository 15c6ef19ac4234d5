import { sql } from "drizzle-orm";
import { queryRows, type RowOf } from "@/db/query";
import type { codes } from "@/db/schema";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { itemsIn } from "../sql";

/** Characters that people mistake for each other, in the form of keys: lowercase. */
const lookAlikes = ["o0", "l1i"] as const;

const alternatives = (character: string): string => lookAlikes.find((group) => group.includes(character)) ?? character;

/** With more, a text is no mistyped code, and looking them all up would take too long. */
const maxVariants = 1000;

/** The keys that differ from a key at most by look-alikes, with the key itself. Empty if there are too many. */
export function listLookAlikeKeys(key: string): string[] {
  const positions = [...key].map(alternatives);
  if (positions.reduce((count, { length }) => count * (length || 1), 1) > maxVariants) return [];
  let keys = [""];
  for (const characters of positions) keys = keys.flatMap((start) => [...characters].map((character) => start + character));
  return keys;
}

/** Replaces look-alikes, so that keys that differ only by them become the same. */
export const foldLookAlikes = (key: string): string => [...key].map((character) => alternatives(character)[0] ?? character).join("");

/**
 * Returns the key of the code that someone meant with a key that doesn't exist, or null: the only code that differs from it by nothing but
 * look-alikes, such as O and 0. Returns null for a key that exists.
 */
export async function findLookAlike({ db, projectId }: Context, key: string): Promise<string | null> {
  const candidates = listLookAlikeKeys(key);
  if (candidates.length < 2) return null;
  const rows = await queryRows<RowOf<typeof codes, "key">>(
    db,
    sql`select c.key from codes c where c.project_id = ${projectId} and c.key in ${itemsIn(candidates)} limit 2`,
  );
  return rows.length === 1 && rows[0]?.key !== key ? (rows[0]?.key ?? null) : null;
}

/** Runs a use case with a code, or if it doesn't exist, with the one that someone meant. Throws `code_not_found`. */
export async function withLookAlike<Input extends { code: string }, Reply>(
  ctx: Context,
  input: Input,
  run: (ctx: Context, input: Input) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await run(ctx, input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errorName !== "code_not_found") throw error;
    const code = await findLookAlike(ctx, input.code);
    if (code === null) throw error;
    return run(ctx, { ...input, code });
  }
}
