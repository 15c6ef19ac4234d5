import type { FormatRecord } from "@/contract/codes";
import { codeTypes } from "@/contract/enums";
import type { Context } from "../context";
import { type CodeCounts, codeCounts } from "../stats/counts";
import { getStat, type StatValue } from "../stats/get-stat";
import { formats } from "./draw-code";

export const formatRecords = ({ value, asOf }: StatValue<CodeCounts>): FormatRecord[] =>
  codeTypes.map((type) => {
    const total = formats[type].size;
    const { codes, occupied, guessable } = value.formats[type];
    return { type, total, used: codes, remaining: Math.max(0, total - occupied), claimable: guessable, asOf };
  });

/** Lists how many codes each format can still hold, and how many of its codes a guess could claim. */
export const listFormats = async (ctx: Context): Promise<FormatRecord[]> => formatRecords(await getStat(ctx, codeCounts));

/** Whether a format is running out of codes: at least 80% of them exist, or fewer remain than its largest batch took. */
export const isRunningOut = ({ total, remaining }: Pick<FormatRecord, "total" | "remaining">, largestBatch: number): boolean =>
  remaining * 5 <= total || remaining < largestBatch;
