import { sql } from "drizzle-orm";
import { adjectives, nouns } from "@/contract/code-words";
import type { CodeRecord } from "@/contract/codes";
import { queryRows } from "@/db/query";
import { findClosestPairs } from "@/lib/closest-pairs";
import { editDistance } from "@/lib/edit-distance";
import type { Context } from "../context";
import { itemsIn } from "../sql";
import { listLookAlikeKeys } from "./look-alikes";
import { type CodeRow, codeColumns, codeRecord, codesWithBatches } from "./record";

const maxSuggestions = 5;

/** In shorter texts, one wrong character leaves too little in common with the code. */
const minKeyLength = 4;

/** Longer texts aren't mistyped codes. */
const maxKeyLength = 60;

const characters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];

/**
 * Returns up to five existing codes that are closest to a mistyped one: one character is wrong, missing, extra or swapped with the next, or
 * up to two in a creative code, or only look-alikes such as O and 0 differ.
 */
export async function suggestCodes({ db, projectId }: Context, key: string): Promise<CodeRecord[]> {
  if (key.length > maxKeyLength) return [];
  const candidates = listSimilarKeys(key);
  const rows = await queryRows<CodeRow>(
    db,
    sql`select ${codeColumns} from ${codesWithBatches} where c.project_id = ${projectId} and c.key in ${itemsIn([...candidates])}`,
  );
  return rows
    .map((row) => ({ record: codeRecord(row), distance: editDistance(key, row.key, 2) }))
    .sort((a, b) => a.distance - b.distance || (a.record.code < b.record.code ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(({ record }) => record);
}

/** The keys that a mistyped key can mean. Few enough to look them all up by the primary key, however many codes there are. */
function listSimilarKeys(key: string): Set<string> {
  const keys = new Set<string>(listLookAlikeKeys(key));
  if (key.length < minKeyLength) return keys;
  for (let index = 0; index <= key.length; index++) {
    const [before, after] = [key.slice(0, index), key.slice(index)];
    keys.add(before + after.slice(1));
    keys.add(before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2));
    for (const character of characters) {
      keys.add(before + character + after);
      keys.add(before + character + after.slice(1));
    }
  }
  if (/^[a-z]{5,40}$/.test(key)) for (const words of findClosestPairs(key, adjectives, nouns)) keys.add(words.join(""));
  keys.delete(key);
  return keys;
}
