"use client";

import type { FocusEvent, RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { EmailTemplateKind, EmailTemplateContent } from "@/contract/email-templates";
import { fieldMessages, type TemplateValues } from "./template-schema";
import { Warnings } from "./warnings";

export type TemplateFormState = UseFormReturn<TemplateValues, unknown, TemplateValues>;

type TemplateFieldsProps = {
  form: TemplateFormState;
  kind: EmailTemplateKind;
  words: TemplateValues;
  onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  body: RefObject<HTMLTextAreaElement | null>;
};

/** The subject, the text and the button of a mail, each with what is wrong with it. */
export function TemplateFields({ form, kind, words, onFocus, body }: TemplateFieldsProps) {
  const hintOf = (field: keyof EmailTemplateContent) => {
    const messages = fieldMessages(kind, words, field, false);
    return messages.length === 0 ? undefined : <Warnings messages={messages} />;
  };
  return (
    <>
      <FormField form={form} name="subject" label="Subject" hint={hintOf("subject")}>
        {(control) => <Input {...control} onFocus={onFocus} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="body" label="Text" hint={hintOf("body") ?? "An empty line begins a new paragraph."}>
        {({ ref, ...control }) => (
          <Textarea
            {...control}
            ref={(element) => {
              ref(element);
              body.current = element;
            }}
            onFocus={onFocus}
            rows={12}
            className="min-h-64"
          />
        )}
      </FormField>
      <FormField form={form} name="button" label="Button" hint={hintOf("button")}>
        {(control) => <Input {...control} onFocus={onFocus} autoComplete="off" className="max-w-64" />}
      </FormField>
    </>
  );
}
