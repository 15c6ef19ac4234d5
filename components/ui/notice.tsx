import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

const noticeStyles = {
  negative: { icon: CircleAlert, className: "text-destructive" },
  warning: { icon: TriangleAlert, className: "text-warning" },
};

type InlineNoticeProps = { tone: keyof typeof noticeStyles; className?: string; children: ReactNode };

/** A warning or an error inside a form or a card. */
export function InlineNotice({ tone, className, children }: InlineNoticeProps) {
  const { icon: Icon, className: color } = noticeStyles[tone];
  return (
    <p role={tone === "negative" ? "alert" : undefined} className={cn("flex gap-2", className)}>
      <Icon aria-hidden="true" className={cn("mt-0.5 size-4 shrink-0", color)} />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}
