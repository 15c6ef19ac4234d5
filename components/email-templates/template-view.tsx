"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/use-can";
import { useSession } from "@/components/shell/session";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { useZodForm } from "@/components/ui/form";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { EmailTemplateRecord } from "@/contract/email-template-api";
import type { EmailTemplateKind } from "@/contract/email-templates";
import { routes } from "@/lib/routes";
import { TemplateForm } from "./template-form";
import { templateSchema } from "./template-schema";
import { ReadOnlyTemplate } from "./read-only-template";
import { emailTemplatesQuery } from "./queries";
import { TemplatePreview } from "./template-preview";
import { isTemplateEnabled, templateTriggers } from "./labels";

/** One mail: its words, and beside them how it will look. */
export function TemplateView({ kind }: { kind: EmailTemplateKind }) {
  const texts = useQuery(emailTemplatesQuery);
  const record = texts.data?.find((each) => each.kind === kind);
  // What is being typed stays where only asking anew has failed.
  if (texts.isError && texts.data === undefined) {
    const { message, requestId } = describeError(texts.error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void texts.refetch()} pending={texts.isFetching} />;
  }
  if (record === undefined) return <Skeleton className="h-160 rounded-lg" />;
  return (
    <>
      <TemplateSummary kind={kind} />
      <TemplateEditor record={record} />
    </>
  );
}

function TemplateSummary({ kind }: { kind: EmailTemplateKind }) {
  const { project } = useSession();
  const leadsNowhere = kind === "claimed" && project.redirectUrl === null;
  return (
    <p className="-mb-2 max-w-3xl text-muted-foreground">
      <TextLink href={routes.settings.emailTemplates}>All mails</TextLink>
      {` · ${templateTriggers[kind]}. `}
      {!isTemplateEnabled(kind, project) && "It is switched off under Project. "}
      {leadsNowhere && "It has no button as long as nothing is set under Project that a claim leads on to."}
    </p>
  );
}

function TemplateEditor({ record }: { record: EmailTemplateRecord }) {
  const may = useCan("PUT /mail/texts/:kind");
  const form = useZodForm(templateSchema(record.kind), { defaultValues: record.text, validateOnChange: true });
  const words = form.watch();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      {may ? <TemplateForm form={form} record={record} words={words} /> : <ReadOnlyTemplate record={record} />}
      <TemplatePreview kind={record.kind} words={words} />
    </div>
  );
}
