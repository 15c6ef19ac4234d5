"use client";

import type { FocusEvent, RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FormField } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { MailKind, MailText } from "@/contract/mail-texts";
import { messagesAt, type Words } from "./mail-schema";
import { Warnings } from "./warnings";

export type MailFormState = UseFormReturn<Words, unknown, Words>;

type MailFieldsProps = {
  form: MailFormState;
  kind: MailKind;
  words: Words;
  onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  body: RefObject<HTMLTextAreaElement | null>;
};

/** The subject, the text and the button of a mail, each with what is wrong with it. */
export function MailFields({ form, kind, words, onFocus, body }: MailFieldsProps) {
  const hintOf = (field: keyof MailText) => {
    const messages = messagesAt(kind, words, field, false);
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
