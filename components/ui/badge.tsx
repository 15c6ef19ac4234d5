import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** A short label beside a name, such as a role or a count. */
export function Badge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn("inline-flex h-5 items-center rounded-md border bg-muted px-1.5 font-medium text-muted-foreground text-xs", className)}
    >
      {children}
    </span>
  );
}
