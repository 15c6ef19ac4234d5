import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  /** What appears here, or why there is nothing. */
  description?: ReactNode;
  /** A button or link for the first step. */
  action?: ReactNode;
  className?: string;
};

export function EmptyState({ icon: Icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn("grid justify-items-center gap-1 px-6 py-16 text-center", className)}>
      <Icon aria-hidden="true" className="mb-2 size-5 text-muted-foreground" />
      <h2 className="font-medium">{title}</h2>
      {description && <p className="max-w-md text-balance text-muted-foreground">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
