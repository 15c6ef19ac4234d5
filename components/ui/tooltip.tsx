"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/lib/cn";

export const TooltipProvider = Base.Provider;

type Tip = {
  /** What the tooltip says. The child needs a name of its own: a tooltip is for sight. */
  text: ReactNode;
  side?: "top" | "right" | "bottom" | "left";
  disabled?: boolean;
  className?: string;
  /** The one element that it belongs to. */
  children: ReactElement;
};

export function Tooltip({ text, side = "top", disabled, className, children }: Tip) {
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
