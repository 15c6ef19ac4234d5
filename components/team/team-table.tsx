"use client";

import { useQuery } from "@tanstack/react-query";
import { useVisitor } from "@/components/shell/visitor";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
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
  const { staff, project } = useVisitor();
  return (
    // Never empty: whoever looks is one of them.
    <QueryRows query={useQuery(team)} columns={columns}>
      {(items) =>
        items.map((one) => <StaffRow key={one.id} one={one} own={staff} zone={project.timeZone} fixed={whyFixed(one, items, staff.role)} />)
      }
    </QueryRows>
  );
}
