import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import type { Command } from "./commands";

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

/** How long a text must stand still before it is searched for, in milliseconds. */
const searchDelay = 150;
/** Shorter texts find too much. */
const minSearchLength = 2;

/** What `search` finds for `text`; while a new text is under way, what the last one found. */
export function usePaletteSearch(text: string, search: PaletteSearch | undefined) {
  const settled = useDebouncedValue(text.trim(), searchDelay);
  const isEnabled = search !== undefined && settled.length >= minSearchLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["found", settled],
    queryFn: ({ signal }) => search?.(settled, signal) ?? [],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const searching = isEnabled && (isFetching || settled !== text.trim());
  return { results: isEnabled && data ? data : [], searching, failed: isEnabled && isError };
}
