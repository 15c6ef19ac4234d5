import type { ReactNode } from "react";

/** A list of labels and values. */
export function DetailsList({ children }: { children: ReactNode }) {
  return <dl className="-my-1.5 grid">{children}</dl>;
}

export function DetailsItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 py-1.5">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
