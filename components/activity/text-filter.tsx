"use client";

import { useState } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { FilterChip, FilterTrigger } from "@/components/ui/filter-chip";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

type TextFilterProps = {
  label: string;
  /** What is typed: "Address". */
  field: string;
  schema: z.ZodType<string, string>;
  value: string | null;
  onChange: (value: string | null) => void;
};

/** A filter that is typed: all of a code, or of an address. */
export function TextFilter({ label, field, schema, value, onChange }: TextFilterProps) {
  const [open, setOpen] = useState(false);
  const apply = (text: string) => {
    setOpen(false);
    onChange(text);
  };
  return (
    <FilterChip label={label} onClear={value === null ? undefined : () => onChange(null)}>
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger
          render={<FilterTrigger label={label} value={value === null ? undefined : <span className="font-mono">{value}</span>} />}
        />
        <PopoverContent title={label} quiet>
          <TextForm field={field} schema={schema} value={value ?? ""} onApply={apply} />
        </PopoverContent>
      </Popover>
    </FilterChip>
  );
}

type TextFormProps = Pick<TextFilterProps, "field" | "schema"> & { value: string; onApply: (text: string) => void };

function TextForm({ field, schema, value, onApply }: TextFormProps) {
  const form = useZodForm(z.object({ text: schema }), { defaultValues: { text: value } });
  return (
    // What was typed, and not what identifies it: people recognise the one.
    <Form form={form} onSubmit={async () => onApply(form.getValues("text").trim())} className="grid gap-3">
      <FormField form={form} name="text" label={field}>
        {(control) => <Input {...control} mono autoComplete="off" autoCapitalize="off" spellCheck={false} />}
      </FormField>
      <FormProblems form={form} />
      <Button type="submit" className="justify-self-end">
        Apply
      </Button>
    </Form>
  );
}
