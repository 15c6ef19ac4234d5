"use client";

import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, ChevronsUpDown } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { cn } from "@/lib/cn";
import { useField } from "./field";
import { inputStyle } from "./input";
import { itemStyle, popupStyle } from "./popup-styles";
import { Spinner } from "./spinner";

/** A line of what was found. */
export type SearchResult = { id: string; label: string; hint?: string | undefined };

export type SearchPickerProps = {
  /** What is looked for: "Search leads". */
  label: string;
  /** What is shown in the field; null where nothing is chosen. */
  value: SearchResult | null;
  onValueChange: (results: SearchResult) => void;
  text: string;
  onTextChange: (text: string) => void;
  /** Whether it is open, where whoever shows it says so. */
  open?: boolean;
  /** Told when it opens and closes: what is shut need not search. */
  onOpenChange: (open: boolean) => void;
  results: readonly SearchResult[];
  searching: boolean;
  /** Stands in the list's place where nothing was found, or the search failed. */
  emptyMessage: ReactNode;
  placeholder?: string;
  /** For codes, keys and addresses. */
  mono?: boolean;
  /** Opens it in place of a field, as a filter does; it needs an `aria-label`. */
  trigger?: ReactElement;
  disabled?: boolean | undefined;
  onBlur?: (() => void) | undefined;
};

// Until something is found for a text, what the text before found is narrowed by it: Enter chooses nothing that was not asked for.
function useVisibleResults({
  results,
  searching,
  text,
}: Pick<SearchPickerProps, "results" | "searching" | "text">): readonly SearchResult[] {
  const { contains } = Base.useFilter({ sensitivity: "base" });
  return searching ? results.filter(({ label, hint = "" }) => contains(`${label} ${hint}`, text.trim())) : results;
}

const isSameResult = (one: SearchResult, other: SearchResult) => one.id === other.id;

/** One of what the server finds for a text that is typed. Needs a `Field` around it, or a `trigger`. */
export function SearchPicker({
  value,
  onValueChange,
  text,
  onTextChange,
  open,
  onOpenChange,
  results,
  disabled,
  ...rest
}: SearchPickerProps) {
  const items = useVisibleResults({ results, searching: rest.searching, text });
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
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(open) => !open && onTextChange("")}
      disabled={disabled}
      autoHighlight
    >
      <Trigger value={value} {...rest} />
      <SearchPopup {...rest} />
    </Base.Root>
  );
}

type TriggerProps = Pick<SearchPickerProps, "value" | "placeholder" | "mono" | "trigger" | "onBlur">;

function Trigger({ value, placeholder, mono, trigger, onBlur }: TriggerProps) {
  const field = useField();
  if (trigger) return <Base.Trigger render={trigger} />;
  return (
    <Base.Trigger
      {...field}
      onBlur={onBlur}
      className={cn(
        inputStyle,
        "flex h-8 select-none items-center justify-between gap-2 pr-2 pl-3 text-left pointer-coarse:h-10",
        "data-disabled:cursor-not-allowed data-disabled:bg-muted data-disabled:text-muted-foreground",
      )}
    >
      {value === null ? (
        <span className="truncate text-muted-foreground">{placeholder}</span>
      ) : (
        <bdi title={value.label} className={cn("truncate", mono && "font-mono text-[13px]")}>
          {value.label}
        </bdi>
      )}
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    </Base.Trigger>
  );
}

type SearchPopupProps = Pick<SearchPickerProps, "label" | "emptyMessage" | "searching" | "mono">;

/** The text is typed within what opens: a list that opens beside its text field hides the field's label from those who listen. */
function SearchPopup({ label, emptyMessage, searching, mono }: SearchPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} align="start" className="z-50 outline-none">
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
                  <span dir="auto" title={item.label} className={cn("truncate text-left", mono && "font-mono text-[13px]")}>
                    {item.label}
                  </span>
                  {item.hint && (
                    <span dir="auto" className="truncate text-left text-[13px] text-muted-foreground">
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
