/** The style of lists, menus and popovers. */
export const popupStyle =
  "origin-(--transform-origin) rounded-lg border bg-popover p-1 text-popover-foreground text-sm shadow outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The style of an item in a list or menu. */
export const itemStyle =
  "grid min-h-8 cursor-default select-none items-center gap-x-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent data-disabled:text-muted-foreground pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

/** The style of the layer between the page and a dialog. */
export const backdropStyle =
  "fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";
