import { suppressionReasons } from "@/contract/enums";
import { isConsentField } from "@/contract/import-questions";
import { type ImportKind, type ImportValueKind, ignoredColumn, valueKey } from "@/contract/import-values";
import type { SuppressionRecord } from "@/contract/suppressions";
import { normalizeHeader } from "../table-files/cells";
import { doNotContactReason, hasConsentHeader, reasonField } from "./consent-columns";
import { classifyStatus, classifyValue } from "./consent-words";
import { ownProduct, type Preset } from "./preset";
import { presets } from "./presets";
import { classifySuppressionValue } from "./suppression-words";

type Reason = SuppressionRecord["reason"];

const byHeader = <Value>(values: Readonly<Record<string, Value>> = {}) =>
  new Map(Object.entries(values).map(([header, value]) => [normalizeHeader(header), value]));

const candidates = presets.flatMap((preset) =>
  preset.headers.map((list) => ({
    preset,
    headers: list.map(normalizeHeader),
    mapping: byHeader(preset.mapping),
    values: byHeader(preset.values),
    everyone: byHeader(preset.everyone),
    suppressionMapping: byHeader(preset.suppressions?.mapping),
  })),
);

const isOwn = ({ preset }: (typeof candidates)[number]): boolean => preset.product === ownProduct;

/** What is known about a file from the product that it seems to be from. */
export type DetectedPreset = {
  product: string | null;
  /** The field of a column, if the preset says so. */
  fieldOf: (column: string) => string | undefined;
  /** What a value of a column says by itself, or null for unknown words. */
  kindOf: (column: string, value: string) => ImportValueKind | null;
  /** The reason of a suppression that several of its cells say together. */
  reasonOf: (cell: (header: string) => string) => Reason | undefined;
  /** Why everyone in a file with a column must not be emailed, if the preset says so. */
  everyoneWith: (column: string) => "unsubscribed" | "bounced" | "complained" | undefined;
  /** What a list of suppressions of this product is, as a whole. Null if the product has none: its file is one of contacts. */
  suppressions: Preset["suppressions"] | null;
};

/** Finds the product whose headers a file has. Of several, our own is meant, else the one with the most headers. */
export function detectPreset(columns: readonly string[], kind: ImportKind = "leads"): DetectedPreset {
  const names = new Set(columns.map(normalizeHeader));
  const [found] = candidates
    .filter(({ headers }) => headers.every((header) => names.has(header)))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || b.headers.length - a.headers.length);
  const isSuppressions = kind === "suppressions";
  const classify = (column: string, value: string) =>
    doNotContactReason(column, value) ?? (isSuppressions ? classifySuppressionValue(value) : classifyLeadValue(column, value));
  return {
    product: found?.preset.product ?? null,
    fieldOf: (column) => {
      const name = normalizeHeader(column);
      const field = found?.mapping.get(name);
      if (!isSuppressions) return field;
      // A sign-up isn't when someone unsubscribed.
      const isKept = field === undefined || field === "email" || isConsentField(field);
      return found?.suppressionMapping.get(name) ?? (isKept ? field : ignoredColumn);
    },
    kindOf: (column, value) => {
      const words = found?.values.get(normalizeHeader(column));
      const key = valueKey(value);
      return (words && Object.hasOwn(words, key) ? words[key] : undefined) ?? classify(column, value);
    },
    everyoneWith: (column) => found?.everyone.get(normalizeHeader(column)),
    reasonOf: (cell) => found?.preset.reasonOf?.(cell),
    suppressions: found === undefined ? {} : (found.preset.suppressions ?? null),
  };
}

/** What a value says in a file of leads. A reason for something, or how often it happened, says that it did. */
function classifyLeadValue(column: string, value: string): ImportValueKind | null {
  const kind = hasConsentHeader(column) ? classifyStatus(value) : classifyValue(value);
  const field = reasonField(column);
  if (field === null || kind === "no") return kind;
  // Reasons of suppressions are of all kinds, and bounces can be about spam.
  return field === "unsubscribed" && isReason(kind) ? kind : "yes";
}

const isReason = (kind: ImportValueKind | null): boolean => suppressionReasons.some((reason) => reason === kind);
