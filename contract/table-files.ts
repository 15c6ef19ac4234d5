import * as z from "zod";
import { importLimits } from "./import-values";

/** The encodings of text files that can be read, the most common ones first. */
export const textEncodings = [
  "UTF-8",
  "UTF-16LE",
  "UTF-16BE",
  "WINDOWS-1252",
  "WINDOWS-1251",
  "WINDOWS-1250",
  "WINDOWS-1254",
  "WINDOWS-1253",
  "WINDOWS-1255",
  "WINDOWS-1256",
  "WINDOWS-1257",
  "WINDOWS-1258",
  "WINDOWS-874",
  "GB18030",
  "BIG5",
  "SHIFT_JIS",
  "EUC-JP",
  "ISO-2022-JP",
  "EUC-KR",
  "KOI8-R",
  "KOI8-U",
  "ISO-8859-2",
  "ISO-8859-3",
  "ISO-8859-4",
  "ISO-8859-5",
  "ISO-8859-6",
  "ISO-8859-7",
  "ISO-8859-8",
  "ISO-8859-10",
  "ISO-8859-13",
  "ISO-8859-14",
  "ISO-8859-15",
  "ISO-8859-16",
  "MACINTOSH",
  "X-MAC-CYRILLIC",
  "X-MAC-CE",
  "X-MAC-GREEK",
  "X-MAC-TURKISH",
  "IBM437",
  "IBM850",
  "IBM852",
  "IBM857",
  "IBM866",
  "UTF-32LE",
  "UTF-32BE",
] as const;
export type TextEncoding = (typeof textEncodings)[number];

const names = new Map<string, TextEncoding>(textEncodings.map((name) => [name, name]));

/** Finds an encoding by its name or by another name of it, such as `latin1` or `cp850`. */
function findEncoding(text: string): TextEncoding | undefined {
  const name = text.trim().toUpperCase();
  const known = names.get(name) ?? names.get(name.replace(/^(?:CP|DOS|OEM)[-_ ]?/, "IBM"));
  if (known !== undefined) return known;
  try {
    return names.get(new TextDecoder(name).encoding.toUpperCase());
  } catch {
    return undefined;
  }
}

const Encoding = z
  .string()
  .transform(findEncoding)
  .refine((encoding) => encoding !== undefined, `must be one of ${textEncodings.join(", ")}`)
  .transform((encoding) => encoding as TextEncoding);

const rowNumber = `must be a row number from 0 to ${importLimits.rows}`;

/** How to read a file of rows, as query parameters or in a body. What is left out is detected. */
export const tableFileOptions = {
  encoding: Encoding.optional().meta({
    override: { type: "string" },
    description: `The encoding of a text file: ${textEncodings.join(", ")}. Detected if you leave it out.`,
  }),
  delimiter: z
    .string()
    .transform((text) => (text === "tab" ? "\t" : text))
    .refine((text) => text.length === 1 && !/[\w\r\n"]/.test(text), "must be one character, such as a semicolon, or tab")
    .optional()
    .meta({
      override: { type: "string" },
      description: "The separator of a text file: one character, or `tab`. Detected if you leave it out.",
    }),
  sheet: z
    .string()
    .max(200, "must be at most 200 characters")
    .optional()
    .meta({ description: "The name of the sheet of an Excel file. Defaults to the first visible one that looks like a list." }),
  headerRow: z.coerce
    .number(rowNumber)
    .int(rowNumber)
    .min(0, rowNumber)
    .max(importLimits.rows, rowNumber)
    .optional()
    .meta({
      override: { type: "integer", minimum: 0, maximum: importLimits.rows },
      description: "The row with the headers, from 1. `0` if the file has none. Detected if you leave it out. Rows above it are left out.",
    }),
};
