"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { cn } from "@/lib/cn";
import { copyText } from "@/lib/copy-text";

/** Milliseconds for which the button shows the result. */
const feedbackDuration = 1500;

type CopyButtonProps = {
  text: string;
  /** Name of the text, for screen readers. */
  label: string;
  /** Shows only an icon. */
  icon?: boolean;
  className?: string;
};

/** Copies `text`, and shows whether that worked. */
export function CopyButton({ text, label, icon = false, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"Copied" | "Couldn't copy" | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), feedbackDuration);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    copyText(text).then(
      () => setOutcome("Copied"),
      () => setOutcome("Couldn't copy"),
    );
  const Icon = outcome === null ? Copy : outcome === "Copied" ? Check : X;
  return (
    <button
      type="button"
      onClick={copy}
      className={cn(
        "inline-flex h-7 shrink-0 items-center justify-end gap-2 rounded-md text-2sm hover:bg-accent hover:text-foreground noscript:hidden",
        icon ? "w-7 justify-center text-muted-foreground" : "min-w-21 px-3 text-foreground",
        className,
      )}
    >
      {icon && <Icon aria-hidden="true" className="size-3.5" />}
      <span aria-live="polite" className={cn(icon && "sr-only")}>
        {outcome ?? "Copy"}
      </span>
      {outcome === null && <span className="sr-only"> {label}</span>}
    </button>
  );
}

/** A text with a copy button, such as an API key. */
export function CopyableText({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-start gap-1 rounded-lg border bg-sunken py-1 pr-1 pl-3">
      <code translate="no" className="min-w-0 flex-1 break-all py-1 font-mono text-2sm">
        {text}
      </code>
      <CopyButton text={text} label={label} icon />
    </div>
  );
}
