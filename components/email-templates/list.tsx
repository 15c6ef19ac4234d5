"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { TableCard } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { QueryTable } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import { emailTemplateKinds, emailTemplateNames } from "@/contract/default-email-templates";
import type { EmailTemplateRecord } from "@/contract/email-templates";
import { emailTemplatePath } from "@/lib/routes";
import { emailTemplatesQuery } from "./api";
import { isTemplateEnabled, emailTemplateLabels as labels, templateTriggers } from "./labels";

/** The list of email templates. */
export function TemplatesView() {
  const { template, trigger, content, updated } = labels.columns;
  return (
    <TableCard title={labels.title} description={labels.description}>
      <QueryTable
        label={labels.title}
        headers={[template, trigger, content, updated]}
        query={useQuery(emailTemplatesQuery)}
        rows={emailTemplateKinds.length}
      >
        {(record) => <TemplateRow key={record.kind} template={record} />}
      </QueryTable>
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
