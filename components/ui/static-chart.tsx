import { cn } from "@/lib/cn";
import { formatAxisCount, formatAxisDate, getDateTicks } from "./chart-format";
import { chartMargins, getCountTicks, maxDateLabels } from "./chart-layout";
import { getMaxCount, type Series, seriesStyles } from "./chart-series";

/** A chart without tooltip. Rendered on the server, and scaled by CSS. */
export function StaticChart({ series }: { series: readonly Series[] }) {
  const dates = (series[0]?.days ?? []).map(({ date }) => date);
  const counts = getCountTicks(getMaxCount(series));
  const maxTick = counts.at(-1) ?? 1;
  const lastIndex = Math.max(1, dates.length - 1);
  // A single day is centered.
  const toX = (index: number) => (dates.length === 1 ? 0.5 : index);
  const toHeight = (count: number) => `${(count / maxTick) * 100}%`;
  return (
    <div className="@container relative h-full text-muted-foreground text-xs">
      <div className="absolute" style={chartMargins}>
        {counts.map((count) => (
          <span
            key={count}
            className="absolute right-full mr-2 translate-y-1/2 whitespace-nowrap leading-none"
            style={{ bottom: toHeight(count) }}
          >
            {formatAxisCount(count)}
          </span>
        ))}
        {Object.values(maxDateLabels).map((maxLabels) => (
          <div
            key={maxLabels}
            className={cn("absolute inset-x-0 top-full", maxLabels === maxDateLabels.narrow ? "@md:hidden" : "@max-md:hidden")}
          >
            {getDateTicks(dates, maxLabels).map((date) => (
              <span
                key={date}
                className="-translate-x-1/2 absolute top-2.75 whitespace-nowrap leading-4"
                style={{ left: `${(toX(dates.indexOf(date)) / lastIndex) * 100}%` }}
              >
                {formatAxisDate(date, dates.length)}
              </span>
            ))}
          </div>
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${lastIndex} ${maxTick}`}
          preserveAspectRatio="none"
          fill="none"
          className="absolute size-full overflow-visible *:[vector-effect:non-scaling-stroke]"
        >
          {counts.map((count) => (
            <line key={count} x2={lastIndex} y1={count} y2={count} stroke="var(--border)" />
          ))}
          {series.map(({ label, days }, line) => (
            <path
              key={label}
              d={days.map(({ count }, index) => `${index === 0 ? "M" : "L"}${toX(index)} ${maxTick - count}`).join("")}
              stroke={seriesStyles[line]?.color}
              strokeDasharray={seriesStyles[line]?.dashes}
              strokeWidth="1.75"
              strokeLinejoin="round"
            />
          ))}
          {dates.length < 3 &&
            series.flatMap(({ label, days }, line) =>
              days.map(({ date, count }, index) => (
                <path
                  key={`${label} ${date}`}
                  d={`M${toX(index)} ${maxTick - count}h0`}
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
