"use client";

import { MoreHorizontal } from "lucide-react";
import { type ComponentProps, Fragment, type ReactNode, useRef, useState } from "react";
import { type Action, type ActionDialogs, useActions } from "./actions";
import { IconButton } from "./icon-button";
import { lazy, useLazy } from "./lazy";
import type { MenuContentProps } from "./menu-parts";
import { isClosedByTrigger, type OpenedBy, PopupTrigger, type Trigger } from "./popup-trigger";

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

type ActionMenuProps = Pick<ComponentProps<typeof IconButton>, "label" | "size" | "variant" | "className"> &
  Pick<MenuProps, "side"> & {
    /** Actions that aren't available are left out with `false`. */
    actions: readonly (Action | false)[];
    /** Where their dialogs open. Defaults to one of the menu's own. */
    dialogs?: ActionDialogs;
    /** Explains why actions are disabled. */
    note?: string | undefined;
  };

/** A menu of actions behind three dots. Without actions, there is no button. */
export function ActionMenu({ actions, dialogs, note, side, ...button }: ActionMenuProps) {
  const { start, isPending, dialog } = useActions(actions, dialogs);
  const available = actions.filter((action) => action !== false);
  return (
    <>
      {available.length > 0 && (
        <Menu
          side={side}
          trigger={
            <IconButton {...button} pending={isPending}>
              <MoreHorizontal aria-hidden="true" />
            </IconButton>
          }
        >
          {({ MenuItem, MenuNote, MenuSeparator }) => (
            <>
              {note !== undefined && <MenuNote>{note}</MenuNote>}
              {available.map((action, index) => {
                const { label, icon: Icon, separated, destructive, disabled } = action;
                return (
                  <Fragment key={label}>
                    {separated && index > 0 && <MenuSeparator />}
                    <MenuItem destructive={destructive} disabled={disabled} onSelect={() => start(action)}>
                      {Icon && <Icon aria-hidden="true" />}
                      {label}
                    </MenuItem>
                  </Fragment>
                );
              })}
            </>
          )}
        </Menu>
      )}
      {dialog}
    </>
  );
}
