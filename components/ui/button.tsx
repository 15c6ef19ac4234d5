"use client";

import { Button as BaseButton } from "@base-ui/react/button";
import type { VariantProps } from "class-variance-authority";
import Link from "next/link";
import { type ComponentProps, useRef } from "react";
import { cn } from "@/lib/cn";
import { buttonStyle } from "./button-style";
import { useTabStop } from "./hooks";
import { useIsHydrated } from "./hydration";
import { keyTexts } from "./keyed-texts";
import { Spinner } from "./loading";

type Look = VariantProps<typeof buttonStyle> & { className?: string };

type ButtonProps = Omit<ComponentProps<typeof BaseButton>, "className"> & Look & { pending?: boolean };

/** While `pending`, the button keeps its width and focus, shows a spinner and can't be clicked. Before hydration, it can't be clicked. */
export function Button({ variant, size, className, pending = false, disabled, children, ...rest }: ButtonProps) {
  const isHydrated = useIsHydrated();
  return (
    <BaseButton
      {...useTabStop()}
      {...rest}
      disabled={disabled || pending || !isHydrated}
      focusableWhenDisabled={pending}
      aria-busy={pending || undefined}
      className={cn(
        buttonStyle({ variant, size }),
        pending && "data-disabled:opacity-100",
        !isHydrated && !disabled && "data-disabled:cursor-progress data-disabled:opacity-100",
        className,
      )}
    >
      {pending ? (
        <>
          <span className="inline-flex items-center gap-2 opacity-0">{keyTexts(children)}</span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        keyTexts(children)
      )}
    </BaseButton>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, children, ...rest }: Omit<ComponentProps<typeof Link>, "className"> & Omit<Look, "className">) {
  return (
    <Link {...rest} className={cn(buttonStyle({ variant, size }))}>
      {keyTexts(children)}
    </Link>
  );
}

/** The files that can hold rows of leads or codes. */
export const tableFiles = ".csv,.tsv,.txt,.xlsx";

type FileButtonProps = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** File types, as in the `accept` attribute of an input. */
  accept: string;
  onFile: (file: File) => void;
};

/** A button that lets people choose a file. */
export function FileButton({ accept, onFile, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Lets the same file be chosen again after it was changed.
          target.value = "";
        }}
      />
      <Button {...button} onClick={() => picker.current?.click()} />
    </>
  );
}
