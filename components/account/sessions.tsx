"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "@/components/shell/session";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Confirm } from "@/components/ui/confirm";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, TD, THead, TR } from "@/components/ui/table";
import { TableCard } from "@/components/ui/table-card";
import { TH } from "@/components/ui/table-header";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { formatSignInMethod } from "@/contract/enums";
import type { SessionRecord } from "@/contract/session";
import { sessionsQuery, useRevokeAllSessions, useRevokeSession } from "./api";
import { labels } from "./labels";

const columnCount = 6;
export function SessionsTable() {
  return (
    <TableCard title={labels.sessions.title} description={labels.sessions.description} action={<SignOutEverywhere />}>
      <Table label={labels.sessions.title}>
        <THead>
          <TH>{labels.sessions.browser}</TH>
          <TH>{labels.sessions.ipAddress}</TH>
          <TH>{labels.sessions.method}</TH>
          <TH>{labels.sessions.signedInAt}</TH>
          <TH>{labels.sessions.lastSeenAt}</TH>
          <TH hideLabel>{labels.sessions.actions}</TH>
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
        {labels.sessions.signOutEverywhere}
      </Button>
      <Confirm
        open={isOpen}
        onOpenChange={setOpen}
        title={labels.sessions.signOutEverywhereTitle}
        consequence={labels.sessions.signOutEverywhereConsequence}
        action={labels.sessions.signOutEverywhere}
        pending={isPending || isSuccess}
        error={error}
        onConfirm={() => mutate()}
      />
    </>
  );
}

function SessionRow({ session, timeZone }: { session: SessionRecord; timeZone: string }) {
  const { id, current, device, ipAddress, method, createdAt, lastSeenAt } = session;
  const { mutateAsync, isPending } = useRevokeSession();
  const signOut = () =>
    mutateAsync({ id }).then(
      () => toast.success(labels.sessions.signedOut, { description: device }),
      showErrorToast(labels.sessions.signOutFailed),
    );
  return (
    <TR>
      <TD className="font-medium">
        <span className="inline-flex items-center gap-3">
          {device}
          {current && <Badge>{labels.sessions.currentSession}</Badge>}
        </span>
      </TD>
      <TD mono>{ipAddress}</TD>
      <TD className="first-letter:uppercase">{formatSignInMethod(method)}</TD>
      <TD className="text-muted-foreground">
        <Time at={createdAt} zone={timeZone} />
      </TD>
      <TD className="text-muted-foreground">
        <Time at={lastSeenAt} zone={timeZone} />
      </TD>
      <TD className="w-28 text-right">
        {!current && (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() => void signOut()}
            aria-label={labels.sessions.signOutLabel(device, ipAddress)}
          >
            {labels.sessions.signOut}
          </Button>
        )}
      </TD>
    </TR>
  );
}
