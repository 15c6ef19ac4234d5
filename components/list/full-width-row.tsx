import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type FullWidthRowProps = {
  /** As high as so many rows, at least. */
  rows?: number;
  className?: string;
  children: ReactNode;
};

/** A row as wide as its table. It spans no columns: some of them may be hidden, and what spans those brings them back. */
export function FullWidthRow({ rows = 0, className, children }: FullWidthRowProps) {
  return (
    <tr>
      <td className="p-0">
        {/* Stays in sight where the table is wider than the window. */}
        <div style={{ minHeight: rows * 40 }} className={cn("sticky left-0 w-[100cqw]", className)}>
          {children}
        </div>
      </td>
    </tr>
  );
}
