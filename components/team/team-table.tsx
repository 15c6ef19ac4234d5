"use client";

import { useQuery } from "@tanstack/react-query";
import { useVisitor } from "@/components/shell/visitor";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { FullRow, SkeletonRows, Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { whyFixed } from "./permit";
import { team } from "./queries";
import { StaffRow } from "./staff-row";

const columns = 7;

export function TeamTable() {
  return (
    <Table label="Team">
      <THead>
        <TH>Name</TH>
        <TH>Address</TH>
        <TH>Role</TH>
        <TH>Second factor</TH>
        <TH>Last seen</TH>
        <TH>State</TH>
        <TH quiet>Acts</TH>
      </THead>
      <TBody>
        <Rows />
      </TBody>
    </Table>
  );
}

function Rows() {
  const { data, error, isError, isFetching, refetch } = useQuery(team);
  const { staff, project } = useVisitor();
  if (isError) {
    const { message, requestId } = failureOf(error);
    return (
      <FullRow columns={columns}>
        <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />
      </FullRow>
    );
  }
  // Never empty: whoever looks is one of them.
  if (data === undefined) return <SkeletonRows columns={columns} rows={3} />;
  return data.map((one) => <StaffRow key={one.id} one={one} own={staff} zone={project.timeZone} fixed={whyFixed(one, data, staff.role)} />);
}
