import Link from "next/link";
import type { ComponentProps } from "react";
import { cn } from "@/lib/cn";

/** A link within text, in a readable shade of the accent color. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={cn("rounded-sm font-medium text-link underline decoration-link/40 underline-offset-3 hover:decoration-current", className)}
    />
  );
}
