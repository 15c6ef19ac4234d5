"use client";

import { DetailsItem } from "@/components/ui/card";
import { Status } from "@/components/ui/status";
import { useNow } from "@/components/ui/time";
import type { CodeStatus as CodeStatusName } from "@/contract/codes";
import { formatWithUtc, lastInstantBefore, relativeTime } from "@/lib/dates";
import { codeStatusLabels, labels } from "./labels";

/** Shows a code's status as a dot and a word. */
export function CodeStatus({ status }: { status: CodeStatusName }) {
  const { label, tone, description } = codeStatusLabels[status];
  return (
    <span title={description}>
      <Status tone={tone}>{label}</Status>
    </span>
  );
}

type ValidityPeriod = { validFrom: string | null; validUntil: string | null };

/** Describes the whole period: "Valid from Dec 1, 2026, 00:00 UTC through Dec 31, 2026, 23:59 UTC". */
function validityLabel({ validFrom, validUntil }: ValidityPeriod, zone: string): string {
  const start = validFrom === null ? null : formatWithUtc(new Date(validFrom), zone);
  const end = validUntil === null ? null : formatWithUtc(lastInstantBefore(validUntil), zone);
  if (start !== null && end !== null) return labels.validity.period(start, end);
  if (start !== null) return labels.validity.from(start);
  return end === null ? labels.validity.never : labels.validity.through(end);
}

/** Says when the period starts if it hasn't yet, and else when it ends. Returns null if it never ends. */
function nextValidityChange({ validFrom, validUntil }: ValidityPeriod, now: Date, zone: string): string | null {
  if (validFrom !== null && new Date(validFrom) > now) return labels.validity.startsAt(relativeTime(new Date(validFrom), now, zone));
  if (validUntil === null) return null;
  const end = new Date(validUntil);
  return end > now
    ? labels.validity.expiresAt(relativeTime(lastInstantBefore(validUntil), now, zone))
    : labels.validity.expiredAt(relativeTime(end, now, zone));
}

/** Shows when a period starts or ends, with the full period in the tooltip. */
export function Validity({ period, zone }: { period: ValidityPeriod; zone: string }) {
  const now = new Date(useNow());
  const label = nextValidityChange(period, now, zone);
  if (label === null) return <span className="text-muted-foreground">{labels.validity.never}</span>;
  return <span title={validityLabel(period, zone)}>{label}</span>;
}

/** When a period starts and ends, as two items of a `DetailsList`. */
export function ValidityItems({ period: { validFrom, validUntil }, zone }: { period: ValidityPeriod; zone: string }) {
  const { details } = labels;
  return (
    <>
      <DetailsItem label={details.starts}>
        {validFrom === null ? details.startsImmediately : formatWithUtc(new Date(validFrom), zone)}
      </DetailsItem>
      <DetailsItem label={details.expires}>
        {validUntil === null ? details.neverExpires : formatWithUtc(lastInstantBefore(validUntil), zone)}
      </DetailsItem>
    </>
  );
}
