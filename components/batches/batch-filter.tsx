"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { codeCountLabel } from "@/components/codes";
import { describeError } from "@/components/ui/error-message";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { LazyTrigger, lazy, useLazyPopup } from "@/components/ui/lazy";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { batchQuery, batchSearchQuery } from "./api";
import { batchName, labels } from "./labels";

const { filter } = labels;

const searchPicker = lazy(() => import("@/components/ui/search-picker").then((picker) => picker.SearchPicker));

type BatchFilterProps = {
  /** The id of the batch; null if the filter is off. */
  value: string | null;
  onChange: (batch: string | null) => void;
};

/** Filters a list by batch. Batches are searched by name. */
export function BatchFilter({ value, onChange }: BatchFilterProps) {
  const [open, setOpen] = useState(false);
  const SearchPicker = useLazyPopup(searchPicker, open, () => setOpen(false));
  const [text, setText] = useState("");
  const searchText = useDebouncedValue(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...batchSearchQuery(searchText), enabled: open });
  const { data: batch, isError } = useQuery({ ...batchQuery(value ?? ""), enabled: value !== null });
  const name = batch ? batchName(batch) : isError ? filter.notFound : filter.loading;
  // A combobox trigger needs an aria-label. A button is named by its text.
  const trigger = (ariaLabel?: string) => (
    <FilterTrigger
      label={filter.label}
      aria-label={ariaLabel}
      value={value === null ? undefined : <bdi className="block max-w-56 truncate">{name}</bdi>}
    />
  );
  return (
    <FilterChip label={filter.label} onClear={value === null ? undefined : () => onChange(null)}>
      {SearchPicker ? (
        <SearchPicker
          label={filter.search}
          trigger={trigger(value === null ? filter.label : filter.value(name))}
          open={open}
          value={value === null ? null : { id: value, label: name }}
          onValueChange={({ id }) => onChange(id)}
          text={text}
          onTextChange={setText}
          onOpenChange={setOpen}
          results={data.map((result) => ({ id: result.id, label: batchName(result), hint: codeCountLabel(result.codeCount) }))}
          searching={isFetching || searchText !== text.trim()}
          emptyMessage={error ? describeError(error).message : filter.noResults}
        />
      ) : (
        <LazyTrigger trigger={trigger()} opens="dialog" lazyContent={searchPicker} onOpen={() => setOpen(true)} />
      )}
    </FilterChip>
  );
}
