import { sql } from "drizzle-orm";
import type { z } from "zod";
import { guessChance, minGuesses, parsePattern, possibleCodes } from "@/contract/code-patterns";
import type { GenerateCodesInput } from "@/contract/codes";
import { defaultCodeType } from "@/contract/enums";
import { normalizeCode } from "@/contract/normalize";
import { ApiError } from "../api-error";
import type { Context } from "../context";
import { getProject } from "../projects/record";
import { countRows } from "../sql";
import { listFormats } from "./capacity";
import { estimateCodeGuesses } from "./estimate-code-guesses";
import { patternFormat } from "./pattern-format";
import { findCodeRow } from "./record";
import { isClaimable } from "./rules";

type Risk = { claimable: number; total: number };

type Input = z.output<typeof GenerateCodesInput>;

/**
 * Refuses codes that are easy to guess, unless they are reserved or the caller confirms it. Throws `code_easy_to_guess`, or `code_exists` for
 * a code that isn't worth confirming.
 */
export async function throwIfEasyToGuess(ctx: Context, input: Input): Promise<void> {
  if (!asksForConfirmation(input) || input.reservedFor !== undefined) return;
  const risk = input.code === undefined ? await formatRisk(ctx, input) : await ownCodeRisk(ctx, input.code);
  if (risk === null) return;
  const { isWeak, label } = guessChance(risk);
  if (!isWeak) return;
  if (input.code !== undefined && (await findCodeRow(ctx, normalizeCode(input.code)))) throw new ApiError("code_exists");
  throw easyToGuess(label, input.code === undefined);
}

/** Clients that generate codes of a type and know nothing of the risk must keep working, so these are only refused with `false`. */
const asksForConfirmation = ({ code, pattern, allowEasyToGuess }: Input): boolean =>
  code === undefined && pattern === undefined ? allowEasyToGuess === false : !allowEasyToGuess;

/** The error for codes that are easy to guess, with the chance to guess them. */
export const easyToGuess = (label: string, several: boolean): ApiError =>
  new ApiError("code_easy_to_guess", {
    message: several
      ? `${label}. Use longer codes, create fewer or reserve them, or confirm them with \`allowEasyToGuess\`.`
      : `${label.replace("one of these", "this code")}. Make it longer and avoid common words, or confirm it with \`allowEasyToGuess\`.`,
  });

/** The error for lists of numbered codes. */
export const numberedCodes = (): ApiError =>
  new ApiError("code_easy_to_guess", {
    message:
      "Some of these codes are numbered, so people who know one can guess the others. Use random codes, or confirm them with `allowEasyToGuess`.",
  });

/** The last digits of a code, and what is before and after them. Numbers of 15 digits are exact. */
const lastNumber = /^(.*?)(\d{1,15})(\D*)$/;
/** The largest step between codes that count as numbered, and how many of them there must be. */
const maxStep = 10;
const minNumbered = 3;

/** Finds codes that differ only in a number that counts up, such as `CAFE001`, `CAFE002` and `CAFE003`. */
export function findNumbered(keys: readonly string[]): Set<string> {
  const codes = keys.flatMap((key) => {
    const [, before, number, after] = lastNumber.exec(key) ?? [];
    return number === undefined ? [] : [{ key, number: Number(number), rest: `${before} ${after}` }];
  });
  const numbered = new Set<string>();
  for (const group of Map.groupBy(codes, ({ rest }) => rest).values()) {
    group.sort((a, b) => a.number - b.number);
    for (let start = 0, end = 1; start < group.length; end++) {
      const [last, next] = [group[end - 1], group[end]];
      if (last && next && next.number - last.number <= maxStep) continue;
      if (end - start >= minNumbered) for (const { key } of group.slice(start, end)) numbered.add(key);
      start = end;
    }
  }
  return numbered;
}

async function ownCodeRisk(ctx: Context, code: string): Promise<Risk> {
  const key = normalizeCode(code);
  const { name } = await getProject(ctx);
  return { claimable: 1, total: Math.min(possibleCodes(key), await estimateCodeGuesses(key, [normalizeCode(name)])) };
}

/** Codes of the same type or pattern that exist count too. */
const formatRisk = (ctx: Context, input: Input): Promise<Risk | null> =>
  input.pattern === undefined ? typeRisk(ctx, input) : patternRisk(ctx, input);

/** Has the same numbers as the preview of the form. They are cached, because counting all codes of a large project takes long. */
async function typeRisk(ctx: Context, { type = defaultCodeType, amount = 1 }: Input): Promise<Risk | null> {
  const format = (await listFormats(ctx)).find((each) => each.type === type);
  return format ? { claimable: format.claimable + amount, total: format.total } : null;
}

/** Large patterns would need more of them than a project can have. */
async function patternRisk(ctx: Context, { pattern, alphabet, amount = 1 }: Input): Promise<Risk | null> {
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
