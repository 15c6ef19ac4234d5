"use client";

import { useQuery } from "@tanstack/react-query";
import { useSession } from "@/components/shell/session";
import { QueryRows } from "@/components/ui/query-rows";
import { Table, TBody, THead } from "@/components/ui/table";
import { TH } from "@/components/ui/table-header";
import { labels } from "./labels";
import { roleLockReason } from "./permissions";
import { teamQuery } from "./queries";
import { StaffRow } from "./staff-row";

const columnCount = 7;
const copy = labels.team;

export function TeamTable() {
  return (
    <Table label={copy.title}>
      <THead>
        <TH>{copy.name}</TH>
        <TH>{labels.email}</TH>
        <TH>{labels.role}</TH>
        <TH>{copy.secondFactor}</TH>
        <TH>{copy.lastActive}</TH>
        <TH>{copy.status}</TH>
        <TH hideLabel>{labels.actions}</TH>
      </THead>
      <TBody>
        <StaffRows />
      </TBody>
    </Table>
  );
}

function StaffRows() {
  const { staff: currentStaff, project } = useSession();
  return (
    // Never empty: the list contains the signed-in staff member.
    <QueryRows query={useQuery(teamQuery)} columns={columnCount}>
      {(items) =>
        items.map((staff) => (
          <StaffRow
            key={staff.id}
            staff={staff}
            currentStaff={currentStaff}
            timeZone={project.timeZone}
            lockReason={roleLockReason(staff, items, currentStaff.role)}
          />
        ))
      }
    </QueryRows>
  );
}
