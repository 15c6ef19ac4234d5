"use client";

import { useMemo } from "react";
import * as z from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormErrorSummary, FormField, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { RequestError } from "@/contract/call";
import { formatLineErrors, parseLines } from "./text-list";

type TextListFormProps = {
  title: string;
  description: string;
  label: string;
  hint: string;
  /** The saved list. */
  savedItems: readonly string[];
  /** Parses the text; see `textListSchema`. */
  schema: z.ZodType<string[], string>;
  /** Saves the list and returns it as it was saved. */
  onSave: (schema: string[]) => Promise<readonly string[]>;
  readOnly?: boolean;
  rows?: number;
};

/** Edits a list as text, with one item per line. */
export function TextListForm({
  title,
  description,
  label,
  hint,
  savedItems,
  schema,
  onSave,
  readOnly = false,
  rows = 4,
}: TextListFormProps) {
  const body = useMemo(() => z.object({ text: schema }), [schema]);
  const form = useZodForm(body, { defaultValues: { text: savedItems.join("\n") } });
  const { isSubmitting, isDirty } = form.formState;
  const send = async ({ text }: { text: string[] }) => {
    try {
      form.reset({ text: (await onSave(text)).join("\n") });
    } catch (error) {
      if (!(error instanceof RequestError && error.fields)) throw error;
      form.setError("text", { type: "server", message: formatLineErrors(error.fields, parseLines(form.getValues("text"))) });
    }
  };
  const button = (
    <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
      Save changes
    </Button>
  );
  return (
    <Form form={form} onSubmit={send} confirmLeave>
      <Card title={title} description={description} footer={!readOnly && button}>
        <div className="grid max-w-xl gap-4">
          <FormField form={form} name="text" label={label} hint={hint}>
            {(control) => (
              <Textarea
                {...control}
                {...{ mono: true, rows, readOnly, spellCheck: false, autoCapitalize: "off", autoComplete: "off" }}
                className="whitespace-pre"
              />
            )}
          </FormField>
          <FormErrorSummary form={form} />
        </div>
      </Card>
    </Form>
  );
}
