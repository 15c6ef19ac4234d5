"use client";

import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { Form, FormErrorSummary, showSubmitError } from "@/components/ui/form";
import { toast } from "@/components/ui/toast";
import { emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { emailTemplateLabels } from "./labels";
import { useResetTemplate, useSendTestEmail, useUpdateTemplate } from "./mutations";
import { TemplateFields, type TemplateFormState } from "./template-fields";
import type { TemplateValues } from "./template-schema";
import { useInsertVariable } from "./use-insert-variable";
import { VariableList } from "./variable-list";

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
