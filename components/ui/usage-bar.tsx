import { cn } from "@/lib/cn";

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const shown = (count: number) => (count < 100_000 ? whole.format(count) : short.format(count));

type UsageBarProps = {
  used: number;
  total: number;
  /** What is counted, for the title: "uses". */
  noun: string;
  className?: string;
};

/** A part of a whole: "3 of 5", with a slim bar beneath. */
export function UsageBar({ used, total, noun, className }: UsageBarProps) {
  const share = total === 0 ? 0 : Math.min(1, used / total);
  return (
    <span title={`${whole.format(used)} of ${whole.format(total)} ${noun}`} className={cn("grid gap-1", className)}>
      <span className="truncate leading-4">
        {shown(used)} <span className="text-muted-foreground">of {shown(total)}</span>
      </span>
      <span aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-foreground/10">
        {/* A part that is there is seen, however small. */}
        <span className="block h-full rounded-full bg-link" style={{ width: used === 0 ? 0 : `max(3px, ${share * 100}%)` }} />
      </span>
    </span>
  );
}
