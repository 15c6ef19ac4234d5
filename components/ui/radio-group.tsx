"use client";

import { Radio } from "@base-ui/react/radio";
import { RadioGroup as Base } from "@base-ui/react/radio-group";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn";
import { FieldError } from "./field";
import { useIsHydrated } from "./hydration";

type RadioOption<Value extends string> = { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean };

type RadioGroupProps<Value extends string> = {
  label: string;
  options: readonly RadioOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  name?: string;
  error?: string | undefined;
};

/** A choice between a few visible options. */
export function RadioGroup<Value extends string>({ label, options, value, onValueChange, name, error }: RadioGroupProps<Value>) {
  const id = useId();
  const isHydrated = useIsHydrated();
  return (
    <div className="grid content-start gap-2">
      <span id={id} className="font-medium text-2sm">
        {label}
      </span>
      <Base
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        name={name}
        disabled={!isHydrated}
        value={value}
        onValueChange={(next) => onValueChange(next as Value)}
        className="grid gap-3"
      >
        {options.map((option) => (
          <RadioItem key={option.value} {...option} />
        ))}
      </Base>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

function RadioItem({ value, label, hint, disabled }: RadioOption<string>) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <Radio.Root
        id={id}
        value={value}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={cn(
          "mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-input bg-background data-checked:border-ring data-checked:bg-primary",
          disabled && "opacity-50",
        )}
      >
        <Radio.Indicator className="size-1.5 rounded-full bg-primary-foreground" />
      </Radio.Root>
      <div>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-2sm text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
