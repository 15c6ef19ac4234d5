import type { ReactNode, Ref } from "react";
import { cn } from "@/lib/cn";

type CardProps = {
  title?: ReactNode;
  /** Lets the page move the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement> | undefined;
  description?: ReactNode;
  /** Shown at the end of the title row. */
  action?: ReactNode;
  /** A row at the bottom, for the buttons of a form. */
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
};

export function Card({ title, titleRef, description, action, footer, className, children }: CardProps) {
  return (
    <section className={cn("min-w-0 rounded-lg border bg-card text-card-foreground", className)}>
      {(title || action) && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6 sm:pt-5">
          <div className="grid min-w-0 gap-1">
            {title && (
              <h2 ref={titleRef} tabIndex={titleRef ? -1 : undefined} className="font-semibold text-md outline-none">
                {title}
              </h2>
            )}
            {description && <p className="max-w-2xl text-muted-foreground">{description}</p>}
          </div>
          {action}
        </header>
      )}
      {children && <div className="px-4 py-4 sm:px-6 sm:pb-6">{children}</div>}
      {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-4 py-3 sm:px-6">{footer}</footer>}
    </section>
  );
}

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
          <h2 className="font-semibold text-md">{title}</h2>
          {description && <p className="max-w-2xl text-muted-foreground">{description}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

/** A list of labels and values. */
export function DetailsList({ children }: { children: ReactNode }) {
  return <dl className="-my-1.5 grid">{children}</dl>;
}

export function DetailsItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 py-1.5">
      <dt dir="auto" className="text-left text-muted-foreground">
        {label}
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
