"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan, useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { QueryError } from "@/components/ui/errors";
import { useZodForm } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { type EmailTemplateKind, emailTemplateFields, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { routes } from "@/lib/routes";
import { emailTemplatesQuery } from "./api";
import { VariableList } from "./fields";
import { TemplateForm } from "./form";
import { emailTemplateLabels, fieldLabels, isTemplateEnabled, templateTriggers } from "./labels";
import { TemplatePreview } from "./preview";
import { templateSchema } from "./template-schema";

/** An email template: its content, and a preview beside it. */
export function TemplateView({ kind }: { kind: EmailTemplateKind }) {
  const templates = useQuery(emailTemplatesQuery);
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
    <div className="grid items-start gap-6 xl:grid-cols-2">
      {canEdit ? <TemplateForm form={form} template={template} /> : <ReadOnlyTemplate template={template} />}
      <TemplatePreview kind={template.kind} content={content} />
    </div>
  );
}

/** The content of a template, for staff members who can't edit it. */
function ReadOnlyTemplate({ template: { kind, content } }: { template: EmailTemplateRecord }) {
  return (
    <Card title={emailTemplateNames[kind]} description={emailTemplateLabels.readOnly}>
      <div className="grid gap-6">
        <dl className="grid gap-4">
          {emailTemplateFields.map((field) => (
            <div key={field} className="grid gap-1.5">
              <dt className="font-medium text-[13px] leading-5">{fieldLabels[field]}</dt>
              <dd className="wrap-anywhere whitespace-pre-wrap rounded-lg border bg-muted px-3 py-1.5">{content[field]}</dd>
            </div>
          ))}
        </dl>
        <VariableList kind={kind} />
      </div>
    </Card>
  );
}
