"use client";

import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Switch as BaseSwitch } from "@base-ui/react/switch";
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

type SwitchProps = Omit<ComponentProps<typeof BaseSwitch.Root>, "className"> & { className?: string };

/** A switch. Needs a `Field` around it, or an `aria-label`. */
export function Switch({ className, disabled = false, ...rest }: SwitchProps) {
  const isHydrated = useIsHydrated();
  return (
    <BaseSwitch.Root
      {...useField()}
      {...rest}
      disabled={disabled || !isHydrated}
      className={cn(
        "inline-flex h-5 w-8 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors data-checked:bg-primary data-checked:inset-ring data-checked:inset-ring-ring",
        disabled && "opacity-50",
        className,
      )}
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-background transition-transform data-checked:translate-x-3 data-checked:bg-primary-foreground" />
    </BaseSwitch.Root>
  );
}
