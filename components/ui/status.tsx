import { cva, type VariantProps } from "class-variance-authority";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { keyTexts } from "./keyed-texts";

const dot = cva("size-2 shrink-0 rounded-full", {
  variants: {
    tone: { positive: "bg-positive", warning: "bg-warning", negative: "bg-destructive", info: "bg-info", neutral: "bg-muted-foreground" },
  },
});

export type Tone = NonNullable<VariantProps<typeof dot>["tone"]>;

/** A status as a colored dot and a word. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    // A narrow column cuts it off.
    <span title={typeof children === "string" ? children : undefined} className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden="true" data-figure="" className={dot({ tone })} />
      {keyTexts(children)}
    </span>
  );
}

/** A short label beside a name, such as a role or a count. */
export function Badge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={cn("inline-flex h-5 items-center rounded-md border bg-muted px-1.5 font-medium text-muted-foreground text-xs", className)}
    >
      {keyTexts(children)}
    </span>
  );
}

/** The initials of a name, or of an email. */
export function getInitials(name: string): string {
  const words =
    name
      .split("@")[0]
      ?.split(/[\s._-]+/u)
      .filter(Boolean) ?? [];
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toLocaleUpperCase("en");
}

/** Initials beside a name. Hidden from screen readers, and rendered by CSS so that they aren't part of the text. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      data-initials={getInitials(name)}
      className="before:content-[attr(data-initials)] inline-grid size-7 shrink-0 select-none place-items-center rounded-full bg-accent font-medium text-2xs text-foreground"
    />
  );
}
