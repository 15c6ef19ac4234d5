"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useVisitor } from "@/components/shell/visitor";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { FullRow, SkeletonRows, Table, TBody, THead } from "@/components/ui/table";
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
  const { data, error, isError, isFetching, refetch } = useQuery(keys);
  const { timeZone } = useVisitor().project;
  if (isError) {
    const { message, requestId } = failureOf(error);
    return (
      <FullRow columns={columns}>
        <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />
      </FullRow>
    );
  }
  if (data === undefined) return <SkeletonRows columns={columns} rows={3} />;
  if (data.length === 0)
    return (
      <FullRow columns={columns}>
        <EmptyState icon={KeyRound} title="No keys" text="Create one for each program that speaks to the API." />
      </FullRow>
    );
  return data.map((key) => <KeyRow key={key.id} of={key} zone={timeZone} />);
}
