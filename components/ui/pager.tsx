"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";

type PagerProps = {
  /** Undefined if there is no such page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  pending?: boolean;
};

/** Links to the previous and the next page of a list. Renders nothing for a single page. */
export function Pager({ onPrevious, onNext, pending = false }: PagerProps) {
  if (!onPrevious && !onNext) return null;
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      <Button variant="outline" onClick={onPrevious} disabled={!onPrevious || pending}>
        <ChevronLeft aria-hidden="true" /> Previous
      </Button>
      <Button variant="outline" onClick={onNext} disabled={!onNext || pending}>
        Next <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  );
}
