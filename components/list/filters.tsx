"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

type FiltersProps = { list: { isNarrowed: boolean; clear: () => void }; children: ReactNode };

/** What narrows a list: its search field, and a chip for each filter. */
export function Filters({ list, children }: FiltersProps) {
  return (
    <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-4">
      {children}
      {list.isNarrowed && (
        <Button variant="ghost" size="sm" className="pointer-coarse:h-9" onClick={list.clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
