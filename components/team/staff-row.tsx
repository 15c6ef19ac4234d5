"use client";

import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { StaffRecord } from "@/contract/staff-fields";
import { labels } from "./labels";
import { RoleSelect } from "./role-select";
import { StaffActions } from "./staff-actions";

export type StaffRowProps = {
  staff: StaffRecord;
  /** The signed-in staff member. */
  currentStaff: StaffRecord;
  timeZone: string;
  /** Why the staff member can't be changed. */
  lockReason: string | undefined;
};

const copy = labels.team;

export function StaffRow({ staff, currentStaff, timeZone, lockReason }: StaffRowProps) {
  return (
    <TR>
      <TD className="max-w-72">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={staff.name} />
          <span className="truncate font-medium" title={staff.name}>
            {staff.name}
          </span>
          {staff.id === currentStaff.id && <Badge>{copy.you}</Badge>}
        </span>
      </TD>
      <TD mono className="max-w-72 truncate">
        <span title={staff.email}>{staff.email}</span>
      </TD>
      <TD>
        <RoleSelect staff={staff} currentStaff={currentStaff} lockReason={lockReason} />
      </TD>
      <TD>
        <Status tone={staff.secondFactor ? "positive" : "neutral"}>{staff.secondFactor ? copy.on : copy.off}</Status>
      </TD>
      <TD className="text-muted-foreground">{staff.lastSeenAt === null ? copy.never : <Time at={staff.lastSeenAt} zone={timeZone} />}</TD>
      <TD>
        <Status tone={staff.disabled ? "negative" : "positive"}>{staff.disabled ? copy.disabled : copy.active}</Status>
      </TD>
      <TD className="w-10 pl-0 text-right">
        <StaffActions staff={staff} currentStaff={currentStaff} lockReason={lockReason} />
      </TD>
    </TR>
  );
}
