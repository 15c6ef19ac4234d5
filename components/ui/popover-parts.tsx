"use client";

import { Popover as Base } from "@base-ui/react/popover";
import type { ComponentProps, ReactNode, RefObject } from "react";
import { cn } from "@/lib/cn";
import { popupStyle } from "./styles";

export const PopoverRoot = Base.Root;

export type PopoverContentProps = Pick<ComponentProps<typeof Base.Positioner>, "side" | "align"> & {
  anchor: RefObject<HTMLElement | null>;
  title: ReactNode;
  /** Shows the title to screen readers only. */
  hideTitle?: boolean;
  className?: string;
  children: ReactNode;
};

export function PopoverContent({
  anchor,
  side = "bottom",
  align = "start",
  title,
  hideTitle = false,
  className,
  children,
}: PopoverContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={4} className="z-50">
        <Base.Popup className={cn(popupStyle, "grid w-80 max-w-[calc(100vw-2rem)] gap-3 p-4", className)}>
          <Base.Title className={cn("font-semibold", hideTitle && "sr-only")}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
