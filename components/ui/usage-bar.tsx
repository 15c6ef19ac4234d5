import { cn } from "@/lib/cn";

const fullFormat = new Intl.NumberFormat("en");
const compactFormat = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const formatCount = (count: number) => (count < 100_000 ? fullFormat.format(count) : compactFormat.format(count));

type UsageBarProps = {
  used: number;
  total: number;
  /** The exact numbers, as a tooltip. */
  title: string;
  className?: string;
};

/** Shows "3 of 5" with a slim bar below. */
export function UsageBar({ used, total, title, className }: UsageBarProps) {
  const share = total === 0 ? 0 : Math.min(1, used / total);
  return (
    <span title={title} className={cn("grid gap-1", className)}>
      <span className="truncate leading-4">
        {formatCount(used)} <span className="text-muted-foreground">of {formatCount(total)}</span>
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-foreground/10">
        {/* Small shares stay visible. */}
        <span className="block h-full rounded-full bg-link" style={{ width: used === 0 ? 0 : `max(3px, ${share * 100}%)` }} />
      </span>
    </span>
  );
}
