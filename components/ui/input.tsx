"use client";

import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { inputStyle, useField } from "./field";
import { useEarlyInput, useIsHydrated } from "./hydration";

type InputProps = ComponentProps<"input"> & {
  /** For codes, keys and emails. */
  mono?: boolean;
};

export function Input({ mono = false, className, ref, ...rest }: InputProps) {
  return (
    <input
      {...useField()}
      {...rest}
      ref={useEarlyInput(ref, rest.onChange)}
      className={cn(inputStyle, "h-8 pointer-coarse:h-10", mono && "font-mono text-2sm", className)}
    />
  );
}

type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

/** A text area that grows with its content where the browser supports it. It is read-only until hydration, which resets its text. */
export function Textarea({ mono = false, className, readOnly = false, ...rest }: TextareaProps) {
  const isHydrated = useIsHydrated();
  return (
    <textarea
      {...useField()}
      {...rest}
      readOnly={readOnly || !isHydrated}
      className={cn(inputStyle, "field-sizing-content min-h-20 py-1.5", mono && "font-mono text-2sm", className)}
    />
  );
}
