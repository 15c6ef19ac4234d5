"use client";

import { usePresent } from "@/components/ui/time";
import { relativeTime } from "@/lib/dates";
import { inZone, lastBefore, throughWords } from "@/lib/moments";

type ValidityPeriod = { validFrom: string | null; validUntil: string | null };

/** Between when and when something can be claimed, whole: "From 1 Dec …, through 31 Dec …". */
export function validityLabel({ validFrom, validUntil }: ValidityPeriod, zone: string): string {
  const from = validFrom === null ? null : `From ${inZone(new Date(validFrom), zone)}`;
  const through = validUntil === null ? null : throughWords(validUntil, zone);
  if (through === null) return from ?? "No end";
  return from === null ? `Valid ${through}` : `${from}, ${through}`;
}

/** What of a validity matters now: when it begins, or when it ends. */
function nextValidityChange({ validFrom, validUntil }: ValidityPeriod, now: Date, zone: string): string | null {
  if (validFrom !== null && new Date(validFrom) > now) return `begins ${relativeTime(new Date(validFrom), now, zone)}`;
  if (validUntil === null) return null;
  const end = new Date(validUntil);
  return end > now ? `ends ${relativeTime(lastBefore(validUntil), now, zone)}` : `ended ${relativeTime(end, now, zone)}`;
}

/** Until when something can be claimed, or from when, with all of it in the title. */
export function Validity({ of, zone }: { of: ValidityPeriod; zone: string }) {
  const now = new Date(usePresent());
  const words = nextValidityChange(of, now, zone);
  if (words === null) return <span className="text-muted-foreground">no end</span>;
  return (
    // The server's half minute may be over when the page is made alive.
    <span title={validityLabel(of, zone)}>{words}</span>
  );
}
