"use client";

import { Switch as Base } from "@base-ui/react/switch";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";
import { useField } from "./field";
import { useIsHydrated } from "./hydration";

type SwitchProps = Omit<ComponentProps<typeof Base.Root>, "className">;

/** A switch. Needs a `Field` around it, or an `aria-label`. */
export function Switch({ disabled = false, ...rest }: SwitchProps) {
  const isHydrated = useIsHydrated();
  return (
    <Base.Root
      {...useField()}
      {...rest}
      disabled={disabled || !isHydrated}
      className={cn(
        "inline-flex h-5 w-8 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors data-checked:bg-primary data-checked:inset-ring data-checked:inset-ring-ring",
        disabled && "opacity-50",
      )}
    >
      <Base.Thumb className="size-4 rounded-full bg-background transition-transform data-checked:translate-x-3 data-checked:bg-primary-foreground" />
    </Base.Root>
  );
}
