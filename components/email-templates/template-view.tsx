"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { useCan } from "@/components/shell/use-can";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { useZodForm } from "@/components/ui/form";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { EmailTemplateKind } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { routes } from "@/lib/routes";
import { emailTemplateLabels, isTemplateEnabled, templateTriggers } from "./labels";
import { emailTemplatesQuery } from "./queries";
import { ReadOnlyTemplate } from "./read-only-template";
import { TemplateForm } from "./template-form";
import { TemplatePreview } from "./template-preview";
import { templateSchema } from "./template-schema";

/** An email template: its content, and a preview beside it. */
export function TemplateView({ kind }: { kind: EmailTemplateKind }) {
  const templates = useQuery(emailTemplatesQuery);
  const template = templates.data?.find((record) => record.kind === kind);
  // A failed refetch keeps the form, so that unsaved changes aren't lost.
  if (templates.isError && templates.data === undefined) {
    const { message, requestId } = describeError(templates.error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void templates.refetch()} pending={templates.isFetching} />;
  }
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
  const form = useZodForm(templateSchema(template.kind), { defaultValues: template.content, validateOnChange: true });
  const content = form.watch();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      {canEdit ? <TemplateForm form={form} template={template} content={content} /> : <ReadOnlyTemplate template={template} />}
      <TemplatePreview kind={template.kind} content={content} />
    </div>
  );
}
