"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { listLabels } from "./labels";

/** The parts of a list that its filters use. */
export type FilterList<Filters> = {
  filters: Filters;
  setFilters: (changes: Partial<Filters>) => void;
  setSearch: (changes: Partial<Filters>) => void;
  clearFilters: () => void;
  hasFilters: boolean;
  zone: string;
};

/** Connects a filter to a URL parameter of the list. */
export const filterProps = <Filters, Name extends keyof Filters>({ filters, setFilters }: FilterList<Filters>, name: Name) => ({
  value: filters[name],
  onChange: (value: Filters[Name]) => setFilters({ [name]: value } as unknown as Partial<Filters>),
});

type FilterBarProps = { list: Pick<FilterList<unknown>, "hasFilters" | "clearFilters">; children: ReactNode };

/** The search field and filter chips above a list. */
export function FilterBar({ list, children }: FilterBarProps) {
  return (
    <search aria-label={listLabels.filters} className="flex flex-wrap items-center gap-2 pb-4">
      {children}
      {list.hasFilters && (
        <Button variant="ghost" size="sm" className="pointer-coarse:h-9" onClick={list.clearFilters}>
          {listLabels.clearFilters}
        </Button>
      )}
    </search>
  );
}
