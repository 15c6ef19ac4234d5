import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";

const dot = cva("size-2 shrink-0 rounded-full", {
  variants: {
    tone: { positive: "bg-positive", warning: "bg-warning", negative: "bg-destructive", info: "bg-info", neutral: "bg-muted-foreground" },
  },
});

export type Tone = NonNullable<VariantProps<typeof dot>["tone"]>;

/** A status as a colored dot and a word. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" className={dot({ tone })} />
      {children}
    </span>
  );
}
