import { z } from "zod";
import { allowOrigins } from "@/contract/keys";

export type Line = { number: number; text: string };

/** The lines that are not empty, with their numbers. */
export const linesOf = (text: string): Line[] =>
  text
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");

const wrong = (line: Line | undefined, reason: string): string =>
  line === undefined ? reason : `Line ${line.number}, “${line.text}”: ${reason}`;

/** What the server says of the lines it was sent, as `origins.0`, in the numbers of the text. */
export const wrongLines = (fields: Record<string, string[]>, lines: readonly Line[]): string =>
  Object.entries(fields)
    .map(([field, reasons]) => wrong(lines[Number(field.split(".")[1] ?? Number.NaN)], reasons.join(", ")))
    .join("\n");

/** A text of one origin to a line as a list of them; says which line is none. */
export const Origins = z.string().transform((text, ctx) => {
  const lines = linesOf(text);
  const { success, data, error } = allowOrigins.body.safeParse({ origins: lines.map((line) => line.text) });
  if (success) return data.origins;
  const messages = error.issues.map(({ path: [, index], message }) => wrong(lines[Number(index)], message));
  ctx.addIssue({ code: "custom", message: messages.join("\n") });
  return z.NEVER;
});
