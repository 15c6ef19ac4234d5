"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/lib/cn";

export const TooltipProvider = Base.Provider;

type TooltipProps = {
  /** Text of the tooltip. The child needs its own accessible name. */
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
  className?: string;
  /** The element that the tooltip belongs to. */
  children: ReactElement;
};

export function Tooltip({ text, side = "top", disabled, className, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup
            className={cn(
              "flex max-w-72 items-center gap-2 rounded-md bg-foreground px-2 py-1 text-background text-xs shadow transition-opacity data-ending-style:opacity-0 data-instant:transition-none data-starting-style:opacity-0",
              className,
            )}
          >
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
