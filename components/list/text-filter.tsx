"use client";

import { useState } from "react";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { later, useLater } from "@/components/ui/later";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { TextKind } from "./text-form";

const textForm = later(() => import("./text-form").then((form) => form.TextForm));

type TextFilterProps = {
  label: string;
  /** What is typed. */
  kind: TextKind;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A filter that is typed, and found as it is typed: all of it. */
export function TextFilter({ label, kind, value, onChange }: TextFilterProps) {
  const [open, setOpen] = useState(false);
  const TextForm = useLater(textForm, open, () => setOpen(false));
  const apply = (text: string) => {
    setOpen(false);
    onChange(text);
  };
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <Popover open={open && TextForm !== undefined} onOpenChange={setOpen}>
        <PopoverTrigger render={<FilterTrigger label={label} value={value === null ? undefined : <Shown text={value} />} />} />
        <PopoverContent title={label} quiet>
          {TextForm && <TextForm kind={kind} value={value ?? ""} onApply={apply} />}
        </PopoverContent>
      </Popover>
    </FilterChip>
  );
}

function Shown({ text }: { text: string }) {
  return (
    <bdi title={text} className="font-mono">
      {text}
    </bdi>
  );
}
