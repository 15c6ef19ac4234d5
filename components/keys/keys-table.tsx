"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useSession } from "@/components/shell/session";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { KeyRow } from "./key-row";
import { labels } from "./labels";
import { keys } from "./queries";

const columnCount = 7;
const copy = labels.keys;

export function KeysTable() {
  return (
    <Table label={copy.title}>
      <THead>
        <TH>{copy.name}</TH>
        <TH>{copy.kind}</TH>
        <TH>{copy.key}</TH>
        <TH>{copy.createdAt}</TH>
        <TH>{copy.lastUsedAt}</TH>
        <TH>{copy.expiresAt}</TH>
        <TH hideLabel>{copy.actions}</TH>
      </THead>
      <TBody>
        <KeyRows />
      </TBody>
    </Table>
  );
}

function KeyRows() {
  const { timeZone } = useSession().project;
  const empty = <EmptyState icon={KeyRound} title={copy.empty} description={copy.emptyDescription} />;
  return (
    <QueryRows query={useQuery(keys)} columns={columnCount} empty={empty}>
      {(items) => items.map((key) => <KeyRow key={key.id} apiKey={key} timeZone={timeZone} />)}
    </QueryRows>
  );
}
