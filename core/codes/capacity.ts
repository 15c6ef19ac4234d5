import type { FormatRecord } from "@/contract/formats";
import { codeTypes } from "@/contract/kinds";
import type { Context } from "../context";
import { type CodeCounts, codeCounts } from "../stats/codes";
import { type Counted, figure } from "../stats/figure";
import { formats } from "./formats";

/** How each format stands, of what was counted. */
export const roomOf = ({ value, asOf }: Counted<CodeCounts>): FormatRecord[] =>
  codeTypes.map((type) => {
    const { size: space } = formats[type];
    const { all: used, taken, open: live } = value.formats[type];
    return { type, space, used, remaining: space - taken, live, asOf };
  });

/** Says how much room the formats have, and how many of their codes a guess could claim. */
export const listFormats = async (ctx: Context): Promise<FormatRecord[]> => roomOf(await figure(ctx, codeCounts));

/** Whether a format runs out of codes: four fifths of them exist, or fewer remain than its largest batch took. */
export const isRunningOut = ({ space, remaining }: Pick<FormatRecord, "space" | "remaining">, largestBatch: number): boolean =>
  remaining * 5 <= space || remaining < largestBatch;
