"use client";

import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { useField } from "./field";

/** The style of all text controls. */
export const inputStyle = [
  "w-full min-w-0 rounded-lg border border-input bg-background px-3 text-foreground placeholder:text-muted-foreground pointer-coarse:text-base",
  "focus-visible:outline-offset-0 aria-invalid:border-destructive disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground",
];

type InputProps = ComponentProps<"input"> & {
  /** For codes, keys and emails. */
  mono?: boolean;
};

export function Input({ mono = false, className, ...rest }: InputProps) {
  return (
    <input {...useField()} {...rest} className={cn(inputStyle, "h-8 pointer-coarse:h-10", mono && "font-mono text-[13px]", className)} />
  );
}
