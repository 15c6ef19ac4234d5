"use client";

import { type LucideIcon, MoreHorizontal } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from "react";
import { IconButton } from "./icon-button";
import { isClosedByTrigger, lazy, type OpenedBy, PopupTrigger, type Trigger, useLazy } from "./lazy";
import type { MenuContentProps } from "./menu-parts";

const parts = lazy(() => import("./menu-parts"));

type MenuProps = Pick<MenuContentProps, "side" | "align" | "className"> & {
  trigger: Trigger;
  /** Renders the items from the parts of a menu, which are loaded on demand. */
  children: (parts: typeof import("./menu-parts")) => ReactNode;
};

/** A menu that a button opens. */
export function Menu({ trigger, children, ...content }: MenuProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null);
  const open = openedBy !== null;
  const menu = useLazy(parts, open, () => setOpenedBy(null));
  return (
    <>
      <PopupTrigger
        trigger={trigger}
        anchor={anchor}
        opens="menu"
        open={open}
        lazyContent={parts}
        onToggle={(by) => setOpenedBy(open ? null : by)}
      />
      {menu && (
        <menu.MenuRoot
          open={open}
          onOpenChange={(next, details) => !next && !isClosedByTrigger(anchor.current, details) && setOpenedBy(null)}
        >
          <menu.MenuContent {...content} anchor={anchor} openedBy={openedBy}>
            {children(menu)}
          </menu.MenuContent>
        </menu.MenuRoot>
      )}
    </>
  );
}

/** An action of a menu or of a selection. */
export type Action = {
  label: string;
  icon?: LucideIcon;
  destructive?: boolean;
  disabled?: boolean;
  /** Whether a line separates it from the actions before it. */
  separated?: boolean;
  onSelect: () => void;
};

type ActionMenuProps = Pick<ComponentProps<typeof IconButton>, "label" | "size" | "variant" | "pending" | "className"> &
  Pick<MenuProps, "side"> & {
    /** Actions that aren't available are left out with `false`. */
    actions: readonly (Action | false)[];
    /** Explains why actions are disabled. */
    note?: string | undefined;
  };

/** A menu of actions behind three dots. Renders nothing without actions. */
export function ActionMenu({ actions, note, side, ...button }: ActionMenuProps) {
  const available = actions.filter((action) => action !== false);
  if (available.length === 0) return null;
  return (
    <Menu
      side={side}
      trigger={
        <IconButton {...button}>
          <MoreHorizontal aria-hidden="true" />
        </IconButton>
      }
    >
      {({ MenuItem, MenuNote, MenuSeparator }) => (
        <>
          {note !== undefined && <MenuNote>{note}</MenuNote>}
          {available.map(({ label, icon: Icon, separated = false, ...item }, index) => (
            <Fragment key={label}>
              {separated && index > 0 && <MenuSeparator />}
              <MenuItem {...item}>
                {Icon && <Icon aria-hidden="true" />}
                {label}
              </MenuItem>
            </Fragment>
          ))}
        </>
      )}
    </Menu>
  );
}
