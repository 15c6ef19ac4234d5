import type { CSSProperties } from "react";
import { cn } from "@/lib/cn";

/** A placeholder for content that is loading. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden="true" style={style} className={cn("h-4 rounded-sm bg-muted motion-safe:animate-pulse", className)} />;
}
