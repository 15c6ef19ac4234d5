"use client";

import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { useField } from "./field";
import { inputStyle } from "./input";

type TextareaProps = ComponentProps<"textarea"> & { mono?: boolean };

/** A text area that grows with its content where the browser supports it. */
export function Textarea({ mono = false, className, ...rest }: TextareaProps) {
  return (
    <textarea
      {...useField()}
      {...rest}
      className={cn(inputStyle, "field-sizing-content min-h-20 py-1.5", mono && "font-mono text-[13px]", className)}
    />
  );
}
