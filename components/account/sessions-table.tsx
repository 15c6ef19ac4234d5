"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
import { TableCard } from "@/components/ui/table-card";
import { TH } from "@/components/ui/table-header";
import { labels } from "./labels";
import { useRevokeAllSessions } from "./mutations";
import { sessionsQuery } from "./queries";
import { SessionRow } from "./session-row";

const columnCount = 6;
const copy = labels.sessions;

export function SessionsTable() {
  return (
    <TableCard title={copy.title} description={copy.description} action={<SignOutEverywhere />}>
      <Table label={copy.title}>
        <THead>
          <TH>{copy.browser}</TH>
          <TH>{copy.ipAddress}</TH>
          <TH>{copy.method}</TH>
          <TH>{copy.signedInAt}</TH>
          <TH>{copy.lastSeenAt}</TH>
          <TH hideLabel>{copy.actions}</TH>
        </THead>
        <TBody>
          <SessionRows />
        </TBody>
      </Table>
    </TableCard>
  );
}

function SessionRows() {
  const { timeZone } = useSession().project;
  return (
    // Never empty: the list contains this session.
    <QueryRows query={useQuery(sessionsQuery)} columns={columnCount}>
      {(items) => items.map((session) => <SessionRow key={session.id} session={session} timeZone={timeZone} />)}
    </QueryRows>
  );
}

function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, isSuccess, error } = useRevokeAllSessions();
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {copy.signOutEverywhere}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={copy.signOutEverywhereTitle}
        consequence={copy.signOutEverywhereConsequence}
        action={copy.signOutEverywhere}
        pending={isPending || isSuccess}
        error={error}
        onConfirm={() => mutate()}
      />
    </>
  );
}
