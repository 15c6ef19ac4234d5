import Link from "next/link";
import type { ReactNode } from "react";

/** A link of a table beside that which opens the row: plain until it is pointed at. */
export function CellLink({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      title={title}
      className="-outline-offset-1 block min-w-0 truncate rounded-sm decoration-muted-foreground underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}
