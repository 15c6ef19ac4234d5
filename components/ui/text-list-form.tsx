"use client";

import { useMemo } from "react";
import { z } from "zod";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Form, FormField, FormProblems, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/textarea";
import { Refused } from "@/contract/call";
import { linesOf, wrongLines } from "./lines";

type LinesFormProps = {
  title: string;
  description: string;
  label: string;
  hint: string;
  /** The list as it is kept. */
  kept: readonly string[];
  /** Reads the text as a list; see `listIn`. */
  list: z.ZodType<string[], string>;
  /** Saves the list, and answers it as it is kept then. */
  save: (list: string[]) => Promise<readonly string[]>;
  readOnly?: boolean;
  rows?: number;
};

/** A list that is edited as a text, one of it to a line. */
export function LinesForm({ title, description, label, hint, kept, list, save, readOnly = false, rows = 4 }: LinesFormProps) {
  const body = useMemo(() => z.object({ text: list }), [list]);
  const form = useZodForm(body, { defaultValues: { text: kept.join("\n") } });
  const { isSubmitting, isDirty } = form.formState;
  const send = async ({ text }: { text: string[] }) => {
    try {
      form.reset({ text: (await save(text)).join("\n") });
    } catch (error) {
      if (!(error instanceof Refused && error.fields)) throw error;
      form.setError("text", { type: "server", message: wrongLines(error.fields, linesOf(form.getValues("text"))) });
    }
  };
  const button = (
    <Button type="submit" pending={isSubmitting} disabled={!isDirty}>
      Save
    </Button>
  );
  return (
    <Form form={form} onSubmit={send} asksBeforeLeaving>
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
          <FormProblems form={form} />
        </div>
      </Card>
    </Form>
  );
}
