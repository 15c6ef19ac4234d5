"use client";

import { History } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { describeError } from "@/components/ui/errors";
import { Form, FormErrorSummary, showSubmitError } from "@/components/ui/form";
import { lazyDialog } from "@/components/ui/lazy";
import { toast } from "@/components/ui/toast";
import { emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { useResetTemplate, useSendTest, useUpdateTemplate } from "./api";
import { TextFields, type TextForm } from "./fields";
import { emailTemplateLabels } from "./labels";
import type { TemplateValues } from "./template-schema";

const VersionsDialog = lazyDialog(() => import("./versions").then((versions) => versions.VersionsDialog));

type TemplateFormProps = { form: TextForm; template: EmailTemplateRecord };

/** Edits, tests and resets a template. */
export function TemplateForm({ form, template }: TemplateFormProps) {
  const { kind } = template;
  const { mutateAsync, isPending } = useUpdateTemplate();
  const [isResetOpen, setResetOpen] = useState(false);
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const save = async (values: TemplateValues) => {
    form.reset((await mutateAsync({ kind, ...values })).content);
    toast.success(emailTemplateLabels.savedToast);
  };
  return (
    <>
      <Form form={form} onSubmit={save} confirmLeave>
        <Card
          title={emailTemplateNames[kind]}
          action={
            <Button variant="outline" size="sm" onClick={() => setVersionsOpen(true)}>
              <History aria-hidden="true" /> {emailTemplateLabels.versions.button}
            </Button>
          }
          footer={<FormActions form={form} template={template} isSaving={isPending} onReset={() => setResetOpen(true)} />}
        >
          <div className="grid gap-6">
            <TextFields form={form} kind={kind} />
            <FormErrorSummary form={form} />
          </div>
        </Card>
      </Form>
      {/* Outside of the form, because submitting a nested form would also submit this one. */}
      <ResetDialog form={form} template={template} open={isResetOpen} onClose={() => setResetOpen(false)} />
      <VersionsDialog
        kind={kind}
        open={areVersionsOpen}
        onClose={() => setVersionsOpen(false)}
        onRestored={({ content }) => form.reset(content)}
      />
    </>
  );
}

type FormActionsProps = TemplateFormProps & { isSaving: boolean; onReset: () => void };

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
function SendTestButton({ form, template: { kind } }: TemplateFormProps) {
  const sendTest = useSendTest();
  const send = form.handleSubmit(async (values) => {
    try {
      await sendTest.send({ kind, ...values });
    } catch (error) {
      showSubmitError(form, describeError(error));
    }
  });
  return (
    <Button variant="outline" pending={sendTest.isPending} onClick={() => void send()}>
      {emailTemplateLabels.test.button}
    </Button>
  );
}

type ResetDialogProps = TemplateFormProps & { open: boolean; onClose: () => void };

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
