"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { useTabStop } from "./hooks";

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
