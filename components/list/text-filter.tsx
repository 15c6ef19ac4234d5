"use client";

import { useState } from "react";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { lazy } from "@/components/ui/lazy";
import { Popover } from "@/components/ui/popover";
import type { TextKind } from "./text-form";

const textForm = lazy(() => import("./text-form").then((form) => form.TextForm));

type TextFilterProps = {
  label: string;
  kind: TextKind;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A filter by an exact text. */
export function TextFilter({ label, kind, value, onChange }: TextFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (text: string) => {
    setOpen(false);
    onChange(text);
  };
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <Popover
        trigger={<FilterTrigger label={label} value={value === null ? undefined : <FilterText text={value} />} />}
        open={open}
        onOpenChange={setOpen}
        lazyContent={textForm}
        title={label}
        hideTitle
      >
        {(TextForm) => <TextForm kind={kind} value={value ?? ""} onApply={apply} />}
      </Popover>
    </FilterChip>
  );
}

function FilterText({ text }: { text: string }) {
  return (
    <bdi title={text} className="font-mono">
      {text}
    </bdi>
  );
}
