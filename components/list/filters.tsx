"use client";

import { Plus, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { type Lazy, lazy } from "@/components/ui/lazy";
import { Menu } from "@/components/ui/menu";
import { Popover } from "@/components/ui/popover";
import { cn } from "@/lib/cn";
import { addDays, formatDate, localDate } from "@/lib/dates";
import { type DateRange, type FilterControlProps, type FilterGroup, type FilterOption, findOption, type TextKind } from "./definition";
import { useFilterPlace, useKeepFilterShown } from "./filter-menu";
import { listLabels } from "./labels";

type FilterTriggerProps = Omit<ComponentProps<"button">, "children" | "value"> & {
  /** Name of the filter, such as "Status". */
  label: string;
  /** The current value. Undefined if the filter isn't set. */
  value?: ReactNode;
};

/** The trigger of a filter popup. Dashed while the filter isn't set. */
export function FilterTrigger({ label, value, className, onClick, ...rest }: FilterTriggerProps) {
  const isSet = value !== undefined;
  const keepShown = useKeepFilterShown(label);
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        keepShown();
        onClick?.(event);
      }}
      className={cn(
        "inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-3 text-2sm hover:bg-accent data-popup-open:bg-accent pointer-coarse:h-9",
        isSet ? "bg-muted pr-8" : "border-input border-dashed text-muted-foreground",
        className,
      )}
    >
      {!isSet && <Plus aria-hidden="true" className="-ml-1 size-3.5 shrink-0" />}
      <span className="shrink-0">
        {label}
        {isSet && <span className="sr-only">: </span>}
      </span>
      {isSet && <span className="min-w-0 truncate font-medium">{value}</span>}
    </button>
  );
}

/** A filter above a list, with a button that clears it. */
export function FilterChip({ label, onClear, children }: { label: string; onClear?: (() => void) | undefined; children: ReactNode }) {
  const { chip, isShown, clear } = useFilterPlace(label, onClear !== undefined);
  if (!isShown) return null;
  return (
    <span ref={chip} className="relative inline-flex min-w-0">
      {children}
      {onClear && (
        <button
          type="button"
          aria-label={`Clear filter: ${label}`}
          onClick={() => clear(onClear)}
          className="absolute inset-y-0 right-0 grid w-7 place-items-center rounded-full text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-3.5" />
        </button>
      )}
    </span>
  );
}

type FilterBarProps = {
  list: { hasFilters: boolean; clearFilters: () => void };
  /** The views of the list, before the filters. */
  start?: ReactNode;
  /** The choice of columns or the export, at the end of the line. */
  end?: ReactNode;
  children: ReactNode;
};

/** The search field and filter chips above a list. */
export function FilterBar({ list, start, end, children }: FilterBarProps) {
  return (
    <search aria-label={listLabels.filters} className="flex flex-wrap items-center gap-2 pb-4">
      {start}
      {children}
      {list.hasFilters && (
        <Button variant="ghost" size="sm" className="pointer-coarse:h-9" onClick={list.clearFilters}>
          {listLabels.clearFilters}
        </Button>
      )}
      {end && <div className="ml-auto">{end}</div>}
    </search>
  );
}

type MenuFilterProps = FilterControlProps & {
  options: readonly (FilterOption | FilterGroup)[];
  /** The option that removes the filter. Defaults to "Any". */
  anyLabel?: string | undefined;
  /** Shown in the chip instead of the selected option. */
  displayValue?: ReactNode;
};

/** A filter that is selected from a menu. */
export function MenuFilter({ label, value, options, anyLabel = listLabels.any, displayValue, onChange }: MenuFilterProps) {
  const shownValue = displayValue ?? findOption(options, value)?.label ?? value ?? undefined;
  return (
    <FilterChip label={label} onClear={shownValue === undefined ? undefined : () => onChange(null)}>
      <Menu
        trigger={<FilterTrigger label={label} value={shownValue} />}
        align="start"
        className="max-h-[min(26rem,var(--available-height))] overflow-y-auto overscroll-contain"
      >
        {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => {
          const renderOption = (option: FilterOption) => (
            <MenuRadio key={option.value} value={option.value}>
              {option.label}
            </MenuRadio>
          );
          return (
            <MenuRadioGroup value={value ?? ""} onValueChange={(next) => onChange(next || null)}>
              <MenuRadio value="">{anyLabel}</MenuRadio>
              {options.map((option) =>
                "group" in option ? (
                  <MenuGroup key={option.group}>
                    <MenuLabel>{option.group}</MenuLabel>
                    {option.options.map(renderOption)}
                  </MenuGroup>
                ) : (
                  renderOption(option)
                ),
              )}
            </MenuRadioGroup>
          );
        }}
      </Menu>
    </FilterChip>
  );
}

