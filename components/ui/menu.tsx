"use client";

import { type ReactNode, useState } from "react";
import { later, type Trigger, TriggerAlone, usePopup } from "./later";
import type { MenuContentProps } from "./menu-parts";

const parts = later(() => import("./menu-parts"));

type MenuProps = Omit<MenuContentProps, "children"> & {
  trigger: Trigger;
  /** Its lines, out of the parts of a menu. */
  children: (parts: typeof import("./menu-parts")) => ReactNode;
};

/** Lines to choose from, which a button opens. */
export function Menu({ trigger, children, ...content }: MenuProps) {
  const [open, setOpen] = useState(false);
  const menu = usePopup(parts, open, () => setOpen(false));
  if (!menu) return <TriggerAlone trigger={trigger} opens="menu" loads={parts} onOpen={() => setOpen(true)} />;
  return (
    <menu.MenuRoot open={open} onOpenChange={setOpen}>
      <menu.MenuTrigger render={trigger} />
      <menu.MenuContent {...content}>{children(menu)}</menu.MenuContent>
    </menu.MenuRoot>
  );
}
