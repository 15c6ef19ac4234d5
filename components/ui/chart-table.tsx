import type { ReactNode } from "react";
import { cn } from "@/lib/cn";
import type { Series } from "./chart-series";
import { dayWords } from "./chart-words";

/** The numbers of a chart, the latest day first; where it is not `shown`, for screen readers alone. */
export function ChartTable({ label, series, shown }: { label: string; series: readonly Series[]; shown: boolean }) {
  const days = [...(series[0]?.days ?? []).keys()].reverse();
  return (
    <Scrolling label={label} shown={shown}>
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            <Head>Day</Head>
            {series.map((each) => (
              <Head key={each.label} numeric>
                {each.label}
              </Head>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((place) => {
            const day = series[0]?.days[place]?.day ?? "";
            return (
              <tr key={day}>
                <th scope="row" className="h-8 border-b px-3 font-normal">
                  <time dateTime={day}>{dayWords(day)}</time>
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
    </Scrolling>
  );
}

function Scrolling({ label, shown, children }: { label: string; shown: boolean; children: ReactNode }) {
  if (!shown) return <div className="sr-only">{children}</div>;
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

const Head = ({ numeric = false, children }: { numeric?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cn("sticky top-0 h-9 border-b bg-card px-3 font-medium text-[13px] text-muted-foreground", numeric && "text-right")}
  >
    {children}
  </th>
);
