import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDebouncedValue } from "@/components/ui/hooks";
import type { Command } from "./commands";

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

/** Milliseconds without typing before a search starts. */
const searchDelay = 150;
/** Shorter texts match too much. */
const minSearchLength = 2;

/** Searches for `text`. Until the new results are there, returns the previous ones. */
export function usePaletteSearch(text: string, search: PaletteSearch | undefined) {
  const debouncedText = useDebouncedValue(text.trim(), searchDelay);
  const isEnabled = search !== undefined && debouncedText.length >= minSearchLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["palette-search", debouncedText],
    queryFn: ({ signal }) => search?.(debouncedText, signal) ?? [],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const isSearching = isEnabled && (isFetching || debouncedText !== text.trim());
  return { results: isEnabled && data ? data : [], isSearching, hasFailed: isEnabled && isError };
}
