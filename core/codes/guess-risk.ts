import { sql } from "drizzle-orm";
import type { z } from "zod";
import { parsePattern } from "@/contract/code-patterns";
import type { GenerateCodesInput } from "@/contract/codes";
import { guessChance, minGuesses, possibleCodes } from "@/contract/guess-chance";
import { normalizeCode } from "@/contract/normalize";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { getProject } from "../projects/record";
import { countRows } from "../sql";
import { estimateGuesses } from "../staff/password-strength";
import { patternFormat } from "./pattern-format";
import { findCodeRow } from "./record";
import { isClaimable } from "./rules";

type Risk = { claimable: number; total: number };

/**
 * Refuses codes of your own and of patterns that are easy to guess, unless they are reserved or the caller confirms it. Throws
 * `code_easy_to_guess`, or `code_exists` for a code that isn't worth confirming.
 */
export async function throwIfEasyToGuess(ctx: Context, input: z.output<typeof GenerateCodesInput>): Promise<void> {
  if (input.allowEasyToGuess || input.reservedFor !== undefined) return;
  const risk = input.code === undefined ? await patternRisk(ctx, input) : await ownCodeRisk(ctx, input.code);
  if (risk === null) return;
  const { isWeak, label } = guessChance(risk);
  if (!isWeak) return;
  if (input.code !== undefined && (await findCodeRow(ctx, normalizeCode(input.code)))) throw new ApiError("code_exists");
  throw easyToGuess(label, input.code === undefined);
}

/** The error for codes that are easy to guess, with the chance to guess them. */
export const easyToGuess = (label: string, several: boolean): ApiError =>
  new ApiError("code_easy_to_guess", {
    message: several
      ? `${label}. Make the codes longer or create fewer, or confirm them with \`allowEasyToGuess\`.`
      : `${label.replace("one of these", "this code")}. Make it longer and avoid common words, or confirm it with \`allowEasyToGuess\`.`,
  });

async function ownCodeRisk(ctx: Context, code: string): Promise<Risk> {
  const key = normalizeCode(code);
  const { name } = await getProject(ctx);
  return { claimable: 1, total: Math.min(possibleCodes(key), await estimateGuesses(key, [normalizeCode(name)])) };
}

/** Codes of the same pattern that exist count too. Large patterns would need more of them than a project can have. */
async function patternRisk(ctx: Context, { pattern, alphabet, amount = 1 }: z.output<typeof GenerateCodesInput>): Promise<Risk | null> {
  if (pattern === undefined) return null;
  const { size } = parsePattern(pattern, alphabet);
  const allowed = size / minGuesses - amount;
  if (allowed < 0 || allowed > maxCountedCodes) return { claimable: amount, total: size };
  const conditions = [sql`c.project_id = ${ctx.projectId}`, patternFormat(pattern, alphabet).occupies, isClaimable];
  const existing = await countRows(ctx.db, sql`codes c`, [...conditions, sql`c.reserved_for is null`], Math.ceil(allowed) + 1);
  return { claimable: amount + existing, total: size };
}

/** More codes that a guess could claim aren't counted. */
const maxCountedCodes = 100_000;
