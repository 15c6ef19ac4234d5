import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import { formatChartDate } from "./chart-format";
import type { Series } from "./chart-series";

/** The data of a chart as a table, latest date first. Unless `isVisible`, it is for screen readers only. */
export function ChartTable({ label, series, isVisible }: { label: string; series: readonly Series[]; isVisible: boolean }) {
  const indexes = [...(series[0]?.days ?? []).keys()].reverse();
  return (
    <ScrollArea label={label} isVisible={isVisible}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <HeaderCell>Date</HeaderCell>
            {series.map((line) => (
              <HeaderCell key={line.label} numeric>
                {line.label}
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {indexes.map((index) => {
            const date = series[0]?.days[index]?.date ?? "";
            return (
              <tr key={date}>
                <th scope="row" className="h-8 border-b px-3 font-normal">
                  <time dateTime={date}>{formatChartDate(date)}</time>
                </th>
                {series.map((line) => (
                  <td key={line.label} className="h-8 border-b px-3 text-right">
                    {(line.days[index]?.count ?? 0).toLocaleString("en")}
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
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
