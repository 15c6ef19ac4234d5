"use client";

import { type SyntheticEvent, useId, useState } from "react";
import { addDays, endOfMinute, formatLocalMinute, formatWithUtc, isDate, lastInstantBefore, startOfMinute } from "@/lib/dates";
import { Button } from "./button";
import { FieldError } from "./field";
import { Input } from "./input";
import { useUnsaved } from "./unsaved-changes";

type DateTimeInputProps = {
  label: string;
  /** A start is the start of the selected minute. An end is the end of it, so that the whole minute is included. */
  kind: "start" | "end";
  /** IANA name of the time zone. */
  zone: string;
  /** An ISO 8601 time, or null. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** Shown without a value, such as "Never expires", and as the button that clears an optional value. */
  clearLabel: string;
  /** Describes the formatted value in a sentence, such as "Valid through {dateTime}." */
  describeValue: (dateTime: string) => string;
  /** Buttons that set a date. */
  presets?: readonly { label: string; date: (today: string) => string }[];
  optional?: boolean;
  error?: string | undefined;
};

const incompleteMessage = "isn't a date and time that exists. Complete it or clear it.";

/** What is typed, and the value that it results in, in the time zone. */
type Draft = { date: string; time: string; value: string | null; zone: string };

const toInstant = { start: startOfMinute, end: endOfMinute };
const defaultTimes = { start: "00:00", end: "23:59" };

function toDraft(kind: DateTimeInputProps["kind"], zone: string, value: string | null): Draft {
  if (value === null) return { date: "", time: "", value, zone };
  const [date = "", time = ""] = formatLocalMinute(zone, kind === "end" ? lastInstantBefore(value) : new Date(value)).split("T");
  return { date, time, value, zone };
}

/** The local date and time of a draft. A date without a time gets the default time. */
const toLocalTime = (kind: DateTimeInputProps["kind"], { date, time }: Pick<Draft, "date" | "time">) =>
  `${date}T${time || defaultTimes[kind]}`;

/** A date and a time in a time zone, with the time in UTC below. */
export function DateTimeInput({
  label,
  kind,
  zone,
  value,
  onValueChange,
  onBlur,
  clearLabel,
  describeValue,
  presets = [],
  optional,
  error,
}: DateTimeInputProps) {
  const id = useId();
  const [storedDraft, setDraft] = useState(() => toDraft(kind, zone, value));
  const isCurrent = storedDraft.value === value && (value === null || storedDraft.zone === zone);
  const draft = isCurrent ? storedDraft : toDraft(kind, zone, value);
  const change = (next: Pick<Draft, "date" | "time">) => {
    setIncomplete(false);
    const nextValue = isDate(next.date) ? toInstant[kind](toLocalTime(kind, next), zone) : null;
    setDraft({ ...next, value: nextValue, zone });
    onValueChange(nextValue);
  };
  // Browsers have no value for half a date, and don't say when one is typed.
  const [isIncomplete, setIncomplete] = useState(false);
  const checkInput = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setIncomplete(Boolean(currentTarget.closest("fieldset")?.querySelector("input:invalid")));
  // A time without a date, or a year such as 27.
  const hasNoValue = isIncomplete || (value === null && (draft.date !== "" || draft.time !== ""));
  useUnsaved(hasNoValue);
  const shownError = isIncomplete ? incompleteMessage : error;
  const describedBy = `${id}-hint${shownError ? ` ${id}-error` : ""}`;
  return (
    <fieldset aria-describedby={describedBy} onBlur={onBlur} className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-medium text-2sm leading-5">
        {label}
        {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        <Input
          type="date"
          aria-label={`${label}: date`}
          aria-invalid={shownError ? true : undefined}
          onBlur={checkInput}
          onInvalid={checkInput}
          min="1900-01-01"
          max="9999-12-30"
          required={draft.time !== ""}
          value={draft.date}
          onChange={({ target }) => change({ date: target.value, time: target.value === "" ? "" : draft.time || defaultTimes[kind] })}
          className="w-38 pointer-coarse:w-44"
        />
        <Input
          type="time"
          aria-label={`${label}: time`}
          onBlur={checkInput}
          onInvalid={checkInput}
          value={draft.time}
          onChange={({ target }) => change({ date: draft.date, time: target.value })}
          className="w-32 pointer-coarse:w-36"
        />
      </div>
      <Presets
        presets={presets}
        zone={zone}
        clearLabel={optional && (draft.date !== "" || draft.time !== "") ? clearLabel : undefined}
        onPick={(date) => change({ date, time: date && defaultTimes[kind] })}
      />
      <p id={`${id}-hint`} className="text-2sm text-muted-foreground">
        {hasNoValue
          ? null
          : value === null
            ? `${clearLabel}.`
            : describeValue(formatWithUtc(kind === "end" ? lastInstantBefore(value) : new Date(value), zone))}
      </p>
      <FieldError id={`${id}-error`} text={shownError} />
    </fieldset>
  );
}

type PresetsProps = Pick<DateTimeInputProps, "zone"> & {
  presets: NonNullable<DateTimeInputProps["presets"]>;
  clearLabel: string | undefined;
  onPick: (date: string) => void;
};

function Presets({ presets, zone, clearLabel, onPick }: PresetsProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {presets.map(({ label, date }) => (
        <Button key={label} variant="outline" size="sm" onClick={() => onPick(date(formatLocalMinute(zone, new Date()).slice(0, 10)))}>
          {label}
        </Button>
      ))}
      {clearLabel !== undefined && (
        <Button variant="ghost" size="sm" onClick={() => onPick("")}>
          {clearLabel}
        </Button>
      )}
    </div>
  );
}

/** Common end dates. */
export const endPresets = [
  { label: "In 7 days", date: (today: string) => addDays(today, 7) },
  { label: "In 30 days", date: (today: string) => addDays(today, 30) },
  { label: "End of the year", date: (today: string) => `${today.slice(0, 4)}-12-31` },
] as const;
