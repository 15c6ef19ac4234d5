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
import { useRevokeAllSessions } from "./mutations";
import { sessions } from "./queries";
import { SessionRow } from "./session-row";

const columns = 6;

/** The browsers that one is signed in with. */
export function Sessions() {
  return (
    <TableCard title="Sessions" description="The browsers you are signed in with." action={<SignOutEverywhere />}>
      <Table label="Sessions">
        <THead>
          <TH>Browser</TH>
          <TH>Address</TH>
          <TH>Signed in with</TH>
          <TH>Signed in</TH>
          <TH>Last seen</TH>
          <TH hideLabel>Acts</TH>
        </THead>
        <TBody>
          <Rows />
        </TBody>
      </Table>
    </TableCard>
  );
}

function Rows() {
  const { timeZone } = useSession().project;
  return (
    // Never empty: this browser is one of them.
    <QueryRows query={useQuery(sessions)} columns={columns}>
      {(items) => items.map((session) => <SessionRow key={session.id} session={session} zone={timeZone} />)}
    </QueryRows>
  );
}

function SignOutEverywhere() {
  const [asked, setAsked] = useState(false);
  const { mutate, isPending, isSuccess, error } = useRevokeAllSessions();
  return (
    <>
      <Button variant="outline" onClick={() => setAsked(true)}>
        Sign out everywhere
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title="Sign out everywhere?"
        consequence="Every browser you are signed in with is signed out at once, this one too."
        action="Sign out everywhere"
        pending={isPending || isSuccess}
        error={error}
        onConfirm={() => mutate()}
      />
    </>
  );
}
