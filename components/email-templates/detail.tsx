"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { apiQuery } from "@/components/api-query";
import { ReadOnlySettings } from "@/components/shell/read-only-settings";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmMutation } from "@/components/ui/confirm";
import { describeError, QueryError } from "@/components/ui/errors";
import { Form, FormErrorSummary, showSubmitError, useZodForm } from "@/components/ui/form";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type EmailTemplateKind, emailTemplateFields, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { routes } from "@/lib/routes";
import { TextFields, type TextForm, VariableList } from "./fields";
import { emailTemplateLabels, fieldLabels, isTemplateEnabled, templateTriggers } from "./labels";
import { TemplatePreview } from "./preview";
import { useSendTest } from "./send-test";
import { type TemplateValues, templateSchema } from "./template-schema";

/** An email template: its content, and a preview beside it. */
export function TemplateView({ kind }: { kind: EmailTemplateKind }) {
  const templates = useQuery(apiQuery("GET /email-templates"));
  const template = templates.data?.find((record) => record.kind === kind);
  // A failed refetch keeps the form, so that unsaved changes aren't lost.
  if (templates.isError && templates.data === undefined) return <QueryError query={templates} />;
  if (template === undefined) return <Skeleton className="h-160 rounded-lg" />;
  return (
    <>
      <TemplateSummary kind={kind} />
      <TemplateEditor template={template} />
    </>
  );
}

function TemplateSummary({ kind }: { kind: EmailTemplateKind }) {
  const { project } = useSession();
  const hints = [
    !isTemplateEnabled(kind, project) && emailTemplateLabels.turnedOffHint,
    kind === "claimed" && project.redirectUrl === null && emailTemplateLabels.noRedirectUrlHint,
  ];
  return (
    <p className="-mb-2 max-w-3xl text-muted-foreground">
      <TextLink href={routes.settings.emailTemplates}>{emailTemplateLabels.allTemplates}</TextLink>
      {[` · ${templateTriggers[kind]}.`, ...hints].filter(Boolean).join(" ")}
    </p>
  );
}

function TemplateEditor({ template }: { template: EmailTemplateRecord }) {
  const canEdit = useCan("PUT /email-templates/:kind");
  const { questions } = useSession().project;
  const form = useZodForm(templateSchema(template.kind, questions), { defaultValues: template.content, mode: "onChange" });
  const content = form.watch();
  return (
    <div className="grid items-start gap-6 min-[1400px]:grid-cols-2">
      {canEdit ? <TemplateForm form={form} template={template} /> : <ReadOnlyTemplate template={template} />}
      <TemplatePreview kind={template.kind} content={content} />
    </div>
  );
}

/** The content of a template, for staff members who can't edit it. */
function ReadOnlyTemplate({ template: { kind, content } }: { template: EmailTemplateRecord }) {
  return (
    <ReadOnlySettings title={emailTemplateNames[kind]} call="PUT /email-templates/:kind" action={emailTemplateLabels.changing}>
      <dl className="grid gap-4">
        {emailTemplateFields.map((field) => (
          <div key={field} className="grid gap-1.5">
            <dt className="font-medium text-[13px] leading-5">{fieldLabels[field]}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{content[field]}</dd>
          </div>
        ))}
      </dl>
      <VariableList kind={kind} />
    </ReadOnlySettings>
  );
}

const VersionsDialog = lazyDialog(() => import("./versions").then((versions) => versions.VersionsDialog));

const changes = ["GET /email-templates"] as const;

type TemplateFormProps = { form: TextForm; template: EmailTemplateRecord };

/** Edits, tests and resets a template. */
function TemplateForm({ form, template }: TemplateFormProps) {
  const { kind } = template;
  const { mutateAsync, isPending } = useApiMutation("PUT /email-templates/:kind", { changes });
  const [isResetOpen, setResetOpen] = useState(false);
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const save = async (values: TemplateValues) => {
    form.reset((await mutateAsync({ params: { kind }, body: values })).content);
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
      mutation={useApiMutation("DELETE /email-templates/:kind", { changes })}
      input={{ params: { kind } }}
      successMessage={labels.toast}
      onSuccess={() => form.reset(defaultContent)}
    />
  );
}
