"use client";

import { Search, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useShortcut } from "@/components/layout/use-shortcut";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { cn } from "@/lib/cn";

type SearchFieldProps = {
  /** What it finds: "Search codes". */
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  className?: string;
};

const searchInputProps = { type: "search", dir: "auto", autoComplete: "off", autoCapitalize: "off", spellCheck: false, maxLength: 200 } as const;

/** How long the list waits for the next letter, in milliseconds. */
const searchDelay = 250;

/** Narrows a list by what is typed, once typing pauses. `/` leads to it, Escape empties it. */
export function SearchField({ label, value, onChange, className }: SearchFieldProps) {
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
    <div className={cn("relative w-64 max-sm:w-full", className)}>
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
      aria-label="Empty the search field"
      onClick={onClear}
      className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
    >
      <X aria-hidden="true" className="size-3.5" />
    </button>
  );
}

/** A text that is ahead of the one it becomes. Where that changes by itself, as by the way back, the draft is void. */
function useDraft(value: string, send: (text: string) => void) {
  const [draft, setDraft] = useState<{ text: string; over: string } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const text = draft !== null && draft.over === value ? draft.text : value;
  const commit = (next: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft({ text: next, over: next.trim() });
    if (next.trim() !== value) send(next.trim());
  };
  return {
    text,
    type: (next: string) => {
      setDraft({ text: next, over: value });
      clearTimeout(timer.current);
      timer.current = setTimeout(commit, searchDelay, next);
    },
    flush: () => timer.current !== undefined && commit(text),
    clear: () => commit(""),
  };
}
