"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "./input";

type NumberInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type" | "mono"> & {
  /** Undefined where the field is empty; no number where what is typed is none. */
  value: number | undefined;
  onValueChange: (value: number | undefined) => void;
};

const shown = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : value.toLocaleString("en"));

/** The number that somebody wrote; undefined for nothing. */
export function parseNumber(text: string): number | undefined {
  // As people write them: 10,000 and 10 000.
  const digits = text.replace(/[,\s\u2019']/g, "");
  if (digits === "") return undefined;
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A number that is typed, shown with its thousands apart once the field is left. */
export function NumberInput({ value, onValueChange, onBlur, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      value={draft ?? shown(value)}
      onChange={(event) => {
        setDraft(event.target.value);
        onValueChange(parseNumber(event.target.value));
      }}
      onBlur={(event) => {
        // What is no number stays, to be mended.
        if (!Number.isNaN(value)) setDraft(null);
        onBlur?.(event);
      }}
    />
  );
}
