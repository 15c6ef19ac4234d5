import { LoaderCircle } from "lucide-react";
import { cn } from "@/lib/cn";

/** A loading indicator. Hidden from screen readers, so the state must also be in the text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4 motion-safe:animate-spin", className)} />;
}
