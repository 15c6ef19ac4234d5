"use client";

import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useTabStop } from "./hooks";

/** A link within text, in a readable shade of the accent color. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={cn("rounded-sm font-medium text-link underline decoration-link/40 underline-offset-3 hover:decoration-current", className)}
    />
  );
}

/** A secondary link in a table row. Underlined on hover only. */
export function CellLink({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  return (
    <Link
      {...useTabStop()}
      href={href}
      prefetch={false}
      title={title}
      className="-outline-offset-1 block min-w-0 truncate rounded-sm decoration-muted-foreground underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}
