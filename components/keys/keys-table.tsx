"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { KeyRow } from "./key-row";
import { keys } from "./queries";

const columns = 7;

export function KeysTable() {
  return (
    <Table label="Keys">
      <THead>
        <TH>Name</TH>
        <TH>Kind</TH>
        <TH>Key</TH>
        <TH>Created</TH>
        <TH>Last used</TH>
        <TH>Expires</TH>
        <TH hideLabel>Acts</TH>
      </THead>
      <TBody>
        <KeyRows />
      </TBody>
    </Table>
  );
}

function KeyRows() {
  const { timeZone } = useSession().project;
  const empty = <EmptyState icon={KeyRound} title="No keys" description="Create one for each program that speaks to the API." />;
  return (
    <QueryRows query={useQuery(keys)} columns={columns} empty={empty}>
      {(items) => items.map((key) => <KeyRow key={key.id} of={key} zone={timeZone} />)}
    </QueryRows>
  );
}
