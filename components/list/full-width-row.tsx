import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type FullWidthRowProps = {
  /** Minimum height, in rows. */
  rows?: number;
  className?: string;
  children: ReactNode;
};

/** A row as wide as the table. Uses no `colSpan`, since spanning hidden columns would show them again. */
export function FullWidthRow({ rows = 0, className, children }: FullWidthRowProps) {
  return (
    <tr>
      <td className="p-0">
        {/* Stays visible when the table is wider than the window. */}
        <div style={{ minHeight: rows * 40 }} className={cn("sticky left-0 w-[100cqw]", className)}>
          {children}
        </div>
      </td>
    </tr>
  );
}
