"use client";

import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import { TD, TR } from "@/components/ui/table";
import { Time } from "@/components/ui/time";
import type { StaffRecord } from "@/contract/staff";
import { RoleSelect } from "./role-select";
import { StaffActs } from "./staff-acts";

export type StaffRowProps = {
  one: StaffRecord;
  /** Whoever looks. */
  own: StaffRecord;
  zone: string;
  /** Why this one cannot be changed. */
  fixed: string | undefined;
};

export function StaffRow({ one, own, zone, fixed }: StaffRowProps) {
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
        <RoleSelect one={one} own={own} fixed={fixed} />
      </TD>
      <TD>
        <Status tone={one.secondFactor ? "positive" : "neutral"}>{one.secondFactor ? "On" : "Off"}</Status>
      </TD>
      <TD className="text-muted-foreground">{one.lastSeenAt === null ? "never" : <Time at={one.lastSeenAt} zone={zone} />}</TD>
      <TD>
        <Status tone={one.disabled ? "negative" : "positive"}>{one.disabled ? "Disabled" : "Active"}</Status>
      </TD>
      <TD className="w-10 pl-0 text-right">
        <StaffActs one={one} own={own} fixed={fixed} />
      </TD>
    </TR>
  );
}
