"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { apiPageQuery, apiQuery } from "@/components/api-query";
import { codeCountLabel } from "@/components/codes";
import type { FilterControlProps } from "@/components/list/definition";
import { FilterChip, FilterTrigger } from "@/components/list/filters";
import { lazy, useLazy } from "@/components/ui/lazy";
import { PopupTrigger } from "@/components/ui/popup-trigger";
import { useSearch } from "@/components/ui/query-state";
import { batchName, labels } from "./labels";

const { filter } = labels;

const searchPicker = lazy(() => import("@/components/ui/combobox").then((picker) => picker.SearchPicker));

/** Searches batches by name, newest first. */
export const batchSearchQuery = (text: string, limit: number) =>
  apiPageQuery("GET /batches", { query: { q: text || undefined, limit: String(limit), count: "capped" } });

/** Filters a list by batch. Batches are searched by name. */
export function BatchFilter({ label, value, onChange }: FilterControlProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const { open, items, pickerProps } = useSearch(
    (text) => batchSearchQuery(text, 8),
    () => filter.noResults,
  );
  const { onOpenChange } = pickerProps;
  const SearchPicker = useLazy(searchPicker, open, () => onOpenChange(false));
  const { data: batch, isError } = useQuery({
    ...apiQuery("GET /batches/:batch", { params: { batch: value ?? "" } }),
    enabled: value !== null,
  });
  const name = batch ? batchName(batch) : isError ? filter.notFound : filter.loading;
  const trigger = (
    <FilterTrigger
      label={label}
      value={
        value === null ? undefined : (
          <bdi title={name} className="block max-w-56 truncate">
            {name}
          </bdi>
        )
      }
    />
  );
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <PopupTrigger
        trigger={trigger}
        anchor={anchor}
        opens="dialog"
        open={open}
        lazyContent={searchPicker}
        onToggle={() => onOpenChange(!open)}
      />
      {SearchPicker && (
        <SearchPicker
          {...pickerProps}
          label={filter.search}
          anchor={anchor}
          open={open}
          value={value === null ? null : { id: value, label: name }}
          onValueChange={({ id }) => onChange(id)}
          results={items.map((result) => ({ id: result.id, label: batchName(result), hint: codeCountLabel(result.codeCount) }))}
        />
      )}
    </FilterChip>
  );
}
