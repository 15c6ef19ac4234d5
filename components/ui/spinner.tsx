import { LoaderCircle } from "lucide-react";
import { cn } from "@/lib/cn";

/** Says by sight that something runs; what runs is said by the text beside it. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn("size-4 motion-safe:animate-spin", className)} />;
}
