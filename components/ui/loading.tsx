import { LoaderCircle } from "lucide-react";
import type { CSSProperties } from "react";
import { cn } from "@/lib/cn";

/** A loading indicator. Hidden from screen readers, so the state must also be in the text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4 motion-safe:animate-spin", className)} />;
}

/** A placeholder for content that is loading. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return <div aria-hidden="true" style={style} className={cn("h-4 rounded-sm bg-muted motion-safe:animate-pulse", className)} />;
}
