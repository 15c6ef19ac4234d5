"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { failureOf } from "@/components/ui/failure";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { later, TriggerAlone, usePopup } from "@/components/ui/later";
import { useSettled } from "@/components/ui/use-settled";
import { batchSearchQuery, batchQuery } from "./queries";
import { batchName } from "./labels";

const searchPicker = later(() => import("@/components/ui/search-picker").then((picker) => picker.SearchPicker));

type BatchFilterProps = {
  /** The id of the batch; null where the list is not narrowed by one. */
  value: string | null;
  onChange: (batch: string | null) => void;
};

/** A filter by a batch, which is found by its name. */
export function BatchFilter({ value, onChange }: BatchFilterProps) {
  const [open, setOpen] = useState(false);
  const SearchPicker = usePopup(searchPicker, open, () => setOpen(false));
  const [text, setText] = useState("");
  const asked = useSettled(text.trim());
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
          onText={setText}
          onOpenChange={setOpen}
          found={data.map((batch) => ({
            id: batch.id,
            label: batchName(batch),
            hint: `${batch.codeCount.toLocaleString("en")} ${batch.codeCount === 1 ? "code" : "codes"}`,
          }))}
          searching={isFetching || asked !== text.trim()}
          nothing={error ? failureOf(error).message : "No batch is found."}
        />
      ) : (
        <TriggerAlone trigger={trigger()} opens="dialog" loads={searchPicker} onOpen={() => setOpen(true)} />
      )}
    </FilterChip>
  );
}
