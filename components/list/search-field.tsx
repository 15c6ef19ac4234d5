"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/keyboard";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/text";
import { listLabels } from "./labels";

type SearchFieldProps = {
  /** Label and placeholder, such as "Search codes". */
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

const searchInputProps = {
  type: "search",
  dir: "auto",
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
  maxLength: 200,
} as const;

/** Milliseconds without typing before the search starts. */
const searchDelay = 250;

/** Filters a list by text when typing pauses. `/` focuses the field, Escape clears it. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const { text, type, flush, clear } = useDraft(value ?? "", (next) => onChange(next === "" ? null : next));
  const input = useRef<HTMLInputElement>(null);
  useShortcut("/", {}, () => input.current?.focus());
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") flush();
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (text === "") event.currentTarget.blur();
    else clear();
  };
  return (
    <div className="relative w-64 max-sm:w-auto max-sm:grow max-sm:basis-48">
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-2.5 my-auto size-4 text-muted-foreground" />
      <Input
        {...searchInputProps}
        ref={input}
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={flush}
        onKeyDown={onKeyDown}
        className="px-8 text-left [&::-webkit-search-cancel-button]:hidden"
      />
      {text === "" ? (
        <Kbd className="pointer-events-none absolute inset-y-0 right-2 my-auto pointer-coarse:hidden">/</Kbd>
      ) : (
        <ClearButton
          onClear={() => {
            clear();
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button
      type="button"
      aria-label={listLabels.search.clear}
      onClick={onClear}
      className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  );
}

/** A text that is committed after a delay. If `value` changes by itself, for example by the back button, the draft is dropped. */
function useDraft(value: string, onCommit: (text: string) => void) {
  const [draft, setDraft] = useState<{ text: string; value: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const text = draft !== null && draft.value === value ? draft.text : value;
  const commit = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft({ text: next, value: next.trim() });
    if (next.trim() !== value) onCommit(next.trim());
  };
  return {
    text,
    type: (next: string) => {
      setDraft({ text: next, value });
      clearTimeout(timer.current);
      timer.current = setTimeout(commit, searchDelay, next);
    },
    flush: () => timer.current !== undefined && commit(text),
    clear: () => commit(""),
  };
}
