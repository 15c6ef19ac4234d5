"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ChangeEvent, type ComponentProps, useState } from "react";
import { cn } from "@/lib/cn";
import { useEarlyInput } from "./hydration";
import { Input } from "./input";

type NumberInputProps = Omit<ComponentProps<typeof Input>, "value" | "onChange" | "type" | "mono"> & {
  /** Undefined for an empty field, NaN for text that isn't a number. */
  value: number | undefined;
  onValueChange: (value: number | undefined) => void;
};

const formatNumber = (value: number | undefined): string => (value === undefined || Number.isNaN(value) ? "" : value.toLocaleString("en"));

/** Groups of three digits with one kind of separator, as in 10,000 and 10 000. */
const groupedNumber = /^-?[1-9]\d{0,2}([,\s\u2019'])\d{3}(?:\1\d{3})*(?:\.\d+)?$/;

/**
 * Parses a typed number. Undefined without text, NaN if it isn't a number, or if it can be read in two ways: 10.000 is ten for some people and
 * ten thousand for others.
 */
export function parseNumber(text: string): number | undefined {
  const typed = text.trim();
  if (typed === "") return undefined;
  const digits = groupedNumber.test(typed) ? typed.replace(/[,\s\u2019']/g, "") : typed;
  return /^-?\d+(\.\d+)?$/.test(digits) && !/\.\d{3}$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A field for a number. Shows thousands separators when it loses focus. */
export function NumberInput({ value, onValueChange, onBlur, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<{ text: string; value: number | undefined } | null>(null);
  return (
    <Input
      {...rest}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      // Not what was typed once something else set another value.
      value={draft && Object.is(draft.value, value) ? draft.text : formatNumber(value)}
      onChange={({ target: { value: text } }) => {
        const typed = parseNumber(text);
        setDraft({ text, value: typed });
        onValueChange(typed);
      }}
      onBlur={(event) => {
        // Keeps invalid text, so that it can be corrected.
        if (!Number.isNaN(value)) setDraft(null);
        onBlur?.(event);
      }}
    />
  );
}

/** A password field with a button that shows the password. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<typeof Input>, "type">) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Input {...rest} type={isVisible ? "text" : "password"} className={cn("pr-10", className)} />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={isVisible}
        onClick={() => setVisible(!isVisible)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-lg text-muted-foreground hover:text-foreground noscript:hidden"
      >
        {isVisible ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
      </button>
    </div>
  );
}

export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

type ColorInputProps = {
  name: string;
  /** `#rrggbb`, or text that isn't a color yet. */
  value: string;
  onChange: (color: string) => void;
  onBlur: () => void;
  /** The label of the color picker for screen readers. */
  pickLabel: string;
  placeholder?: string;
};

/** A color that is picked or typed. */
export function ColorInput({ name, value, onChange, onBlur, pickLabel, placeholder }: ColorInputProps) {
  const picked = isHexColor(value) ? value : placeholder && isHexColor(placeholder) ? placeholder : "#000000";
  const pick = (event: ChangeEvent<HTMLInputElement>) => onChange(event.target.value);
  const picker = useEarlyInput(undefined, pick);
  return (
    <div className="flex gap-2">
      <input
        ref={picker}
        type="color"
        aria-label={pickLabel}
        value={picked.toLowerCase()}
        onChange={pick}
        className="h-8 w-11 shrink-0 cursor-pointer rounded-lg border border-input bg-background p-1 pointer-coarse:h-10"
      />
      <Input
        mono
        name={name}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        spellCheck={false}
        autoComplete="off"
        className="w-32"
      />
    </div>
  );
}
