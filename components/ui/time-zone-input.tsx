"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check } from "lucide-react";
import { useMemo, useSyncExternalStore } from "react";
import { cn } from "@/lib/cn";
import { formatTime } from "@/lib/dates";
import { ComboboxTrigger } from "./combobox-trigger";
import { inputStyle } from "./field";
import { itemStyle, popupStyle } from "./popup-styles";

type TimeZoneInputProps = { value: string; onValueChange: (zone: string) => void; onBlur?: () => void; disabled?: boolean };

/** Selects a time zone by its IANA name. Needs a `Field` around it. */
export function TimeZoneInput({ value, onValueChange, onBlur, disabled }: TimeZoneInputProps) {
  // Browsers list one name per zone and may leave out UTC. Older names stay valid.
  const zones = useMemo(() => [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", value])].sort(), [value]);
  return (
    <Base.Root
      items={zones}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      filter={(item: string, query) => normalizeForSearch(item).includes(normalizeForSearch(query))}
      disabled={disabled}
      autoHighlight
    >
      <ComboboxTrigger onBlur={onBlur}>
        <span className="truncate">
          <Base.Value />
        </span>
      </ComboboxTrigger>
      <ComboboxPopup />
    </Base.Root>
  );
}

/** Makes "new york" match "America/New_York". */
const normalizeForSearch = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]/g, "");

/** The search field is inside the popup. A popup beside its text field would hide the field's label from screen readers. */
function ComboboxPopup() {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup aria-label="Options" className={cn(popupStyle, "w-(--anchor-width) max-w-(--available-width)")}>
          <Base.Input aria-label="Search" placeholder="Search" className={cn(inputStyle, "mb-1 h-8 pointer-coarse:h-10")} />
          <Base.Empty>
            <p className="px-2 py-1.5 text-muted-foreground">No results</p>
          </Base.Empty>
          <Base.List className="max-h-[min(20rem,calc(var(--available-height)-3rem))] overflow-y-auto overscroll-contain empty:hidden">
            {(item: string) => (
              <Base.Item key={item} value={item} className={cn(itemStyle, "grid-cols-[1fr_1rem]")}>
                <span className="truncate">{item}</span>
                <Base.ItemIndicator className="col-start-2">
                  <Check aria-hidden="true" className="size-4" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
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
