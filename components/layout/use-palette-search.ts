import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSettled } from "@/components/ui/use-settled";
import type { Command } from "./commands";

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

/** How long a text must stand still before it is searched for, in milliseconds. */
const rest = 150;
/** Shorter texts find too much. */
const leastLength = 2;

/** What `search` finds for `text`; while a new text is under way, what the last one found. */
export function useFound(text: string, search: Search | undefined) {
  const settled = useSettled(text.trim(), rest);
  const wanted = search !== undefined && settled.length >= leastLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["found", settled],
    queryFn: ({ signal }) => search?.(settled, signal) ?? [],
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const searching = wanted && (isFetching || settled !== text.trim());
  return { found: wanted && data ? data : [], searching, failed: wanted && isError };
}
