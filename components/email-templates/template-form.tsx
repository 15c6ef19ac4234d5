"use client";

import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { Form, FormErrorSummary, showSubmitError } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import type { EmailTemplateRecord } from "@/contract/email-template-api";
import { emailTemplateNames } from "@/contract/email-templates";
import { TemplateFields, type TemplateFormState } from "./template-fields";
import type { TemplateValues } from "./template-schema";
import { useUpdateTemplate, useResetTemplate, useSendTestEmail } from "./mutations";
import { useInsertVariable } from "./use-insert-variable";
import { VariableList } from "./variable-list";

type TemplateFormProps = { form: TemplateFormState; record: EmailTemplateRecord; words: TemplateValues };

/** The words of a mail, to be changed, tried and taken back. */
export function TemplateForm({ form, record, words }: TemplateFormProps) {
  const { kind } = record;
  const { insert, ...controls } = useInsertVariable();
  const { mutateAsync, isPending } = useUpdateTemplate();
  const [isAsked, setAsked] = useState(false);
  const save = async (changed: TemplateValues) => {
    form.reset((await mutateAsync({ kind, ...changed })).text);
    toast.success("The mail is saved");
  };
  return (
    <>
      <Form form={form} onSubmit={save} confirmLeave>
        <Card title={emailTemplateNames[kind]} footer={<FormActions form={form} record={record} isSaving={isPending} onBack={() => setAsked(true)} />}>
          <div className="grid gap-6">
            <TemplateFields form={form} kind={kind} words={words} {...controls} />
            <VariableList kind={kind} onInsert={insert} />
            <FormErrorSummary form={form} />
          </div>
        </Card>
      </Form>
      {/* Beside the form: what is sent by a form within would be sent by this one too. */}
      <ResetDialog form={form} record={record} open={isAsked} onClose={() => setAsked(false)} />
    </>
  );
}

type ActProps = Omit<TemplateFormProps, "words">;

type FormActionsProps = ActProps & { isSaving: boolean; onBack: () => void };

/** That the form is being submitted says nothing of which: a test is too. */
function FormActions({ form, record, isSaving, onBack }: FormActionsProps) {
  return (
    <>
      {record.isCustomized && (
        <Button variant="ghost" onClick={onBack} className="-ml-3 mr-auto">
          Back to the default words
        </Button>
      )}
      <SendTest form={form} record={record} />
      <Button type="submit" pending={isSaving} disabled={!form.formState.isDirty}>
        Save
      </Button>
    </>
  );
}

const keptWords = "No mail server is connected. The mail is the newest file of the outbox, in Gatehouse's data folder.";

/** The words as they stand in the form, saved or not, to whoever asks. */
function SendTest({ form, record: { kind } }: ActProps) {
  const { mutateAsync, isPending } = useSendTestEmail();
  const send = form.handleSubmit(async (words) => {
    try {
      const { email, isSavedToFile: isKept } = await mutateAsync({ kind, ...words });
      if (isKept) toast.success(`The test to ${email} is kept as a file`, { description: keptWords });
      else toast.success("The test is on its way", { description: email });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  });
  return (
    <Button variant="outline" pending={isPending} onClick={() => void send()}>
      Send a test to me
    </Button>
  );
}

type ResetDialogProps = ActProps & { open: boolean; onClose: () => void };

function ResetDialog({ form, record: { kind, defaultContent: defaultText }, ...dialog }: ResetDialogProps) {
  return (
    <ConfirmMutation
      {...dialog}
      title={`Take the mail “${emailTemplateNames[kind]}” back to its default words?`}
      consequence="Your own subject, text and button of this mail are gone. Mail that waits to be sent gets the default words."
      action="Take it back"
      mutation={useResetTemplate()}
      input={{ kind }}
      successMessage="The mail has its default words again"
      onSuccess={() => form.reset(defaultText)}
    />
  );
}
