import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { Series } from "./chart-series";
import { formatDay } from "./chart-format";

/** The numbers of a chart, the latest day first; where it is not `shown`, for screen readers alone. */
export function ChartTable({ label, series, isVisible }: { label: string; series: readonly Series[]; isVisible: boolean }) {
  const days = [...(series[0]?.days ?? []).keys()].reverse();
  return (
    <ScrollArea label={label} isVisible={isVisible}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <HeaderCell>Day</HeaderCell>
            {series.map((each) => (
              <HeaderCell key={each.label} numeric>
                {each.label}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((place) => {
            const day = series[0]?.days[place]?.date ?? "";
            return (
              <tr key={day}>
                <th scope="row" className="h-8 border-b px-3 font-normal">
                  <time dateTime={day}>{formatDay(day)}</time>
                </th>
                {series.map(({ label: name, days: counted }) => (
                  <td key={name} className="h-8 border-b px-3 text-right">
                    {(counted[place]?.count ?? 0).toLocaleString("en")}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function ScrollArea({ label, isVisible, children }: { label: string; isVisible: boolean; children: ReactNode }) {
  if (!isVisible) return <div className="sr-only">{children}</div>;
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 h-full overflow-y-auto rounded-lg border"
    >
      {children}
    </section>
  );
}

const HeaderCell = ({ numeric = false, children }: { numeric?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cn("sticky top-0 h-9 border-b bg-card px-3 font-medium text-[13px] text-muted-foreground", numeric && "text-right")}
  >
    {children}
  </th>
);
