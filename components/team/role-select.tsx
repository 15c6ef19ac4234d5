"use client";

import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { Why } from "@/components/ui/why";
import { tellFailure } from "@/components/use-change";
import { aRole, type Role, roles, rolesFor, roleWords } from "@/contract/roles";
import { useChangeStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Roles as a choice, those that somebody may give. */
export const roleOptions = (from: readonly Role[]) => from.map((value) => ({ value, label: capital(value), hint: roleWords[value] }));

/** The role of one of the team, which changes at once; one's own is asked about. */
export function RoleSelect({ one, own, fixed }: Omit<StaffRowProps, "zone">) {
  const [asked, setAsked] = useState(one.role);
  const [asking, setAsking] = useState(false);
  const change = useChangeStaff();
  const isOwn = one.id === own.id;
  const choose = (role: Role) => {
    if (role === one.role) return;
    if (isOwn) {
      setAsked(role);
      return setAsking(true);
    }
    void change
      .mutateAsync({ id: one.id, role })
      .then(() => toast.success(`${one.name} is ${aRole(role)} now`), tellFailure(`The role of ${one.name} was not changed`));
  };
  return (
    <span className="flex items-center gap-1">
      <Select
        label={`Role of ${one.name}`}
        options={roleOptions(fixed === undefined ? rolesFor(own.role) : roles)}
        value={one.role}
        onValueChange={choose}
        disabled={fixed !== undefined || change.isPending}
        className="h-7 w-28 pointer-coarse:h-9"
      />
      {fixed !== undefined && <Why what={`the role of ${one.name}`} text={fixed} />}
      <ConfirmChange
        open={asking}
        onClose={() => setAsking(false)}
        title={`Make yourself ${aRole(asked)}?`}
        consequence={`You lose at once what only ${one.role}s may do, and cannot give it back to yourself.`}
        action="Change my role"
        change={change}
        input={{ id: one.id, role: asked }}
        said={`You are ${aRole(asked)} now`}
      />
    </span>
  );
}
