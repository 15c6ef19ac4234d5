import { cn } from "@/lib/cn";
import { formatAxisCount, formatAxisDate, getDateTicks } from "./chart-format";
import { chartMargins, getCountTicks, maxDateLabels } from "./chart-layout";
import { getMaxCount, type Series, seriesStyles } from "./chart-series";

/** The lines of a chart as they come with the page: drawn without script and as wide as there is room, with nothing to point at. */
export function StaticChart({ series }: { series: readonly Series[] }) {
  const days = (series[0]?.days ?? []).map(({ date }) => date);
  const counts = getCountTicks(getMaxCount(series));
  const top = counts.at(-1) ?? 1;
  const last = Math.max(1, days.length - 1);
  // A single day stands in the middle.
  const across = (place: number) => (days.length === 1 ? 0.5 : place);
  const height = (count: number) => `${(count / top) * 100}%`;
  return (
    <div className="@container relative h-full text-muted-foreground text-xs">
      <div className="absolute" style={chartMargins}>
        {counts.map((count) => (
          <span
            key={count}
            className="absolute right-full mr-2 translate-y-1/2 whitespace-nowrap leading-none"
            style={{ bottom: height(count) }}
          >
            {formatAxisCount(count)}
          </span>
        ))}
        {Object.values(maxDateLabels).map((most) => (
          <div key={most} className={cn("absolute inset-x-0 top-full", most === maxDateLabels.narrow ? "@md:hidden" : "@max-md:hidden")}>
            {getDateTicks(days, most).map((day) => (
              <span
                key={day}
                className="-translate-x-1/2 absolute top-2.75 whitespace-nowrap leading-4"
                style={{ left: `${(across(days.indexOf(day)) / last) * 100}%` }}
              >
                {formatAxisDate(day, days.length)}
              </span>
            ))}
          </div>
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${last} ${top}`}
          preserveAspectRatio="none"
          fill="none"
          className="absolute size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          {counts.map((count) => (
            <line key={count} x2={last} y1={count} y2={count} stroke="var(--border)" />
          ))}
          {series.map(({ label, days: counted }, line) => (
            <path
              key={label}
              d={counted.map(({ count }, place) => `${place === 0 ? "M" : "L"}${across(place)} ${top - count}`).join("")}
              stroke={seriesStyles[line]?.color}
              strokeDasharray={seriesStyles[line]?.dashes}
              strokeWidth="1.75"
              strokeLinejoin="round"
            />
          ))}
          {days.length < 3 &&
            series.flatMap(({ label, days: counted }, line) =>
              counted.map(({ date: day, count }, place) => (
                <path
                  key={`${label} ${day}`}
                  d={`M${across(place)} ${top - count}h0`}
                  stroke={seriesStyles[line]?.color}
                  strokeWidth="6"
                  strokeLinecap="round"
                />
              )),
            )}
        </svg>
      </div>
    </div>
  );
}
