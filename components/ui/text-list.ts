import * as z from "zod";

export type Line = { number: number; text: string };

/** Returns the lines that aren't empty, with their line numbers. */
export const parseLines = (text: string): Line[] =>
  text
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");

const formatLineError = (line: Line | undefined, reason: string): string =>
  line === undefined ? reason : `Line ${line.number}, “${line.text}”: ${reason}`;

/** Converts field errors of the server, such as `origins.0`, to messages with line numbers of the text. */
export const formatLineErrors = (fields: Record<string, string[]>, lines: readonly Line[]): string =>
  Object.entries(fields)
    .map(([field, reasons]) => formatLineError(lines[Number(field.split(".")[1] ?? Number.NaN)], reasons.join(", ")))
    .join("\n");

/** A schema that parses one item per line to the list that `body` has as `name`. Errors name the line. */
export const textListSchema = <Name extends string>(body: z.ZodType<Record<Name, string[]>>, name: Name) =>
  z.string().transform((text, ctx): string[] => {
    const lines = parseLines(text);
    const { success, data, error } = body.safeParse({ [name]: lines.map((line) => line.text) });
    if (success) return data[name];
    const messages = error.issues.map(({ path: [, index], message }) => formatLineError(lines[Number(index)], message));
    ctx.addIssue({ code: "custom", message: messages.join("\n") });
    return z.NEVER;
  });
