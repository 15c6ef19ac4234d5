"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { useMemo, useSyncExternalStore } from "react";
import { cn } from "@/lib/cn";
import { formatTime } from "@/lib/dates";
import { inputStyle, useField } from "./field";
import { itemStyle, popupStyle } from "./popup-styles";

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

type ComboboxProps = {
  options: readonly string[];
  value: string;
  onValueChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  disabled?: boolean;
};

/** Makes "new york" match "America/New_York". */
const normalizeForSearch = (text: string) => text.toLowerCase().replace(/[^a-z0-9+]/g, "");

/** A select with a search field, for many options. Needs a `Field` around it. */
export function Combobox({ options, value, onValueChange, onBlur, name, disabled }: ComboboxProps) {
  const items = useMemo(() => [...options], [options]);
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      filter={(item: string, query) => normalizeForSearch(item).includes(normalizeForSearch(query))}
      name={name}
      disabled={disabled}
      autoHighlight
    >
      <Base.Trigger
        {...useField()}
        onBlur={onBlur}
        className={cn(
          inputStyle,
          "flex h-8 select-none items-center justify-between gap-2 pr-2 pl-3 text-left pointer-coarse:h-10",
          "data-disabled:cursor-not-allowed data-disabled:bg-muted data-disabled:text-muted-foreground",
        )}
      >
        <span className="truncate">
          <Base.Value />
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      </Base.Trigger>
      <ComboboxPopup />
    </Base.Root>
  );
}

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
