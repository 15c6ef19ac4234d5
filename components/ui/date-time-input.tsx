"use client";

import { type ReactNode, useId, useState } from "react";
import { beginningOf, endOf, inZone, lastBefore, minuteIn } from "@/lib/moments";
import { daysAfter } from "@/lib/zones";
import { Button } from "./button";
import { Input } from "./input";

type MomentInputProps = {
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
  none: string;
  /** What stands before the moment once there is one: "Valid through". */
  says: string;
  /** Days that a button picks, by what the button says. */
  presets?: readonly { label: string; date: (today: string) => string }[];
  optional?: boolean;
  error?: string | undefined;
};

type Draft = { date: string; time: string; of: string | null };

const moments = { beginning: beginningOf, end: endOf };
const usual = { beginning: "00:00", end: "23:59" };

function draftOf(kind: MomentInputProps["kind"], zone: string, value: string | null): Draft {
  if (value === null) return { date: "", time: "", of: null };
  const [date = "", time = ""] = minuteIn(zone, kind === "end" ? lastBefore(value) : new Date(value)).split("T");
  return { date, time, of: value };
}

/** The day and the minute that a draft stands for; a day alone has its usual time. */
const localOf = (kind: MomentInputProps["kind"], { date, time }: Draft) => `${date}T${time || usual[kind]}`;

/** A day and a time of a zone, which is named, with UTC beside it. */
export function MomentInput({
  label,
  kind,
  zone,
  value,
  onValueChange,
  onBlur,
  none,
  says,
  presets = [],
  optional,
  error,
}: MomentInputProps) {
  const id = useId();
  const [kept, setDraft] = useState(() => draftOf(kind, zone, value));
  const draft = kept.of === value ? kept : draftOf(kind, zone, value);
  const change = (next: Omit<Draft, "of">) => {
    const of = next.date === "" ? null : moments[kind](localOf(kind, { ...next, of: null }), zone);
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
          onChange={({ target }) => change({ date: target.value, time: target.value === "" ? "" : draft.time || usual[kind] })}
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
        none={optional && draft.date !== "" ? none : undefined}
        onPick={(date) => change({ date, time: date && usual[kind] })}
      />
      <p id={`${id}-hint`} className="text-[13px] text-muted-foreground">
        {value === null ? `${none}.` : `${says} ${inZone(kind === "end" ? lastBefore(value) : new Date(value), zone)}.`}
      </p>
      {error && <Problem id={`${id}-error`}>{error}</Problem>}
    </fieldset>
  );
}

function Problem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="text-[13px] text-destructive first-letter:uppercase">
      {children}
    </p>
  );
}

type PresetsProps = Pick<MomentInputProps, "zone"> & {
  presets: NonNullable<MomentInputProps["presets"]>;
  none: string | undefined;
  onPick: (date: string) => void;
};

function Presets({ presets, zone, none, onPick }: PresetsProps) {
  return (
    <div className="flex flex-wrap gap-1.5">
      {presets.map(({ label, date }) => (
        <Button key={label} variant="outline" size="sm" onClick={() => onPick(date(minuteIn(zone, new Date()).slice(0, 10)))}>
          {label}
        </Button>
      ))}
      {none !== undefined && (
        <Button variant="ghost" size="sm" onClick={() => onPick("")}>
          {none}
        </Button>
      )}
    </div>
  );
}

/** The days that ends are often picked at. */
export const endPresets = [
  { label: "In 7 days", date: (today: string) => daysAfter(today, 7) },
  { label: "In 30 days", date: (today: string) => daysAfter(today, 30) },
  { label: "End of the year", date: (today: string) => `${today.slice(0, 4)}-12-31` },
] as const;
