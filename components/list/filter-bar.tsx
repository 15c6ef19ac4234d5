"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { listLabels } from "./labels";

type FilterBarProps = { list: { hasFilters: boolean; clearFilters: () => void }; children: ReactNode };

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
