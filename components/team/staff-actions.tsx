"use client";

import { Ban, CircleCheck, UserMinus } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { labels } from "./labels";
import { useRemoveStaff, useUpdateStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

type ConfirmName = "disable" | "remove";

const copy = labels.staffActions;

export function StaffActions({ staff, currentStaff, lockReason }: Omit<StaffRowProps, "timeZone">) {
  const [openConfirm, setOpenConfirm] = useState<ConfirmName | null>(null);
  const { mutateAsync: updateStaff, isPending } = useUpdateStaff();
  const enable = () =>
    updateStaff({ id: staff.id, disabled: false }).then(
      () => toast.success(copy.enabled(staff.name)),
      showErrorToast(copy.enableFailed(staff.name)),
    );
  const isLocked = lockReason !== undefined;
  return (
    <>
      <MoreMenu size="icon-sm" label={copy.menu(staff.name)} pending={isPending}>
        {({ MenuItem, MenuNote }) => (
          <>
            {isLocked && <MenuNote>{lockReason}</MenuNote>}
            {staff.disabled ? (
              <MenuItem onSelect={() => void enable()} disabled={isLocked}>
                <CircleCheck aria-hidden="true" /> {copy.enable}
              </MenuItem>
            ) : (
              <MenuItem onSelect={() => setOpenConfirm("disable")} disabled={isLocked}>
                <Ban aria-hidden="true" /> {copy.disable}
              </MenuItem>
            )}
            <MenuItem onSelect={() => setOpenConfirm("remove")} disabled={isLocked} destructive>
              <UserMinus aria-hidden="true" /> {copy.remove}
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <ConfirmDisable staff={staff} currentStaff={currentStaff} open={openConfirm === "disable"} onClose={() => setOpenConfirm(null)} />
      <ConfirmRemove staff={staff} currentStaff={currentStaff} open={openConfirm === "remove"} onClose={() => setOpenConfirm(null)} />
    </>
  );
}

type ConfirmProps = Pick<StaffRowProps, "staff" | "currentStaff"> & { open: boolean; onClose: () => void };

function ConfirmDisable({ staff, currentStaff, open, onClose }: ConfirmProps) {
  const isOwn = staff.id === currentStaff.id;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? copy.disableOwnTitle : copy.disableTitle(staff.name)}
      consequence={isOwn ? copy.disableOwnConsequence : copy.disableConsequence}
      action={copy.disable}
      mutation={useUpdateStaff()}
      input={{ id: staff.id, disabled: true }}
      successMessage={copy.disabled(staff.name)}
    />
  );
}

function ConfirmRemove({ staff, currentStaff, open, onClose }: ConfirmProps) {
  const isOwn = staff.id === currentStaff.id;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? copy.removeOwnTitle : copy.removeTitle(staff.name)}
      consequence={isOwn ? copy.removeOwnConsequence : copy.removeConsequence}
      action={copy.remove}
      mutation={useRemoveStaff()}
      input={{ id: staff.id }}
      successMessage={copy.removed(staff.name)}
    />
  );
}
