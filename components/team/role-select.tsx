"use client";

import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { InfoTip } from "@/components/ui/info-tip";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { assignableRoles, type Role, roleDescriptions, roles } from "@/contract/roles";
import { labels } from "./labels";
import { useUpdateStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

const copy = labels.roleSelect;

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const roleOptions = (availableRoles: readonly Role[]) =>
  availableRoles.map((value) => ({ value, label: capitalize(value), hint: roleDescriptions[value] }));

/** Changes a staff member's role immediately. Changing one's own role asks for confirmation first. */
export function RoleSelect({ staff, currentStaff, lockReason }: Omit<StaffRowProps, "timeZone">) {
  const [newOwnRole, setNewOwnRole] = useState(staff.role);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const updateStaff = useUpdateStaff();
  const isOwn = staff.id === currentStaff.id;
  const changeRole = (role: Role) => {
    if (role === staff.role) return;
    if (isOwn) {
      setNewOwnRole(role);
      return setConfirmOpen(true);
    }
    void updateStaff
      .mutateAsync({ id: staff.id, role })
      .then(() => toast.success(copy.changed(staff.name, role)), showErrorToast(copy.changeFailed(staff.name)));
  };
  return (
    <span className="flex items-center gap-1">
      <Select
        label={copy.label(staff.name)}
        options={roleOptions(lockReason === undefined ? assignableRoles(currentStaff.role) : roles)}
        value={staff.role}
        onValueChange={changeRole}
        disabled={lockReason !== undefined || updateStaff.isPending}
        className="h-7 w-28 pointer-coarse:h-9"
      />
      {lockReason !== undefined && <InfoTip label={copy.tip(staff.name)} text={lockReason} />}
      <ConfirmMutation
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={copy.changeOwnTitle(newOwnRole)}
        consequence={copy.changeOwnConsequence(staff.role)}
        action={copy.changeOwn}
        mutation={updateStaff}
        input={{ id: staff.id, role: newOwnRole }}
        successMessage={copy.ownChanged(newOwnRole)}
      />
    </span>
  );
}
