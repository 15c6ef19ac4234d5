import { cn } from "@/lib/cn";

/** The style of lists, menus and popovers. */
export const popupStyle =
  "origin-(--transform-origin) rounded-lg border bg-popover p-1 text-popover-foreground text-sm shadow outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The style of an item in a list or menu. */
export const itemStyle =
  "grid min-h-8 cursor-default select-none items-center gap-x-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent data-disabled:text-muted-foreground pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

/** The style of the layer between the page and a dialog. */
export const backdropStyle =
  "print:hidden fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The style of the button of a select or combobox, in addition to that of text controls. Before hydration, it looks as it does afterward. */
export const triggerStyle = (isDisabled: boolean): string =>
  cn(
    "flex h-8 select-none items-center justify-between gap-2 pr-2 pl-3 text-left pointer-coarse:h-10",
    isDisabled
      ? "cursor-not-allowed bg-muted text-muted-foreground"
      : "disabled:cursor-progress disabled:bg-background disabled:text-foreground",
  );

/** The style of dialog panels, without a width. A panel that is higher than the window scrolls, and keeps a margin. */
export const panelStyle =
  "relative m-auto max-h-full w-full wrap-anywhere overflow-y-auto print:max-h-none print:max-w-none print:overflow-visible print:border-0 print:shadow-none overscroll-contain scroll-pb-24 rounded-lg border bg-popover text-popover-foreground shadow outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The area around a dialog panel. */
export const dialogViewportStyle = "fixed inset-0 z-40 flex p-4 print:static print:p-0";
