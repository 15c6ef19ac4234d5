import { parse } from "lossless-json";
import * as z from "zod";
import { ApiError } from "../api-error";

/** Integers above 2^53 are IDs, and become strings with all their digits. */
const parseNumber = (text: string): number | string => (/^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : Number(text));

/** Returns the value of a JSON text, or undefined if it isn't JSON. */
function parseText(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber, onDuplicateKey: () => undefined });
  } catch {
    return undefined;
  }
}

/** Parses JSON that must match a schema. Throws `report_not_readable`, with a message that says what is wrong and quotes nothing. */
export function readJson<T>(schema: z.ZodType<T>, text: string): T {
  const value = parseText(text);
  if (value === undefined) throw new ApiError("report_not_readable", { message: "The report isn't JSON." });
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  const [issue] = error?.issues ?? [];
  throw new ApiError("report_not_readable", {
    message: `The field ${issue?.path.join(".") || "at the top"} can't be read: ${issue?.message}.`,
  });
}

/** A text that only explains a report. Null if it is missing or isn't text. */
export const OptionalText = z.string().nullish().catch(null);

/** A value or a list of values, as a list. */
export const listOf = <T extends z.ZodType>(item: T) => z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item));
