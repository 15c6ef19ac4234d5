"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { labels } from "./labels";
import type { EmbedOptions } from "./snippets";

type EmbedOptionsFormProps = { options: EmbedOptions; onChange: (changes: Partial<EmbedOptions>) => void };

const copy = labels.options;

export function EmbedOptionsForm({ options, onChange }: EmbedOptionsFormProps) {
  return (
    <div className="grid content-start gap-6">
      <RadioGroup label={copy.form} options={copy.forms} value={options.form} onValueChange={(form) => onChange({ form })} />
      <RadioGroup label={copy.method} options={copy.methods} value={options.method} onValueChange={(method) => onChange({ method })} />
      {options.form === "join" && (
        <Field label={copy.names} inline>
          <Checkbox checked={options.names} onCheckedChange={(names) => onChange({ names })} />
        </Field>
      )}
      {options.method === "frame" && (
        <Field label={copy.theme} className="max-w-48">
          <Select options={copy.themes} value={options.theme} onValueChange={(theme) => onChange({ theme })} />
        </Field>
      )}
    </div>
  );
}
