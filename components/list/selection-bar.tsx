"use client";

import { X } from "lucide-react";
import { useShortcut } from "@/components/layout/keyboard";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { type Action, ActionMenu } from "@/components/ui/menu";
import { keepToastsAbove } from "@/components/ui/toast";
import { cn } from "@/lib/cn";
import { listLabels } from "./labels";
import { canSelectAll, type SelectionState, selectionLabel } from "./selection";

const { selection: labels } = listLabels;

type SelectionBarProps = {
  selection: SelectionState;
  /** The IDs of the rows on the current page. */
  page: readonly string[];
  actions: readonly Action[];
};

/** Floats below a list while rows are selected: the number of rows, and the bulk actions. */
export function SelectionBar({ selection, page, actions }: SelectionBarProps) {
  useShortcut("escape", {}, selection.clear);
  const { value, total } = selection;
  return (
    // The bar is fixed, so the wrapper reserves its height, or it would cover the last row. It also centers the bar beside the sidebar.
    <div className="flex h-12 justify-center md:max-2xl:h-22">
      <section
        ref={keepToastsAbove}
        aria-label={labels.title}
        className="fixed bottom-4 z-20 flex max-w-[calc(100vw-2rem)] flex-wrap items-center md:max-w-[calc(100vw-6rem)] md:flex-nowrap lg:max-w-[calc(100vw-17rem)] gap-x-2 gap-y-1 rounded-lg border bg-popover p-1.5 text-popover-foreground shadow max-sm:w-[calc(100vw-2rem)]"
      >
        <span className="whitespace-nowrap px-2 font-medium">{selectionLabel(value, total)}</span>
        {canSelectAll(value, page, total) && total !== undefined && (
          <Button variant="ghost" size="sm" onClick={selection.selectAll} className="text-link max-sm:order-first max-sm:w-full">
            {labels.selectAll(total)}
          </Button>
        )}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5">
          <BulkActionButtons actions={actions} />
          <IconButton size="icon-sm" label={labels.clear} onClick={selection.clear}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
      </section>
    </div>
  );
}

/** In narrow windows, all actions except the first are in a menu. */
function BulkActionButtons({ actions }: Pick<SelectionBarProps, "actions">) {
  return (
    <>
      {actions.map(({ label, icon: Icon, destructive, disabled, onSelect }, index) => (
        <Button
          key={label}
          variant="outline"
          size="sm"
          disabled={disabled}
          onClick={onSelect}
          className={cn(index > 0 && "max-md:hidden", destructive && "text-destructive")}
        >
          {Icon && <Icon aria-hidden="true" />}
          {label}
        </Button>
      ))}
      <ActionMenu size="icon-sm" label={labels.moreActions} className="md:hidden" side="top" actions={actions.slice(1)} />
    </>
  );
}
