"use client";

import { Button as BaseButton } from "@base-ui/react/button";
import { cva, type VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { Spinner } from "./spinner";

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
        sm: "h-7 px-2 text-[13px] pointer-coarse:h-9",
        default: "h-8 px-3 pointer-coarse:h-10",
        lg: "h-10 px-4",
        icon: "size-8 pointer-coarse:size-10",
        "icon-sm": "size-7 pointer-coarse:size-9",
      },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
);

type Look = VariantProps<typeof buttonStyle> & { className?: string };

type ButtonProps = Omit<ComponentProps<typeof BaseButton>, "className"> & Look & { pending?: boolean };

/** While `pending`, the button keeps its width and focus, shows a spinner and can't be clicked. */
export function Button({ variant, size, className, pending = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      {...rest}
      disabled={disabled || pending}
      focusableWhenDisabled={pending}
      aria-busy={pending || undefined}
      className={cn(buttonStyle({ variant, size }), pending && "data-disabled:opacity-100", className)}
    >
      {pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </BaseButton>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cn(buttonStyle({ variant, size }), className)} />;
}
