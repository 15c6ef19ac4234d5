import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "./error-message";
import { useDebouncedValue } from "./hooks";

/** The state of a `SearchPicker` that searches on the server while it is open. */
export function useSearch<Item, Key extends QueryKey>(
  searchQuery: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>,
  getEmptyMessage: (text: string) => string,
) {
  const [open, onOpenChange] = useState(false);
  const [text, onTextChange] = useState("");
  const typedText = text.trim();
  const searchText = useDebouncedValue(typedText);
  const { data: items = [], isFetching, error } = useQuery({ ...searchQuery(searchText), enabled: open });
  return {
    open,
    items,
    typedText,
    pickerProps: {
      onOpenChange,
      text,
      onTextChange,
      searching: isFetching || searchText !== typedText,
      emptyMessage: error ? describeError(error).message : getEmptyMessage(typedText),
    },
  };
}
