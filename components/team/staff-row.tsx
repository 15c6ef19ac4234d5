"use client";

import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { StaffRecord } from "@/contract/staff";
import { RoleSelect } from "./role-select";
import { StaffActions } from "./staff-actions";

export type StaffRowProps = {
  member: StaffRecord;
  /** Whoever looks. */
  currentUser: StaffRecord;
  timeZone: string;
  /** Why this one cannot be changed. */
  lockReason: string | undefined;
};

export function StaffRow({ member: one, currentUser: own, timeZone: zone, lockReason: fixed }: StaffRowProps) {
  return (
    <TR>
      <TD className="max-w-72">
        <span className="flex min-w-0 items-center gap-3">
          <Avatar name={one.name} />
          <span className="truncate font-medium" title={one.name}>
            {one.name}
          </span>
          {one.id === own.id && <Badge>You</Badge>}
        </span>
      </TD>
      <TD mono className="max-w-72 truncate">
        <span title={one.email}>{one.email}</span>
      </TD>
      <TD>
        <RoleSelect member={one} currentUser={own} lockReason={fixed} />
      </TD>
      <TD>
        <Status tone={one.secondFactor ? "positive" : "neutral"}>{one.secondFactor ? "On" : "Off"}</Status>
      </TD>
      <TD className="text-muted-foreground">{one.lastSeenAt === null ? "never" : <Time at={one.lastSeenAt} zone={zone} />}</TD>
      <TD>
        <Status tone={one.disabled ? "negative" : "positive"}>{one.disabled ? "Disabled" : "Active"}</Status>
      </TD>
      <TD className="w-10 pl-0 text-right">
        <StaffActions member={one} currentUser={own} lockReason={fixed} />
      </TD>
    </TR>
  );
}
