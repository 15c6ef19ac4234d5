"use client";

import { type ReactNode, useId, useState } from "react";
import { endOfMinute, formatLocalMinute, formatWithUtc, lastInstantBefore, startOfMinute } from "@/lib/local-time";
import { addDays } from "@/lib/time-zones";
import { Button } from "./button";
import { Input } from "./input";

type DateTimeInputProps = {
  label: string;
  /** A beginning is that of the minute that is picked; an end is the minute's own, so that what is valid through it is. */
  kind: "beginning" | "end";
  /** The IANA name of the zone that it is picked in. */
  zone: string;
  /** An ISO 8601 time; null where there is none. */
  value: string | null;
  onValueChange: (value: string | null) => void;
  onBlur?: (() => void) | undefined;
  /** What is said where there is none: "No end". A button takes the moment away by the same words, where it may be. */
  clearLabel: string;
  /** What stands before the moment once there is one: "Valid through". */
  says: string;
  /** Days that a button picks, by what the button says. */
  presets?: readonly { label: string; date: (today: string) => string }[];
  optional?: boolean;
  error?: string | undefined;
};

type Draft = { date: string; time: string; of: string | null };

const moments = { beginning: startOfMinute, end: endOfMinute };
const defaultTimes = { beginning: "00:00", end: "23:59" };

function toDraft(kind: DateTimeInputProps["kind"], zone: string, value: string | null): Draft {
  if (value === null) return { date: "", time: "", of: null };
  const [date = "", time = ""] = formatLocalMinute(zone, kind === "end" ? lastInstantBefore(value) : new Date(value)).split("T");
  return { date, time, of: value };
}

/** The day and the minute that a draft stands for; a day alone has its usual time. */
const toLocalTime = (kind: DateTimeInputProps["kind"], { date, time }: Draft) => `${date}T${time || defaultTimes[kind]}`;

/** A day and a time of a zone, which is named, with UTC beside it. */
export function DateTimeInput({
  label,
  kind,
  zone,
  value,
  onValueChange,
  onBlur,
  clearLabel,
  says,
  presets = [],
  optional,
  error,
}: DateTimeInputProps) {
  const id = useId();
  const [kept, setDraft] = useState(() => toDraft(kind, zone, value));
  const draft = kept.of === value ? kept : toDraft(kind, zone, value);
  const change = (next: Omit<Draft, "of">) => {
    const of = next.date === "" ? null : moments[kind](toLocalTime(kind, { ...next, of: null }), zone);
    setDraft({ ...next, of });
    onValueChange(of);
  };
  const described = `${id}-hint${error ? ` ${id}-error` : ""}`;
  return (
    <fieldset aria-describedby={described} onBlur={onBlur} className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-medium text-[13px] leading-5">
        {label}
        {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        <Input
          type="date"
          aria-label={`${label}: day`}
          aria-invalid={error ? true : undefined}
          max="9999-12-30"
          value={draft.date}
          onChange={({ target }) => change({ date: target.value, time: target.value === "" ? "" : draft.time || defaultTimes[kind] })}
          className="w-38 pointer-coarse:w-44"
        />
        <Input
          type="time"
          aria-label={`${label}: time`}
          value={draft.time}
          onChange={({ target }) => change({ date: draft.date, time: target.value })}
          className="w-32 pointer-coarse:w-36"
        />
      </div>
      <Presets
        presets={presets}
        zone={zone}
        clearLabel={optional && draft.date !== "" ? clearLabel : undefined}
        onPick={(date) => change({ date, time: date && defaultTimes[kind] })}
      />
      <p id={`${id}-hint`} className="text-[13px] text-muted-foreground">
        {value === null ? `${clearLabel}.` : `${says} ${formatWithUtc(kind === "end" ? lastInstantBefore(value) : new Date(value), zone)}.`}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-[13px] text-destructive first-letter:uppercase">
      {children}
    </p>
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

/** The days that ends are often picked at. */
export const endPresets = [
  { label: "In 7 days", date: (today: string) => addDays(today, 7) },
  { label: "In 30 days", date: (today: string) => addDays(today, 30) },
  { label: "End of the year", date: (today: string) => `${today.slice(0, 4)}-12-31` },
] as const;
