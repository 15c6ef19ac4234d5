"use client";

import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { cn } from "@/lib/cn";

type TextFilterProps = {
  label: string;
  /** What is typed: "Address". */
  field: string;
  schema: z.ZodType<string, string>;
  /** For codes, keys and addresses, which is what most are. */
  mono?: boolean;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A filter that is typed, and found as it is typed: all of it. */
export function TextFilter({ label, field, schema, mono = true, value, onChange }: TextFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (text: string) => {
    setOpen(false);
    onChange(text);
  };
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger render={<FilterTrigger label={label} value={value === null ? undefined : <Shown text={value} mono={mono} />} />} />
        <PopoverContent title={label} quiet>
          <TextForm field={field} schema={schema} mono={mono} value={value ?? ""} onApply={apply} />
        </PopoverContent>
      </Popover>
    </FilterChip>
  );
}

function Shown({ text, mono }: { text: string; mono: boolean }) {
  return (
    <bdi title={text} className={cn(mono && "font-mono")}>
      {text}
    </bdi>
  );
}

type TextFormProps = Pick<TextFilterProps, "field" | "schema" | "mono"> & { value: string; onApply: (text: string) => void };

function TextForm({ field, schema, mono, value, onApply }: TextFormProps) {
  const form = useZodForm(z.object({ text: schema }), { defaultValues: { text: value } });
  return (
    // What was typed, and not what identifies it: people recognise the one.
    <Form form={form} onSubmit={async () => onApply(form.getValues("text").trim())} className="grid gap-3">
      <FormField form={form} name="text" label={field}>
        {(control) => <Input {...control} mono={mono} dir="auto" autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </FormField>
      <FormProblems form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
