import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Command } from "./commands";

export type Search = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

/** How long a text must stand still before it is searched for, in milliseconds. */
const rest = 150;
/** Shorter texts find too much. */
const leastLength = 2;

/** What `search` finds for `text`; while a new text is under way, what the last one found. */
export function useFound(text: string, search: Search | undefined) {
  const settled = useSettled(text.trim());
  const wanted = search !== undefined && settled.length >= leastLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["found", settled],
    queryFn: ({ signal }) => search?.(settled, signal) ?? [],
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  return { found: wanted && data ? data : [], searching: wanted && isFetching, failed: wanted && isError };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), rest);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
