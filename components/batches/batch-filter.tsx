"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/components/ui/error-message";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { lazy, LazyTrigger, useLazyPopup } from "@/components/ui/lazy";
import { useDebouncedValue } from "@/components/ui/use-debounced-value";
import { batchSearchQuery, batchQuery } from "./queries";
import { batchName } from "./labels";

const searchPicker = lazy(() => import("@/components/ui/search-picker").then((picker) => picker.SearchPicker));

type BatchFilterProps = {
  /** The id of the batch; null where the list is not narrowed by one. */
  value: string | null;
  onChange: (batch: string | null) => void;
};

/** A filter by a batch, which is found by its name. */
export function BatchFilter({ value, onChange }: BatchFilterProps) {
  const [open, setOpen] = useState(false);
  const SearchPicker = useLazyPopup(searchPicker, open, () => setOpen(false));
  const [text, setText] = useState("");
  const asked = useDebouncedValue(text.trim());
  const { data = [], isFetching, error } = useQuery({ ...batchSearchQuery(asked), enabled: open });
  const { data: chosen, isError } = useQuery({ ...batchQuery(value ?? ""), enabled: value !== null });
  const name = chosen ? batchName(chosen) : isError ? "Not found" : "…";
  // What opens a list takes its name from this alone; a button has it from its words.
  const trigger = (label?: string) => (
    <FilterTrigger
      label="Batch"
      aria-label={label}
      value={value === null ? undefined : <bdi className="block max-w-56 truncate">{name}</bdi>}
    />
  );
  return (
    <FilterChip label="Batch" onClear={value === null ? undefined : () => onChange(null)}>
      {SearchPicker ? (
        <SearchPicker
          label="Search batches"
          trigger={trigger(value === null ? "Batch" : `Batch: ${name}`)}
          open={open}
          value={value === null ? null : { id: value, label: name }}
          onValueChange={({ id }) => onChange(id)}
          text={text}
          onTextChange={setText}
          onOpenChange={setOpen}
          results={data.map((batch) => ({
            id: batch.id,
            label: batchName(batch),
            hint: `${batch.codeCount.toLocaleString("en")} ${batch.codeCount === 1 ? "code" : "codes"}`,
          }))}
          searching={isFetching || asked !== text.trim()}
          emptyMessage={error ? describeError(error).message : "No batch is found."}
        />
      ) : (
        <LazyTrigger trigger={trigger()} opens="dialog" lazyContent={searchPicker} onOpen={() => setOpen(true)} />
      )}
    </FilterChip>
  );
}
