"use client";

import { Button as BaseButton } from "@base-ui/react/button";
import type { VariantProps } from "class-variance-authority";
import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { buttonStyle } from "./button-style";
import { useTabStop } from "./hooks";
import { Spinner } from "./loading";

type Look = VariantProps<typeof buttonStyle> & { className?: string };

type ButtonProps = Omit<ComponentProps<typeof BaseButton>, "className"> & Look & { pending?: boolean };

/** While `pending`, the button keeps its width and focus, shows a spinner and can't be clicked. */
export function Button({ variant, size, className, pending = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <BaseButton
      {...useTabStop()}
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
