import type { BinEntry } from "@/contract/bin";
import { plural } from "@/lib/plural";

export const binLabels = {
  title: "Bin",
  description: (days: number) =>
    days === 0
      ? "Nothing is kept: deleted codes, batches and leads are deleted permanently at once."
      : plural(days, {
          one: "Deleted codes, batches and leads are kept for {n} day.",
          other: "Deleted codes, batches and leads are kept for {n} days.",
        }),
  change: "Change",
  emptyTitle: "The bin is empty",
  emptyDescription: "Codes, batches and leads that your team deletes appear here, and can be restored.",
  search: "Search the bin",
  kind: "Kind",
  anyKind: "Any kind",
  columns: { label: "Deleted", kind: "Kind", content: "Contains", by: "Deleted by", at: "When", until: "Kept until", actions: "Actions" },
  unnamedBatch: "Unnamed batch",
  inBatch: (name: string) => `in ${name}`,
  actionsFor: (label: string) => `Actions for ${label}`,
  restore: "Restore",
  restoreAll: "Restore all deleted with it",
  restoreFailed: "Couldn't restore it",
  delete: {
    menuItem: "Delete permanently",
    title: (label: string) => `Delete ${label} permanently?`,
    consequence: "It can't be restored any longer. This can't be undone.",
    submit: "Delete permanently",
    confirmText: "delete",
  },
  empty: {
    button: "Empty bin",
    title: "Empty the bin?",
    consequence: "Nothing in it can be restored any longer. This can't be undone.",
    submit: "Empty bin",
    confirmText: "empty",
  },
} as const;

export const kindLabels: Readonly<Record<BinEntry["kind"], string>> = { code: "Code", lead: "Lead", batch: "Batch" };

export const kindOptions = (["code", "lead", "batch"] as const).map((value) => ({ value, label: kindLabels[value] }));

/** The name of an entry. Batches can have none. */
export const entryLabel = ({ label }: Pick<BinEntry, "label">): string => label || binLabels.unnamedBatch;

/** What is restored with an entry: "12 codes", "1 claim". Empty if there is nothing. */
export function contentLabel({ codes, claims }: Pick<BinEntry, "codes" | "claims">): string {
  if (codes !== null) return plural(codes, { one: "{n} code", other: "{n} codes" });
  return claims === null || claims === 0 ? "" : plural(claims, { one: "{n} claim", other: "{n} claims" });
}
