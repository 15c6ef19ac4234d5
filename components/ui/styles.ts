import { cva } from "class-variance-authority";
import { cn } from "@/lib/cn";

/** The style of buttons. Apart from `Button`, so that pages without its script can use it too. */
export const buttonStyle = cva(
  [
    "relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg border border-transparent font-medium",
    "transition-colors disabled:opacity-50 data-disabled:cursor-default data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        // The border stays visible when the accent matches the page background.
        default: "border-foreground/12 bg-primary text-primary-foreground hover:bg-primary-hover",
        outline: "border-border bg-background hover:bg-accent data-popup-open:bg-accent",
        ghost: "hover:bg-accent data-popup-open:bg-accent",
        destructive: "bg-destructive-fill text-destructive-foreground hover:bg-destructive-fill/90",
      },
      size: {
        sm: "h-7 px-2 text-2sm pointer-coarse:h-9",
        default: "h-8 px-3 pointer-coarse:h-10",
        lg: "h-10 px-4",
        icon: "size-8 pointer-coarse:size-10",
        "icon-sm": "size-7 pointer-coarse:size-9",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

/** The style of lists, menus and popovers. */
export const popupStyle =
  "origin-(--transform-origin) rounded-lg border bg-popover p-1 text-popover-foreground text-sm shadow outline-none transition-[opacity,scale] duration-100 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The style of an item in a list or menu. */
export const itemStyle =
  "grid min-h-8 cursor-default select-none items-center gap-x-2 rounded-md px-2 py-1.5 outline-none data-highlighted:bg-accent data-disabled:text-muted-foreground pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0";

/** The style of the layer between the page and a dialog. */
export const backdropStyle =
  "fixed inset-0 z-40 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

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
  "relative m-auto max-h-full w-full wrap-anywhere overflow-y-auto overscroll-contain scroll-pb-24 rounded-lg border bg-popover text-popover-foreground shadow outline-none transition-[opacity,scale] duration-150 data-ending-style:scale-98 data-starting-style:scale-98 data-ending-style:opacity-0 data-starting-style:opacity-0";

/** The area around a dialog panel. */
export const dialogViewportStyle = "fixed inset-0 z-40 flex p-4";
