import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** A word that sorts what it stands beside: a role, a kind, a count. */
export function Badge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn("inline-flex h-5 items-center rounded-md border bg-muted px-1.5 font-medium text-muted-foreground text-xs", className)}
    >
      {children}
    </span>
  );
}
