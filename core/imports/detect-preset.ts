import { type ImportValueKind, valueKey } from "@/contract/import-values";
import { normalizeHeader } from "../table-files/cells";
import { classifyValue } from "./consent-words";
import { presets } from "./presets";

const byHeader = <Value>(values: Readonly<Record<string, Value>> = {}) =>
  new Map(Object.entries(values).map(([header, value]) => [normalizeHeader(header), value]));

const candidates = presets.flatMap(({ product, headers, mapping, values }) =>
  headers.map((list) => ({ product, headers: list.map(normalizeHeader), mapping: byHeader(mapping), values: byHeader(values) })),
);

/** What is known about a file from the product that it seems to be from. */
export type DetectedPreset = {
  product: string | null;
  /** The field of a column, if the preset says so. */
  fieldOf: (column: string) => string | undefined;
  /** What a value of a column says by itself, or null for unknown words. */
  kindOf: (column: string, value: string) => ImportValueKind | null;
};

/** Finds the product whose headers a file has. Of several, the one with the most headers is meant. */
export function detectPreset(columns: readonly string[]): DetectedPreset {
  const names = new Set(columns.map(normalizeHeader));
  const [found] = candidates
    .filter(({ headers }) => headers.every((header) => names.has(header)))
    .sort((a, b) => b.headers.length - a.headers.length);
  return {
    product: found?.product ?? null,
    fieldOf: (column) => found?.mapping.get(normalizeHeader(column)),
    kindOf: (column, value) => {
      const words = found?.values.get(normalizeHeader(column));
      const key = valueKey(value);
      return (words && Object.hasOwn(words, key) ? words[key] : undefined) ?? classifyValue(value);
    },
  };
}
