"use client";

import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { useField } from "./field";
import { useTabStop } from "./hooks";
import { useIsHydrated } from "./hydration";

type CheckboxProps = Omit<ComponentProps<typeof Base.Root>, "className"> & { className?: string };

/** A checkbox. Needs a `Field` around it, or an `aria-label`. */
export function Checkbox({ className, disabled = false, ...rest }: CheckboxProps) {
  const isHydrated = useIsHydrated();
  return (
    <Base.Root
      {...useField()}
      {...useTabStop()}
      {...rest}
      disabled={disabled || !isHydrated}
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-sm border border-input bg-background text-primary-foreground aria-invalid:border-destructive",
        "data-checked:border-ring data-indeterminate:border-ring data-checked:bg-primary data-indeterminate:bg-primary",
        disabled && "opacity-50",
        className,
      )}
    >
      <Base.Indicator
        className="grid place-items-center"
        render={(props, { indeterminate }) => (
          <span {...props}>
            {indeterminate ? <Minus className="size-3" strokeWidth={3} /> : <Check className="size-3" strokeWidth={3} />}
          </span>
        )}
      />
    </Base.Root>
  );
}
