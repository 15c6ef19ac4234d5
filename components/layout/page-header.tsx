import type { ReactNode } from "react";

type PageHeaderProps = {
  title: ReactNode;
  /** The number of items, or a text such as "10,000+". */
  count?: number | string;
  description?: ReactNode;
  /** The primary action of the page. */
  action?: ReactNode;
};

export function PageHeader({ title, count, description, action }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 pt-6 pb-6 lg:pt-8">
      <div className="grid min-w-0 max-w-full gap-1">
        <h1 className="wrap-anywhere flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 font-semibold text-xl tracking-tight">
          {title}
          {count !== undefined && (
            <span className="font-normal text-muted-foreground">{typeof count === "number" ? count.toLocaleString("en") : count}</span>
          )}
        </h1>
        {description && <p className="max-w-2xl text-muted-foreground">{description}</p>}
      </div>
      {action}
    </header>
  );
}
