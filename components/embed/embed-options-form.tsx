"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { EmbedOptions } from "./snippets";

const forms = [
  { value: "join", label: "Join the waitlist", hint: "Asks for an address; ?ref= in your page’s own says who sent them." },
  { value: "claim", label: "Claim a code", hint: "Asks for a code and an address; ?code= in your page’s fills the code in." },
] as const;

const methods = [
  { value: "script", label: "Script", hint: "Becomes part of your page and wears its type and colours." },
  { value: "frame", label: "Frame", hint: "For pages that run no scripts of others. Works without JavaScript." },
] as const;

const themes = [
  { value: "system", label: "The visitor’s" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

type EmbedOptionsFormProps = { chosen: EmbedOptions; onChange: (changed: Partial<EmbedOptions>) => void };

/** What can be chosen of the form. */
export function EmbedOptionsForm({ chosen, onChange }: EmbedOptionsFormProps) {
  return (
    <div className="grid content-start gap-6">
      <RadioGroup label="Form" options={forms} value={chosen.form} onValueChange={(form) => onChange({ form })} />
      <RadioGroup label="As" options={methods} value={chosen.method} onValueChange={(by) => onChange({ method: by })} />
      {chosen.form === "join" && (
        <Field label="Ask for names too" inline>
          <Checkbox checked={chosen.names} onCheckedChange={(names) => onChange({ names })} />
        </Field>
      )}
      {chosen.method === "frame" && (
        <Field label="Theme" className="max-w-48">
          <Select options={themes} value={chosen.theme} onValueChange={(theme) => onChange({ theme })} />
        </Field>
      )}
    </div>
  );
}
