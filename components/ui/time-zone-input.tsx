"use client";

import { useMemo, useSyncExternalStore } from "react";
import { formatTime } from "@/lib/date-formats";
import { Combobox } from "./combobox";

type TimeZoneInputProps = { value: string; onValueChange: (zone: string) => void; onBlur?: () => void; disabled?: boolean };

/** A time zone by its IANA name. */
export function TimeZoneInput(props: TimeZoneInputProps) {
  const { value } = props;
  // A browser lists one name of each zone, UTC not always; older names are still names.
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", value])].sort(), [value]);
  return <Combobox {...props} options={zones} />;
}

/** What a time zone is for and, once the page is alive, what time it is there: by that people recognise theirs. */
export function TimeZoneHint({ zone }: { zone: string }) {
  const time = useSyncExternalStore(
    everySecond,
    () => formatTime(new Date(), zone),
    () => null,
  );
  return <>Dates are shown in it.{time !== null && ` It is ${time} there now.`}</>;
}

function everySecond(changed: () => void): () => void {
  const timer = setInterval(changed, 1000);
  return () => clearInterval(timer);
}
