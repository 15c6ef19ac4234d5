"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { SearchPicker } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextWithCode } from "@/components/ui/text";
import { describeEventType, type EventType } from "@/contract/event-types";
import { containsFolded } from "@/lib/fold-text";
import { eventGroups, labels } from "./labels";

const { form: copy } = labels;

/** The types by topic whose name, sentence or topic contains a text. */
const searchEvents = (text: string) =>
  eventGroups
    .map(({ label, types }) => ({
      label,
      types: types.filter((type) => containsFolded(`${type} ${describeEventType(type)} ${label}`, text.trim())),
    }))
    .filter(({ types }) => types.length > 0);

type EventPickerProps = {
  value: readonly EventType[];
  onChange: (types: EventType[]) => void;
  /** Called with the type that people look at. */
  onLook: (type: EventType) => void;
  error: string | undefined;
};

/** Chooses types of events from a list by topic, which can be searched. */
export function EventPicker({ value, onChange, onLook, error }: EventPickerProps) {
  const [text, setText] = useState("");
  const groups = searchEvents(text);
  const select = (types: readonly EventType[], isSelected: boolean) =>
    onChange(isSelected ? [...new Set([...value, ...types])] : value.filter((type) => !types.includes(type)));
  return (
    <div className="grid gap-2">
      <Field label={copy.search} hideLabel>
        <Input
          placeholder={copy.search}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Searching isn't submitting.
            if (event.key === "Enter") event.preventDefault();
          }}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <div className="max-h-80 overflow-y-auto overscroll-contain rounded-lg border px-3 py-2">
        {groups.length === 0 && <p className="text-muted-foreground">{copy.noResults}</p>}
        {groups.map((group) => (
          <EventGroup key={group.label} {...group} value={value} onSelect={select} onLook={onLook} />
        ))}
      </div>
      <p role="status" className="text-2sm text-muted-foreground">
        {copy.chosen(value.length)}
      </p>
      {error && (
        <p role="alert" className="text-2sm text-destructive">
          {error}
        </p>
      )}
    </div>
  );
}

type EventGroupProps = (typeof eventGroups)[number] &
  Pick<EventPickerProps, "value" | "onLook"> & { onSelect: (types: readonly EventType[], isSelected: boolean) => void };

function EventGroup({ label, types, value, onSelect, onLook }: EventGroupProps) {
  const isWhole = types.every((type) => value.includes(type));
  const action = isWhole ? copy.clear : copy.selectAll;
  return (
    <fieldset className="grid gap-2 py-1.5">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden="true" className="font-medium text-2sm text-muted-foreground">
          {label}
        </span>
        <button
          type="button"
          aria-label={copy.groupAction(action, label)}
          onClick={() => onSelect(types, !isWhole)}
          className="rounded-sm px-1 text-2sm text-link hover:underline"
        >
          {action}
        </button>
      </div>
      {types.map((type) => (
        <Field
          key={type}
          inline
          label={
            <span translate="no" className="font-mono font-normal">
              {type}
            </span>
          }
          hint={<TextWithCode text={describeEventType(type)} />}
        >
          <Checkbox
            checked={value.includes(type)}
            onFocus={() => onLook(type)}
            onCheckedChange={(isChecked) => {
              onLook(type);
              onSelect([type], isChecked);
            }}
          />
        </Field>
      ))}
    </fieldset>
  );
}

type EventTypePickerProps = { value: EventType; onValueChange: (type: EventType) => void };

/** Picks one type. Needs a `Field` around it. */
export function EventTypePicker({ value, onValueChange }: EventTypePickerProps) {
  const [text, setText] = useState("");
  const results = searchEvents(text).flatMap(({ label, types }) => types.map((type) => ({ id: type, label: type, hint: label })));
  return (
    <SearchPicker
      mono
      label={labels.test.search}
      value={{ id: value, label: value }}
      onValueChange={({ id }) => onValueChange(id as EventType)}
      text={text}
      onTextChange={setText}
      onOpenChange={() => {}}
      results={results}
      searching={false}
      emptyMessage={copy.noResults}
    />
  );
}
