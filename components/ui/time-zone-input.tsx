"use client";

import { useMemo, useSyncExternalStore } from "react";
import { formatTime } from "@/lib/date-formats";
import { Combobox } from "./combobox";

type TimeZoneInputProps = { value: string; onValueChange: (zone: string) => void; onBlur?: () => void; disabled?: boolean };

/** Selects a time zone by its IANA name. */
export function TimeZoneInput(props: TimeZoneInputProps) {
  const { value } = props;
  // Browsers list one name per zone and may leave out UTC. Older names stay valid.
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", value])].sort(), [value]);
  return <Combobox {...props} options={zones} />;
}

/** Helper text with the current time in the zone, by which people recognize theirs. The server leaves out the time. */
export function TimeZoneHint({ zone }: { zone: string }) {
  const time = useSyncExternalStore(
    subscribeToSeconds,
    () => formatTime(new Date(), zone),
    () => null,
  );
  return time === null ? "Used for all dates." : `Used for all dates. It's ${time} there now.`;
}

function subscribeToSeconds(onChange: () => void): () => void {
  const timer = setInterval(onChange, 1000);
  return () => clearInterval(timer);
}
