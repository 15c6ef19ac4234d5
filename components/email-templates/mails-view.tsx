"use client";

import { useQuery } from "@tanstack/react-query";
import { useVisitor } from "@/components/shell/visitor";
import { QueryRows } from "@/components/ui/query-rows";
import { Status } from "@/components/ui/status";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TableCard } from "@/components/ui/table-card";
import { TH } from "@/components/ui/table-header";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { MailTextRecord } from "@/contract/mail";
import { mailKinds, mailNames } from "@/contract/mail-texts";
import { mailPage } from "@/lib/routes";
import { mailTexts } from "./queries";
import { isSent, mailTimes } from "./words";

/** The mails to leads, and whose words they are in. */
export function MailsView() {
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
          <QueryRows query={useQuery(mailTexts)} columns={4} rows={mailKinds.length}>
            {(texts) => texts.map((record) => <Row key={record.kind} record={record} />)}
          </QueryRows>
        </TBody>
      </Table>
    </TableCard>
  );
}

function Row({ record: { kind, isOwn, changedAt } }: { record: MailTextRecord }) {
  const { project } = useVisitor();
  return (
    <TR>
      <TD>
        <TextLink href={mailPage(kind)}>{mailNames[kind]}</TextLink>
      </TD>
      <TD>
        {mailTimes[kind]}
        {!isSent(kind, project) && <span className="text-muted-foreground"> · switched off</span>}
      </TD>
      <TD>{isOwn ? <Status tone="info">Your own</Status> : <Status tone="neutral">Default</Status>}</TD>
      <TD className="text-muted-foreground">{changedAt === null ? "never" : <Time at={changedAt} zone={project.timeZone} />}</TD>
    </TR>
  );
}
