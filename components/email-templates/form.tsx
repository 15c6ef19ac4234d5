"use client";

import { TriangleAlert } from "lucide-react";
import { type FocusEvent, type RefObject, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { describeError } from "@/components/ui/errors";
import { Form, FormErrorSummary, FormField, showSubmitError } from "@/components/ui/form";
import { Input, Textarea } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import {
  type EmailTemplateContent,
  type EmailTemplateKind,
  emailTemplateNames,
  formatVariable,
  templateVariables,
} from "@/contract/default-email-templates";
import { listVariables } from "@/contract/email-template-rules";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { useResetTemplate, useSendTestEmail, useUpdateTemplate } from "./api";
import { emailTemplateLabels, fieldLabels } from "./labels";
import { getTemplateMessages, type TemplateValues, variableInsertion } from "./template-schema";

type TemplateFormProps = { form: TemplateFormState; template: EmailTemplateRecord; content: TemplateValues };

/** Edits, tests and resets a template. */
export function TemplateForm({ form, template, content }: TemplateFormProps) {
  const { kind } = template;
  const { insert, ...fieldProps } = useInsertVariable();
  const { mutateAsync, isPending } = useUpdateTemplate();
  const [isResetOpen, setResetOpen] = useState(false);
  const save = async (values: TemplateValues) => {
    form.reset((await mutateAsync({ kind, ...values })).content);
    toast.success(emailTemplateLabels.savedToast);
  };
  return (
    <>
      <Form form={form} onSubmit={save} confirmLeave>
        <Card
          title={emailTemplateNames[kind]}
          footer={<FormActions form={form} template={template} isSaving={isPending} onReset={() => setResetOpen(true)} />}
        >
          <div className="grid gap-6">
            <TemplateFields form={form} kind={kind} content={content} {...fieldProps} />
            <VariableList kind={kind} onInsert={insert} />
            <FormErrorSummary form={form} />
          </div>
        </Card>
      </Form>
      {/* Outside of the form, because submitting a nested form would also submit this one. */}
      <ResetDialog form={form} template={template} open={isResetOpen} onClose={() => setResetOpen(false)} />
    </>
  );
}

type ActionProps = Omit<TemplateFormProps, "content">;

type FormActionsProps = ActionProps & { isSaving: boolean; onReset: () => void };

// `isSubmitting` of the form is also true during a test, so the save button needs `isSaving`.
function FormActions({ form, template, isSaving, onReset }: FormActionsProps) {
  return (
    <>
      {template.isCustomized && (
        <Button variant="ghost" onClick={onReset} className="-ml-3 mr-auto">
          {emailTemplateLabels.reset.button}
        </Button>
      )}
      <SendTestButton form={form} template={template} />
      <Button type="submit" pending={isSaving} disabled={!form.formState.isDirty}>
        {emailTemplateLabels.save}
      </Button>
    </>
  );
}

/** Sends the content of the form, saved or not, to the signed-in staff member. */
function SendTestButton({ form, template: { kind } }: ActionProps) {
  const { test: labels } = emailTemplateLabels;
  const { mutateAsync, isPending } = useSendTestEmail();
  const send = form.handleSubmit(async (values) => {
    try {
      const { email, isSavedToFile } = await mutateAsync({ kind, ...values });
      if (isSavedToFile) toast.success(labels.savedToFileToast, { description: labels.savedToFileDescription(email) });
      else toast.success(labels.sentToast, { description: email });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  });
  return (
    <Button variant="outline" pending={isPending} onClick={() => void send()}>
      {labels.button}
    </Button>
  );
}

type ResetDialogProps = ActionProps & { open: boolean; onClose: () => void };

function ResetDialog({ form, template: { kind, defaultContent }, ...dialog }: ResetDialogProps) {
  const { reset: labels } = emailTemplateLabels;
  return (
    <ConfirmMutation
      {...dialog}
      title={labels.title(emailTemplateNames[kind])}
      consequence={labels.consequence}
      action={labels.submit}
      mutation={useResetTemplate()}
      input={{ kind }}
      successMessage={labels.toast}
      onSuccess={() => form.reset(defaultContent)}
    />
  );
}

type TemplateFormState = UseFormReturn<TemplateValues, unknown, TemplateValues>;

type TemplateFieldsProps = {
  form: TemplateFormState;
  kind: EmailTemplateKind;
  content: TemplateValues;
  onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  bodyRef: RefObject<HTMLTextAreaElement | null>;
};

/** The subject, the body and the button label of a template, with warnings. */
function TemplateFields({ form, kind, content, onFocus, bodyRef }: TemplateFieldsProps) {
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

/** Warnings below a field. They don't prevent saving. */
function Warnings({ messages }: { messages: readonly string[] }) {
  return messages.map((message) => (
    <span key={message} className="flex gap-2 text-warning">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {message}
    </span>
  ));
}

const { variables: labels } = emailTemplateLabels;

/** The variables of a template with their descriptions. With `onInsert`, they are buttons. */
export function VariableList({ kind, onInsert }: { kind: EmailTemplateKind; onInsert?: (name: string) => void }) {
  return (
    <section aria-labelledby="variables" className="grid gap-2">
      <h3 id="variables" className="font-medium text-[13px] leading-5">
        {labels.title}
      </h3>
      {onInsert && <p className="text-[13px] text-muted-foreground">{labels.hint}</p>}
      <ul className="grid gap-x-3 gap-y-1 sm:grid-cols-[max-content_1fr]">
        {listVariables(kind).map((name) => (
          <li key={name} className="grid items-baseline gap-x-3 sm:col-span-2 sm:grid-cols-subgrid">
            {onInsert ? (
              <button
                type="button"
                aria-label={labels.insert(formatVariable(name))}
                onClick={() => onInsert(name)}
                className="-mx-1.5 justify-self-start rounded-md px-1.5 py-0.5 text-left font-mono text-[13px] text-link hover:bg-accent pointer-coarse:py-2"
              >
                {formatVariable(name)}
              </button>
            ) : (
              <span className="py-0.5 font-mono text-[13px]">{formatVariable(name)}</span>
            )}
            <span className="text-[13px] text-muted-foreground">{templateVariables[name].description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Control = HTMLInputElement | HTMLTextAreaElement;

/** Inserts variables at the last cursor position. Buttons, and variables without a cursor position, go into the body. */
function useInsertVariable() {
  const lastFocused = useRef<Control>(null);
  const bodyRef = useRef<HTMLTextAreaElement>(null);
  const onFocus = ({ currentTarget }: FocusEvent<Control>) => {
    lastFocused.current = currentTarget;
  };
  const insert = (name: string) => {
    const control = name === "button" ? bodyRef.current : (lastFocused.current ?? bodyRef.current);
    if (control === null) return;
    const end = control.value.length;
    const hasCursor = control === lastFocused.current;
    const [from, to] = hasCursor ? [control.selectionStart ?? end, control.selectionEnd ?? end] : [end, end];
    control.setRangeText(variableInsertion(name, control.value.slice(0, from), control.value.slice(to)), from, to, "end");
    // `setRangeText` fires no event, and the form updates on input events.
    control.dispatchEvent(new Event("input", { bubbles: true }));
    control.focus();
  };
  return { onFocus, insert, bodyRef };
}
