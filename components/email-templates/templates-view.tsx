"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { QueryRows } from "@/components/ui/query-rows";
import { Status } from "@/components/ui/status";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TableCard } from "@/components/ui/table-card";
import { TH } from "@/components/ui/table-header";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { EmailTemplateRecord } from "@/contract/email-template-api";
import { emailTemplateKinds, emailTemplateNames } from "@/contract/email-templates";
import { emailTemplatePath } from "@/lib/routes";
import { emailTemplatesQuery } from "./queries";
import { isTemplateEnabled, templateTriggers } from "./labels";

/** The mails to leads, and whose words they are in. */
export function TemplatesView() {
  return (
    <TableCard title="Mails to leads" description="What each says, and how it looks. Mail to staff has words of its own.">
      <Table label="Mails to leads">
        <THead>
          <TH>Mail</TH>
          <TH>Goes out</TH>
          <TH>Words</TH>
          <TH>Changed</TH>
        </THead>
        <TBody>
          <QueryRows query={useQuery(emailTemplatesQuery)} columns={4} rows={emailTemplateKinds.length}>
            {(texts) => texts.map((record) => <TemplateRow key={record.kind} record={record} />)}
          </QueryRows>
        </TBody>
      </Table>
    </TableCard>
  );
}

function TemplateRow({ record: { kind, isCustomized: isOwn, updatedAt: changedAt } }: { record: EmailTemplateRecord }) {
  const { project } = useSession();
  return (
    <TR>
      <TD>
        <TextLink href={emailTemplatePath(kind)}>{emailTemplateNames[kind]}</TextLink>
      </TD>
      <TD>
        {templateTriggers[kind]}
        {!isTemplateEnabled(kind, project) && <span className="text-muted-foreground"> · switched off</span>}
      </TD>
      <TD>{isOwn ? <Status tone="info">Your own</Status> : <Status tone="neutral">Default</Status>}</TD>
      <TD className="text-muted-foreground">{changedAt === null ? "never" : <Time at={changedAt} zone={project.timeZone} />}</TD>
    </TR>
  );
}
