"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useVisitor } from "@/components/shell/visitor";
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
        <TH quiet>Acts</TH>
      </THead>
      <TBody>
        <Rows />
      </TBody>
    </Table>
  );
}

function Rows() {
  const { timeZone } = useVisitor().project;
  const empty = <EmptyState icon={KeyRound} title="No keys" text="Create one for each program that speaks to the API." />;
  return (
    <QueryRows query={useQuery(keys)} columns={columns} empty={empty}>
      {(items) => items.map((key) => <KeyRow key={key.id} of={key} zone={timeZone} />)}
    </QueryRows>
  );
}
