"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { TableCard } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { QueryRows } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Table, TBody, TD, TH, THead, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { emailTemplatePath } from "@/lib/routes";
import { emailTemplatesQuery } from "./api";
import { isTemplateEnabled, emailTemplateLabels as labels, templateTriggers } from "./labels";

/** The list of email templates. */
export function TemplatesView() {
  return (
    <TableCard title={labels.title} description={labels.description}>
      <Table label={labels.title}>
        <THead>
          <TH>{labels.columns.template}</TH>
          <TH>{labels.columns.trigger}</TH>
          <TH>{labels.columns.content}</TH>
          <TH>{labels.columns.updated}</TH>
        </THead>
        <TBody>
          <QueryRows query={useQuery(emailTemplatesQuery)} columns={4} rows={emailTemplateKinds.length}>
            {(templates) => templates.map((template) => <TemplateRow key={template.kind} template={template} />)}
          </QueryRows>
        </TBody>
      </Table>
    </TableCard>
  );
}

function TemplateRow({ template: { kind, isCustomized, updatedAt } }: { template: EmailTemplateRecord }) {
  const { project } = useSession();
  return (
    <TR>
      <TD>
        <TextLink href={emailTemplatePath(kind)}>{emailTemplateNames[kind]}</TextLink>
      </TD>
      <TD>
        {templateTriggers[kind]}
        {!isTemplateEnabled(kind, project) && <span className="text-muted-foreground">{` · ${labels.turnedOff}`}</span>}
      </TD>
      <TD>
        <Status tone={isCustomized ? "info" : "neutral"}>{isCustomized ? labels.customized : labels.default}</Status>
      </TD>
      <TD className="text-muted-foreground">
        {updatedAt === null ? labels.neverUpdated : <Time at={updatedAt} zone={project.timeZone} />}
      </TD>
    </TR>
  );
}
