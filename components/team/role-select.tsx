"use client";

import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { InfoTip } from "@/components/ui/info-tip";
import { showErrorToast } from "@/components/use-api-mutation";
import { roleWithArticle, type Role, roles, assignableRoles, roleDescriptions } from "@/contract/roles";
import { useUpdateStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Roles as a choice, those that somebody may give. */
export const roleOptions = (from: readonly Role[]) => from.map((value) => ({ value, label: capital(value), hint: roleDescriptions[value] }));

/** The role of one of the team, which changes at once; one's own is asked about. */
export function RoleSelect({ member: one, currentUser: own, lockReason: fixed }: Omit<StaffRowProps, "zone">) {
  const [asked, setAsked] = useState(one.role);
  const [asking, setAsking] = useState(false);
  const change = useUpdateStaff();
  const isOwn = one.id === own.id;
  const choose = (role: Role) => {
    if (role === one.role) return;
    if (isOwn) {
      setAsked(role);
      return setAsking(true);
    }
    void change
      .mutateAsync({ id: one.id, role })
      .then(() => toast.success(`${one.name} is ${roleWithArticle(role)} now`), showErrorToast(`The role of ${one.name} was not changed`));
  };
  return (
    <span className="flex items-center gap-1">
      <Select
        label={`Role of ${one.name}`}
        options={roleOptions(fixed === undefined ? assignableRoles(own.role) : roles)}
        value={one.role}
        onValueChange={choose}
        disabled={fixed !== undefined || change.isPending}
        className="h-7 w-28 pointer-coarse:h-9"
      />
      {fixed !== undefined && <InfoTip label={`the role of ${one.name}`} text={fixed} />}
      <ConfirmMutation
        open={asking}
        onClose={() => setAsking(false)}
        title={`Make yourself ${roleWithArticle(asked)}?`}
        consequence={`You lose at once what only ${one.role}s may do, and cannot give it back to yourself.`}
        action="Change my role"
        mutation={change}
        input={{ id: one.id, role: asked }}
        successMessage={`You are ${roleWithArticle(asked)} now`}
      />
    </span>
  );
}
