import type { ReactNode } from "react";

type TableCardProps = {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** A titled table, for pages with several tables. */
export function TableCard({ title, description, action, children }: TableCardProps) {
  return (
    <section className="min-w-0">
      <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-2">
        <div className="grid min-w-0 gap-1">
          <h2 className="font-semibold text-[15px]">{title}</h2>
          {description && <p className="max-w-2xl text-muted-foreground">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