type PopoverFilterProps<Form, Value> = {
  label: string;
  /** The current value in words. Undefined if the filter isn't set. */
  value: ReactNode;
  title: ReactNode;
  hideTitle?: boolean;
  /** Code of the form, loaded before the popover opens. */
  lazyForm: Lazy<Form>;
  onApply: (value: Value) => void;
  onClear: () => void;
  /** The content of the popover. `apply` closes it. */
  children: (form: Form, apply: (value: Value) => void) => ReactNode;
};

/** A filter with a form in a popover. */
export function PopoverFilter<Form, Value>({
  label,
  value,
  lazyForm,
  onApply,
  onClear,
  children,
  ...title
}: PopoverFilterProps<Form, Value>) {
  const [open, setOpen] = useState(false);
  const apply = (next: Value) => {
    setOpen(false);
    onApply(next);
  };
  return (
    <FilterChip label={label} onClear={value === undefined ? undefined : onClear}>
      <Popover {...title} trigger={<FilterTrigger label={label} value={value} />} open={open} onOpenChange={setOpen} lazyContent={lazyForm}>
        {(form) => children(form, apply)}
      </Popover>
    </FilterChip>
  );
}

type FilterPresetsProps = { presets: readonly { label: string; days: number }[]; onSelect: (days: number) => void };

/** Buttons that apply common numbers of days. */
export const FilterPresets = ({ presets, onSelect }: FilterPresetsProps) => (
  <div className="flex flex-wrap gap-2">
    {presets.map(({ label, days }) => (
      <Button key={label} variant="outline" size="sm" onClick={() => onSelect(days)}>
        {label}
      </Button>
    ))}
  </div>
);

const textForm = lazy(() => import("./filter-forms").then((form) => form.TextForm));

type TextFilterProps = FilterControlProps & { kind: TextKind };

/** A filter by an exact text. */
export function TextFilter({ label, kind, value, onChange }: TextFilterProps) {
  const text = value === null ? undefined : <FilterText text={value} />;
  return (
    <PopoverFilter label={label} value={text} title={label} hideTitle lazyForm={textForm} onApply={onChange} onClear={() => onChange(null)}>
      {(TextForm, apply) => <TextForm kind={kind} value={value ?? ""} onApply={apply} />}
    </PopoverFilter>
  );
}

function FilterText({ text }: { text: string }) {
  return (
    <bdi translate="no" title={text} className="font-mono">
      {text}
    </bdi>
  );
}

const dateRangeForm = lazy(() => import("./filter-forms").then((module) => module.DateRangeForm));

type DateRangeFilterProps = {
  label: string;
  range: DateRange;
  zone: string;
  onChange: (range: DateRange) => void;
};

const { dateRange: labels } = listLabels;

const presets = [
  { label: labels.presets.today, days: 1 },
  { label: labels.presets.last7Days, days: 7 },
  { label: labels.presets.last30Days, days: 30 },
] as const;

function formatRange({ from, to }: DateRange): string | undefined {
  if (from !== null && to !== null) return from === to ? formatDate(from) : labels.between(formatDate(from), formatDate(to));
  if (from !== null) return labels.since(formatDate(from));
  return to === null ? undefined : labels.until(formatDate(to));
}

/** Returns the last `days` days up to today. */
function lastDays(days: number, zone: string): DateRange {
  const today = localDate(zone, new Date());
  return { from: addDays(today, 1 - days), to: today };
}

/** A filter by days of the calendar in `zone`. */
export function DateRangeFilter({ label, range, zone, onChange }: DateRangeFilterProps) {
  return (
    <PopoverFilter
      label={label}
      value={formatRange(range)}
      title={labels.title(zone)}
      lazyForm={dateRangeForm}
      onApply={onChange}
      onClear={() => onChange({ from: null, to: null })}
    >
      {(DateRangeForm, apply) => (
        <>
          <FilterPresets presets={presets} onSelect={(days) => apply(lastDays(days, zone))} />
          <DateRangeForm range={range} onApply={apply} />
        </>
      )}
    </PopoverFilter>
  );
}
