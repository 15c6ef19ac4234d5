"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** The tooltip of an element with the attributes of `tooltip`. */
export function TooltipPopup({ element, isOpen }: { element: HTMLElement; isOpen: boolean }) {
  const { tooltip, tooltipSide, tooltipClass } = element.dataset;
  return (
    <Base.Root open={isOpen}>
      <Base.Portal>
        <Base.Positioner
          anchor={element}
          side={tooltipSide as ComponentProps<typeof Base.Positioner>["side"]}
          sideOffset={6}
          className="pointer-events-none z-50"
        >
          <Base.Popup
            className={cn(
              "flex max-w-72 items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0",
              tooltipClass,
            )}
          >
            {tooltip}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
