"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { roleLockReason } from "./permissions";
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
        <TH hideLabel>Acts</TH>
      </THead>
      <TBody>
        <StaffRows />
      </TBody>
    </Table>
  );
}

function StaffRows() {
  const { staff, project } = useSession();
  return (
    // Never empty: whoever looks is one of them.
    <QueryRows query={useQuery(team)} columns={columns}>
      {(items) =>
        items.map((one) => <StaffRow key={one.id} member={one} currentUser={staff} timeZone={project.timeZone} lockReason={roleLockReason(one, items, staff.role)} />)
      }
    </QueryRows>
  );
}
