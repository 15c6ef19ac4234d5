import { cva } from "class-variance-authority";

/** The style of buttons, and of links that look like one. Apart from `Button`, because pages that the server renders call it. */
export const buttonStyle = cva(
  [
    "print:hidden relative inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-lg border border-transparent font-medium",
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
        // On pages for customers.
        touch: "h-11 px-4 text-base",
        icon: "size-8 pointer-coarse:size-10",
        "icon-sm": "size-7 pointer-coarse:size-9",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);
