"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import { type ReactNode, type RefObject, useMemo, useSyncExternalStore } from "react";
import { cn } from "@/lib/cn";
import { formatTime } from "@/lib/dates";
import { containsFolded } from "@/lib/fold-text";
import { inputStyle, useField } from "./field";
import { useIsHydrated } from "./hydration";
import { Spinner } from "./loading";
import { isClosedByTrigger } from "./popup-trigger";
import { itemStyle, popupStyle, triggerStyle } from "./styles";
import { listTimeZones, matchesTimeZone, timeZoneLabel, timeZoneOffset } from "./time-zones";

export type SearchResult = { id: string; label: string; hint?: string | undefined };

export type SearchPickerProps = {
  /** Label of the search field, such as "Search leads". */
  label: string;
  /** The selected item, or null. */
  value: SearchResult | null;
  onValueChange: (results: SearchResult) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** Only if the parent controls whether it is open. */
  open?: boolean;
  /** Lets the parent search only while it is open. */
  onOpenChange: (open: boolean) => void;
  /** Called once it has disappeared. */
  onClosed?: () => void;
  results: readonly SearchResult[];
  searching: boolean;
  /** Shown without results, or when the search failed. */
  emptyMessage: ReactNode;
  placeholder?: string;
  /** For codes, keys and emails. */
  mono?: boolean;
  /** The button that opens it, in place of the field. */
  anchor?: RefObject<HTMLElement | null>;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
};

// While a search is running, filters the previous results by the new text, so that Enter never selects an item that doesn't match.
function visibleResults({ results, searching, text }: Pick<SearchPickerProps, "results" | "searching" | "text">): readonly SearchResult[] {
  return searching ? results.filter(({ label, hint = "" }) => containsFolded(`${label} ${hint}`, text.trim())) : results;
}

const isSameResult = (first: SearchResult, second: SearchResult) => first.id === second.id;

/** A select with server-side search. Needs a `Field` around it, or a `trigger`. */
export function SearchPicker({
  value,
  onValueChange,
  text,
  onTextChange,
  open,
  onOpenChange,
  onClosed,
  results,
  disabled = false,
  ...rest
}: SearchPickerProps) {
  const isHydrated = useIsHydrated();
  const items = visibleResults({ results, searching: rest.searching, text });
  return (
    <Base.Root
      items={items}
      filter={null}
      value={value}
      onValueChange={(next: SearchResult | null) => next !== null && onValueChange(next)}
      isItemEqualToValue={isSameResult}
      itemToStringLabel={({ label }: SearchResult) => label}
      inputValue={text}
      onInputValueChange={(next, { reason }) => (reason === "input-change" || reason === "input-clear") && onTextChange(next)}
      open={open}
      onOpenChange={(next, details) => !isClosedByTrigger(rest.anchor?.current ?? null, details) && onOpenChange(next)}
      onOpenChangeComplete={(open) => {
        if (open) return;
        onTextChange("");
        onClosed?.();
      }}
      disabled={disabled || !isHydrated}
      autoHighlight
    >
      {!rest.anchor && <Trigger value={value} disabled={disabled} {...rest} />}
      <SearchPopup {...rest} />
    </Base.Root>
  );
}

type TriggerProps = Pick<SearchPickerProps, "value" | "placeholder" | "mono" | "onBlur"> & { disabled: boolean };

function Trigger({ value, placeholder, mono, ...trigger }: TriggerProps) {
  return (
    <ComboboxTrigger {...trigger}>
      {value === null ? (
        <span className="truncate text-muted-foreground">{placeholder}</span>
      ) : (
        <bdi translate={mono ? "no" : undefined} title={value.label} className={cn("truncate", mono && "font-mono text-2sm")}>
          {value.label}
        </bdi>
      )}
    </ComboboxTrigger>
  );
}

type SearchPopupProps = Pick<SearchPickerProps, "label" | "emptyMessage" | "searching" | "mono" | "anchor">;

/** The search field is inside the popup. A popup beside its text field would hide the field's label from screen readers. */
function SearchPopup({ label, emptyMessage, searching, mono, anchor }: SearchPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner anchor={anchor} sideOffset={4} align="start" className="z-50 outline-none">
        <Base.Popup aria-label={label} className={cn(popupStyle, "w-(--anchor-width) min-w-72 max-w-(--available-width)")}>
          <div className="relative">
            <Base.Input
              aria-label={label}
              placeholder={label}
              dir="auto"
              autoCapitalize="off"
              spellCheck={false}
              maxLength={254}
              className={cn(inputStyle, "h-8 pr-8 text-left pointer-coarse:h-10")}
            />
            {searching && <Spinner className="absolute inset-y-0 right-2.5 my-auto text-muted-foreground" />}
          </div>
          <Base.Status className="sr-only">{searching ? "Searching" : ""}</Base.Status>
          <Base.Empty>{!searching && <div className="px-2 pt-2 pb-1.5 text-muted-foreground">{emptyMessage}</div>}</Base.Empty>
          <Base.List className="mt-1 max-h-[min(18rem,calc(var(--available-height)-3rem))] overflow-y-auto overscroll-contain empty:hidden">
            {(item: SearchResult) => (
              <Base.Item key={item.id} value={item} className={cn(itemStyle, "grid-cols-[1fr_1rem]")}>
                <span className="grid min-w-0">
                  <span
                    translate={mono ? "no" : undefined}
                    dir="auto"
                    title={item.label}
                    className={cn("truncate text-left", mono && "font-mono text-2sm")}
                  >
                    {item.label}
                  </span>
                  {item.hint && (
                    <span dir="auto" className="truncate text-left text-2sm text-muted-foreground">
                      {item.hint}
                    </span>
                  )}
                </span>
                <Base.ItemIndicator className="col-start-2">
                  <Check aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

type ComboboxTriggerProps = { onBlur?: (() => void) | undefined; disabled?: boolean; children: ReactNode };

/** The button of a combobox, which shows the selected option. */
function ComboboxTrigger({ onBlur, disabled = false, children }: ComboboxTriggerProps) {
  return (
    <Base.Trigger {...useField()} onBlur={onBlur} className={cn(inputStyle, triggerStyle(disabled))}>
      {children}
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </Base.Trigger>
  );
}

type TimeZoneInputProps = { value: string; onValueChange: (zone: string) => void; onBlur?: () => void };

/** Selects a time zone by its IANA name. Needs a `Field` around it. */
export function TimeZoneInput({ value, onValueChange, onBlur }: TimeZoneInputProps) {
  const isHydrated = useIsHydrated();
  const zones = useMemo(() => listTimeZones(value), [value]);
  return (
    <Base.Root
      items={zones}
      value={value}
      onValueChange={(next) => next !== null && onValueChange(next)}
      itemToStringLabel={timeZoneLabel}
      filter={matchesTimeZone}
      disabled={!isHydrated}
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

/** The offset of a zone today. It is computed when the list opens. */
function Offset({ zone }: { zone: string }) {
  const offset = useMemo(() => timeZoneOffset(zone, new Date()), [zone]);
  return <span className="font-mono text-2sm text-muted-foreground">{offset}</span>;
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
              <Base.Item key={item} value={item} className={cn(itemStyle, "grid-cols-[1fr_auto_1rem]")}>
                <span className="truncate">{timeZoneLabel(item)}</span>
                <Offset zone={item} />
                <Base.ItemIndicator className="col-start-3">
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
