"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { itemStyle, popupStyle } from "./popup-styles";

export const MenuRoot = Base.Root;
export const MenuTrigger = Base.Trigger;
export const MenuGroup = Base.Group;
export const MenuRadioGroup = Base.RadioGroup;

const rowStyle = cn(itemStyle, "flex gap-2");

export type MenuContentProps = Pick<ComponentProps<typeof Base.Positioner>, "side" | "align"> & { className?: string; children: ReactNode };

export function MenuContent({ side = "bottom", align = "end", className, children }: MenuContentProps) {
  return (
    <Base.Portal>
      <Base.Positioner side={side} align={align} sideOffset={4} className="z-50 outline-none">
        <Base.Popup className={cn(popupStyle, "min-w-44 max-w-[calc(100vw-2rem)]", className)}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

type MenuItemProps = {
  onSelect: () => void;
  destructive?: boolean;
  disabled?: boolean;
  /** The keyboard shortcut, shown at the end. */
  shortcut?: ReactNode;
  children: ReactNode;
};

export function MenuItem({ onSelect, destructive = false, disabled, shortcut, children }: MenuItemProps) {
  return (
    <Base.Item onClick={onSelect} disabled={disabled} className={cn(rowStyle, destructive && "not-data-disabled:text-destructive")}>
      {children}
      {shortcut && <span className="ml-auto pl-4">{shortcut}</span>}
    </Base.Item>
  );
}

export function MenuLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link href={href} />} className={rowStyle}>
      {children}
    </Base.LinkItem>
  );
}

export function MenuRadio({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} closeOnClick className={rowStyle}>
      {children}
      <Base.RadioItemIndicator className="ml-auto">
        <Check aria-hidden="true" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}

/** The label of a group. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Base.GroupLabel className="px-2 py-1.5 text-muted-foreground text-xs">{children}</Base.GroupLabel>;
}

/** Explains why items are disabled. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="max-w-60 px-2 py-1.5 text-[13px] text-muted-foreground">{children}</p>;
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />;
}
