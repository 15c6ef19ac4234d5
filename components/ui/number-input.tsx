"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "./input";

type NumberInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type" | "mono"> & {
  /** Undefined for an empty field, NaN for text that isn't a number. */
  value: number | undefined;
  onValueChange: (value: number | undefined) => void;
};

const formatNumber = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : value.toLocaleString("en"));

/** Parses a typed number. Undefined without text, NaN if it isn't a number. */
export function parseNumber(text: string): number | undefined {
  // Thousands separators, as in 10,000 and 10 000.
  const digits = text.replace(/[,\s\u2019']/g, "");
  if (digits === "") return undefined;
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A field for a number. Shows thousands separators when it loses focus. */
export function NumberInput({ value, onValueChange, onBlur, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? formatNumber(value)}
      onChange={(event) => {
        setDraft(event.target.value);
        onValueChange(parseNumber(event.target.value));
      }}
      onBlur={(event) => {
        // Keeps invalid text, so that it can be corrected.
        if (!Number.isNaN(value)) setDraft(null);
        onBlur?.(event);
      }}
    />
  );
}
