"use client";

import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { apiQuery } from "@/components/api-query";
import { type Column, statusColumn, timeColumn } from "@/components/list/columns";
import { QueryTable } from "@/components/list/query-table";
import { ProjectSettingsForm } from "@/components/shell/project-settings-form";
import { ReadOnlySettings } from "@/components/shell/read-only-settings";
import { useCan, useSession } from "@/components/shell/session";
import { DetailsItem, DetailsList, TableCard } from "@/components/ui/card";
import { FormField, useZodForm } from "@/components/ui/form";
import { Textarea } from "@/components/ui/input";
import { TextLink } from "@/components/ui/link";
import { ColorInput } from "@/components/ui/special-inputs";
import { emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { type ProjectRecord, updateProjectEndpoint } from "@/contract/project";
import { emailTemplatePath } from "@/lib/routes";
import { isTemplateEnabled, emailTemplateLabels as labels, templateTriggers } from "./labels";

const templateKind = ({ kind }: EmailTemplateRecord) => kind;

/** The list of email templates. */
export function TemplatesView() {
  return (
    <>
      <TableCard title={labels.title} description={labels.description}>
        <QueryTable
          label={labels.title}
          columns={templateColumns}
          getRowId={templateKind}
          query={useQuery(apiQuery("GET /email-templates"))}
          rows={emailTemplateKinds.length}
        />
      </TableCard>
      <DesignCard />
    </>
  );
}

const { columns: headers } = labels;

const templateColumns: readonly Column<EmailTemplateRecord>[] = [
  {
    id: "template",
    header: headers.template,
    cell: ({ kind }) => <TextLink href={emailTemplatePath(kind)}>{emailTemplateNames[kind]}</TextLink>,
  },
  { id: "trigger", header: headers.trigger, cell: ({ kind }) => <Trigger kind={kind} /> },
  statusColumn({ id: "content", header: headers.content }, ({ isCustomized }) =>
    isCustomized ? { label: labels.customized, tone: "info" } : { label: labels.default, tone: "neutral" },
  ),
  timeColumn({ id: "updated", header: headers.updated }, ({ updatedAt }) => updatedAt, labels.neverUpdated),
];

/** When an email is sent, and whether the project sends it. */
function Trigger({ kind }: Pick<EmailTemplateRecord, "kind">) {
  const { project } = useSession();
  return (
    <>
      {templateTriggers[kind]}
      {!isTemplateEnabled(kind, project) && <span className="text-muted-foreground">{` · ${labels.turnedOff}`}</span>}
    </>
  );
}

// The form edits two of the project's fields, while the endpoint accepts any of them.
const DesignBody = updateProjectEndpoint.body.pick({ emailButtonColor: true, emailFooter: true }).required();
type DesignBody = z.input<typeof DesignBody>;

const designValues = ({ emailButtonColor, emailFooter }: ProjectRecord): DesignBody => ({ emailButtonColor, emailFooter });

/** What all emails to leads have in common: the color of their button and their footer. */
function DesignCard() {
  return useCan("PATCH /project") ? <DesignForm /> : <DesignText />;
}

/** The design as text. */
function DesignText() {
  const { emailButtonColor, emailFooter, accent } = useSession().project;
  const { design } = labels;
  return (
    <ReadOnlySettings title={design.title} description={design.description} call="PATCH /project" action={design.changing}>
      <DetailsList>
        <DetailsItem label={design.buttonColor}>
          <span translate="no" className="font-mono text-2sm">
            {emailButtonColor ?? accent}
          </span>
        </DetailsItem>
        <DetailsItem label={design.footer}>
          {emailFooter === null ? design.noFooter : <span className="whitespace-pre-line">{emailFooter}</span>}
        </DetailsItem>
      </DetailsList>
    </ReadOnlySettings>
  );
}

function DesignForm() {
  const { project } = useSession();
  const form = useZodForm(DesignBody, { defaultValues: designValues(project) });
  const { design } = labels;
  return (
    <ProjectSettingsForm
      form={form}
      toValues={designValues}
      labels={{ emailButtonColor: { label: design.buttonColor }, emailFooter: { label: design.footer } }}
      title={design.title}
      description={design.description}
      saveLabel={labels.save}
      savedToast={design.savedToast}
    >
      <FormField form={form} name="emailButtonColor" label={design.buttonColor} optional hint={design.buttonColorHint}>
        {({ value, onChange, ref: _, ...control }) => (
          <ColorInput
            {...control}
            value={value ?? ""}
            onChange={(color) => onChange(color.trim() || null)}
            pickLabel={design.buttonColor}
            placeholder={project.accent}
          />
        )}
      </FormField>
      <FormField form={form} name="emailFooter" label={design.footer} optional hint={design.footerHint}>
        {({ value, onChange, ...control }) => (
          <Textarea {...control} value={value ?? ""} onChange={(event) => onChange(event.target.value || null)} rows={3} />
        )}
      </FormField>
    </ProjectSettingsForm>
  );
}
