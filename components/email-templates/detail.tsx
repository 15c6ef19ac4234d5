"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { apiQuery } from "@/components/api-query";
import { useFormDraft } from "@/components/shell/drafts";
import { ReadOnlySettings } from "@/components/shell/read-only-settings";
import { useCan, useSession } from "@/components/shell/session";
import { type Action, ActionButton, type ActionDialogs, useActionDialogs } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { describeError, QueryError } from "@/components/ui/errors";
import { Form, FormErrorSummary, showSubmitError, useZodForm } from "@/components/ui/form";
import { lazyDialog } from "@/components/ui/lazy";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import type { Items } from "@/components/ui/merge";
import { SaveConflict, useMergedSave } from "@/components/ui/save-conflict";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
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
    <div className="grid items-start gap-6 wide:grid-cols-2">
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
            <dt className="font-medium text-2sm leading-5">{fieldLabels[field]}</dt>
            <dd className="whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{content[field]}</dd>
          </div>
        ))}
      </dl>
      <VariableList kind={kind} />
    </ReadOnlySettings>
  );
}

const VersionsDialog = lazyDialog(() => import("./versions").then((versions) => versions.VersionsDialog));

const changes = ["GET /email-templates"] as const;

const toItems = ({ subject, body, button }: TemplateValues): Items<string> => new Map(Object.entries({ subject, body, button }));
const toValues = (texts: Items<string>): TemplateValues => ({
  subject: texts.get("subject") ?? "",
  body: texts.get("body") ?? "",
  button: texts.get("button") ?? "",
});

type TemplateFormProps = { form: TextForm; template: EmailTemplateRecord };

/** Edits, tests and resets a template. */
function TemplateForm({ form, template }: TemplateFormProps) {
  const { kind } = template;
  const { mutateAsync, isPending } = useApiMutation("PUT /email-templates/:kind", { changes });
  // Outside of the form, because submitting a nested form would also submit this one.
  const dialogs = useActionDialogs();
  const draft = useFormDraft(form, { name: `template:${kind}`, fields: emailTemplateFields, isTyped: form.formState.isDirty });
  const merging = useMergedSave({
    form,
    initial: toItems(template.content),
    toItems,
    toValues,
    send: async (texts, expected) => {
      const body = { ...toValues(texts), expected: toValues(expected) };
      return toItems((await mutateAsync({ params: { kind }, body })).content);
    },
    load: async () => toItems((await call("GET /email-templates")).find((current) => current.kind === kind)?.content ?? template.content),
  });
  const reset = (content: TemplateValues) => merging.reset(toItems(content));
  const save = async (values: TemplateValues) => {
    if ((await merging.save(values)) === null) return;
    draft.remove();
    toast.success(emailTemplateLabels.savedToast);
  };
  return (
    <>
      <Form form={form} onSubmit={save}>
        <Card
          title={emailTemplateNames[kind]}
          action={
            <ActionButton
              size="sm"
              dialogs={dialogs}
              action={{
                label: emailTemplateLabels.versions.button,
                icon: History,
                dialog: (dialog) => <VersionsDialog {...dialog} kind={kind} onRestored={({ content }) => reset(content)} />,
              }}
            />
          }
          footer={<FormActions form={form} template={template} isSaving={isPending} dialogs={dialogs} onReset={reset} />}
        >
          <div className="grid gap-6">
            {draft.notice}
            <TextFields form={form} kind={kind} />
            <SaveConflict
              title={emailTemplateLabels.conflict}
              merging={merging}
              toText={(text, key) => ({ name: fieldLabels[emailTemplateFields.find((field) => field === key) ?? "body"], text })}
            />
            <FormErrorSummary form={form} />
          </div>
        </Card>
      </Form>
      {dialogs.dialog}
    </>
  );
}

type FormActionsProps = TemplateFormProps & { isSaving: boolean; dialogs: ActionDialogs; onReset: (content: TemplateValues) => void };

// `isSubmitting` of the form is also true during a test, so the save button needs `isSaving`.
function FormActions({ form, template, isSaving, dialogs, onReset }: FormActionsProps) {
  const { kind, defaultContent } = template;
  const { reset: copy } = emailTemplateLabels;
  const { mutateAsync } = useApiMutation("DELETE /email-templates/:kind", { changes });
  const reset: Action = {
    label: copy.button,
    confirm: {
      title: copy.title(emailTemplateNames[kind]),
      consequence: copy.consequence,
      action: copy.submit,
      success: copy.toast,
    },
    run: () => mutateAsync({ params: { kind } }),
    onSuccess: () => onReset(defaultContent),
  };
  return (
    <>
      <ActionButton variant="ghost" className="-ml-3 mr-auto" action={template.isCustomized && reset} dialogs={dialogs} />
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
