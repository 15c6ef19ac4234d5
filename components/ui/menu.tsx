"use client";

import { type ReactNode, useState } from "react";
import { LazyTrigger, lazy, type Trigger, useLazyPopup } from "./lazy";
import type { MenuContentProps } from "./menu-parts";

const parts = lazy(() => import("./menu-parts"));

type MenuProps = Omit<MenuContentProps, "children"> & {
  trigger: Trigger;
  /** Renders the items from the parts of a menu, which are loaded on demand. */
  children: (parts: typeof import("./menu-parts")) => ReactNode;
};

/** A menu that a button opens. */
export function Menu({ trigger, children, ...content }: MenuProps) {
  const [open, setOpen] = useState(false);
  const menu = useLazyPopup(parts, open, () => setOpen(false));
  if (!menu) return <LazyTrigger trigger={trigger} opens="menu" lazyContent={parts} onOpen={() => setOpen(true)} />;
  return (
    <menu.MenuRoot open={open} onOpenChange={setOpen}>
      <menu.MenuTrigger render={trigger} />
      <menu.MenuContent {...content}>{children(menu)}</menu.MenuContent>
    </menu.MenuRoot>
  );
}
