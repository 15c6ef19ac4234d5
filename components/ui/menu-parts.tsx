"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "@/lib/cn";
import { keyTexts } from "./keyed-texts";
import type { OpenedBy } from "./popup-trigger";
import { itemStyle, popupStyle } from "./styles";

export const MenuRoot = Base.Root;
export const MenuGroup = Base.Group;
export const MenuRadioGroup = Base.RadioGroup;

const rowStyle = cn(itemStyle, "flex gap-2");

export type MenuContentProps = Pick<ComponentProps<typeof Base.Positioner>, "side" | "align"> & {
  anchor: RefObject<HTMLElement | null>;
  openedBy: OpenedBy | null;
  className?: string;
  children: ReactNode;
};

export function MenuContent({ anchor, openedBy, side = "bottom", align = "end", className, children }: MenuContentProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} side={side} align={align} sideOffset={4} className="z-50 outline-none">
        <Base.Popup ref={popup} className={cn(popupStyle, "min-w-44 max-w-[calc(100vw-2rem)]", className)}>
          {children}
          <InitialFocus popup={popup} openedBy={openedBy} />
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Focuses an item when the keyboard opened the menu. The pointer leaves the focus on the menu itself. */
function InitialFocus({ popup, openedBy }: { popup: RefObject<HTMLElement | null>; openedBy: OpenedBy | null }) {
  useEffect(() => {
    if (openedBy === null || openedBy === "pointer") return;
    const frame = requestAnimationFrame(() => {
      const items = [...(popup.current?.querySelectorAll<HTMLElement>("[role^=menuitem]:not([data-disabled])") ?? [])];
      items.at(openedBy === "last" ? -1 : 0)?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [popup, openedBy]);
  return null;
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
      {keyTexts(children)}
      {shortcut && <span className="ml-auto pl-4">{shortcut}</span>}
    </Base.Item>
  );
}

export function MenuLink({ href, current = false, children }: { href: string; current?: boolean; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick render={<Link href={href} aria-current={current ? "page" : undefined} />} className={rowStyle}>
      {keyTexts(children)}
      {current && <Check aria-hidden="true" className="ml-auto" />}
    </Base.LinkItem>
  );
}

export function MenuRadio({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Base.RadioItem value={value} closeOnClick className={rowStyle}>
      {keyTexts(children)}
      <Base.RadioItemIndicator className="ml-auto">
        <Check aria-hidden="true" />
      </Base.RadioItemIndicator>
    </Base.RadioItem>
  );
}

/** An item that is on or off. The menu stays open. */
export function MenuCheckbox({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={onChange} className={rowStyle}>
      {keyTexts(children)}
      <Base.CheckboxItemIndicator className="ml-auto">
        <Check aria-hidden="true" />
      </Base.CheckboxItemIndicator>
    </Base.CheckboxItem>
  );
}

/** The label of a group. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Base.GroupLabel className="px-2 py-1.5 text-muted-foreground text-xs">{children}</Base.GroupLabel>;
}

/** Explains why items are disabled. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="max-w-60 px-2 py-1.5 text-2sm text-muted-foreground">{children}</p>;
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-border" />;
}
