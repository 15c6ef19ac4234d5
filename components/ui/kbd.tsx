import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** A key of the keyboard. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-sm border bg-muted px-1 font-sans text-[11px] text-muted-foreground",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
