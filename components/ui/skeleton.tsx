import type { CSSProperties } from "react";
import { cn } from "@/lib/cn";

/** Keeps the place of what is still to come. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden="true" style={style} className={cn("h-4 rounded-sm bg-muted motion-safe:animate-pulse", className)} />;
}
