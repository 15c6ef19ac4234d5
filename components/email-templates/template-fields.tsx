"use client";

import type { FocusEvent, RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { EmailTemplateContent, EmailTemplateKind } from "@/contract/default-email-templates";
import { emailTemplateLabels, fieldLabels } from "./labels";
import { getTemplateMessages, type TemplateValues } from "./template-schema";
import { Warnings } from "./warnings";

export type TemplateFormState = UseFormReturn<TemplateValues, unknown, TemplateValues>;

type TemplateFieldsProps = {
  form: TemplateFormState;
  kind: EmailTemplateKind;
  content: TemplateValues;
  onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  bodyRef: RefObject<HTMLTextAreaElement | null>;
};

/** The subject, the body and the button label of a template, with warnings. */
export function TemplateFields({ form, kind, content, onFocus, bodyRef }: TemplateFieldsProps) {
  const renderWarnings = (field: keyof EmailTemplateContent) => {
    const messages = getTemplateMessages(kind, content, field, "warnings");
    return messages.length === 0 ? undefined : <Warnings messages={messages} />;
  };
  return (
    <>
      <FormField form={form} name="subject" label={fieldLabels.subject} hint={renderWarnings("subject")}>
        {(control) => <Input {...control} onFocus={onFocus} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="body" label={fieldLabels.body} hint={renderWarnings("body") ?? emailTemplateLabels.bodyHint}>
        {({ ref, ...control }) => (
          <Textarea
            {...control}
            ref={(element) => {
              ref(element);
              bodyRef.current = element;
            }}
            onFocus={onFocus}
            rows={12}
            className="min-h-64"
          />
        )}
      </FormField>
      <FormField form={form} name="button" label={fieldLabels.button} hint={renderWarnings("button")}>
        {(control) => <Input {...control} onFocus={onFocus} autoComplete="off" className="max-w-64" />}
      </FormField>
    </>
  );
}
