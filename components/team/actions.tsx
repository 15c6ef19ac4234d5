"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, UserMinus, UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { useState } from "react";
import { keysQuery } from "@/components/keys";
import { useCan, useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { ConfirmMutation } from "@/components/ui/confirm";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { InfoTip } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import type { RoleMatrixRow } from "@/contract/area-access";
import { apiErrors } from "@/contract/errors";
import { assignableRoles, canAssignRole, type Role, roles } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import { invitationLifetimeDays } from "@/contract/team";
import { routes } from "@/lib/routes";
import { useRemoveStaff, useUpdateStaff } from "./api";
import { InviteForm } from "./invite-form";
import { labels, roleOptions } from "./labels";
import type { StaffRowProps } from "./list";
import { RoleMatrix } from "./role-matrix";

/** Why someone with `ownRole` can't change a staff member. Returns undefined if they can. The server checks it again. */
export function roleLockReason(staff: StaffRecord, team: readonly StaffRecord[], ownRole: Role): string | undefined {
  if (!canAssignRole(ownRole, staff.role)) return labels.roleSelect.ownersOnly;
  if (staff.role !== "owner") return undefined;
  const otherOwners = team.filter(({ id, role, disabled }) => id !== staff.id && role === "owner" && !disabled);
  return !staff.disabled && otherOwners.length === 0 ? apiErrors.last_owner.message : undefined;
}

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
      .then(() => toast.success(labels.roleSelect.changed(staff.name, role)), showErrorToast(labels.roleSelect.changeFailed(staff.name)));
  };
  return (
    <span className="flex items-center gap-1">
      <Select
        label={labels.roleSelect.label(staff.name)}
        options={roleOptions(lockReason === undefined ? assignableRoles(currentStaff.role) : roles)}
        value={staff.role}
        onValueChange={changeRole}
        disabled={lockReason !== undefined || updateStaff.isPending}
        className="h-7 w-28 pointer-coarse:h-9"
      />
      {lockReason !== undefined && <InfoTip label={labels.roleSelect.tip(staff.name)} text={lockReason} />}
      <ConfirmMutation
        open={isConfirmOpen}
        onClose={() => setConfirmOpen(false)}
        title={labels.roleSelect.changeOwnTitle(newOwnRole)}
        consequence={labels.roleSelect.changeOwnConsequence(staff.role)}
        action={labels.roleSelect.changeOwn}
        mutation={updateStaff}
        input={{ id: staff.id, role: newOwnRole }}
        successMessage={labels.roleSelect.ownChanged(newOwnRole)}
      />
    </span>
  );
}

type ConfirmName = "disable" | "remove";

export function StaffActions({ staff, currentStaff, lockReason }: Omit<StaffRowProps, "timeZone">) {
  const [openConfirm, setOpenConfirm] = useState<ConfirmName | null>(null);
  const { mutateAsync: updateStaff, isPending } = useUpdateStaff();
  const enable = () =>
    updateStaff({ id: staff.id, disabled: false }).then(
      () => toast.success(labels.staffActions.enabled(staff.name)),
      showErrorToast(labels.staffActions.enableFailed(staff.name)),
    );
  const isLocked = lockReason !== undefined;
  return (
    <>
      <ActionMenu
        size="icon-sm"
        label={labels.staffActions.menu(staff.name)}
        pending={isPending}
        note={lockReason}
        actions={[
          staff.disabled
            ? { label: labels.staffActions.enable, icon: CircleCheck, disabled: isLocked, onSelect: () => void enable() }
            : { label: labels.staffActions.disable, icon: Ban, disabled: isLocked, onSelect: () => setOpenConfirm("disable") },
          {
            label: labels.staffActions.remove,
            icon: UserMinus,
            destructive: true,
            disabled: isLocked,
            onSelect: () => setOpenConfirm("remove"),
          },
        ]}
      />
      <ConfirmDisable staff={staff} currentStaff={currentStaff} open={openConfirm === "disable"} onClose={() => setOpenConfirm(null)} />
      <ConfirmRemove staff={staff} currentStaff={currentStaff} open={openConfirm === "remove"} onClose={() => setOpenConfirm(null)} />
    </>
  );
}

type ConfirmProps = Pick<StaffRowProps, "staff" | "currentStaff"> & { open: boolean; onClose: () => void };

function ConfirmDisable({ staff, currentStaff, open, onClose }: ConfirmProps) {
  const isOwn = staff.id === currentStaff.id;
  const canListKeys = useCan("GET /keys");
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? labels.staffActions.disableOwnTitle : labels.staffActions.disableTitle(staff.name)}
      consequence={isOwn ? labels.staffActions.disableOwnConsequence : labels.staffActions.disableConsequence}
      details={canListKeys && <CreatedKeys staffId={staff.id} />}
      action={labels.staffActions.disable}
      mutation={useUpdateStaff()}
      input={{ id: staff.id, disabled: true }}
      successMessage={labels.staffActions.disabled(staff.name)}
    />
  );
}

function ConfirmRemove({ staff, currentStaff, open, onClose }: ConfirmProps) {
  const isOwn = staff.id === currentStaff.id;
  const canListKeys = useCan("GET /keys");
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? labels.staffActions.removeOwnTitle : labels.staffActions.removeTitle(staff.name)}
      consequence={isOwn ? labels.staffActions.removeOwnConsequence : labels.staffActions.removeConsequence}
      details={canListKeys && <CreatedKeys staffId={staff.id} />}
      action={labels.staffActions.remove}
      mutation={useRemoveStaff()}
      input={{ id: staff.id }}
      successMessage={labels.staffActions.removed(staff.name)}
    />
  );
}

/** The active API keys that a staff member created, which keep working. */
function CreatedKeys({ staffId }: { staffId: string }) {
  const { timeZone } = useSession().project;
  const { data: keys = [] } = useQuery(keysQuery);
  const createdKeys = keys.filter(({ createdById }) => createdById === staffId);
  if (createdKeys.length === 0) return null;
  const { title, hint, used, unused, link } = labels.createdKeys;
  return (
    <section aria-label={title} className="mt-4 rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-2 grid max-h-48 gap-2 overflow-y-auto">
        {createdKeys.map(({ id, name, lastFour, lastUsedAt }) => (
          <li key={id} className="min-w-0 break-words">
            {name} <span className="whitespace-nowrap font-mono text-[13px] text-muted-foreground">…{lastFour}</span>
            <p className="text-[13px] text-muted-foreground">
              {lastUsedAt === null ? unused : <Interpolate text={used} values={{ time: <Time at={lastUsedAt} zone={timeZone} /> }} />}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-[13px] text-muted-foreground">
        <Interpolate text={hint} values={{ link: <TextLink href={routes.settings.keys}>{link}</TextLink> }} />
      </p>
    </section>
  );
}

/** The dialog to invite staff. Its state is in the URL, so that other pages can link to it. */
export function InviteDialog({
  areEmailsSavedToFile,
  roleMatrix,
}: {
  areEmailsSavedToFile: boolean;
  roleMatrix: readonly RoleMatrixRow[];
}) {
  const [open, setOpen] = useQueryState("invite", parseAsBoolean.withDefault(false));
  const describeLink = areEmailsSavedToFile ? labels.invite.descriptionWithoutServer : labels.invite.description;
  return (
    <Dialog open={open} onOpenChange={(next) => void setOpen(next)}>
      <DialogTrigger
        render={
          <Button>
            <UserPlus aria-hidden="true" /> {labels.invite.trigger}
          </Button>
        }
      />
      <DialogContent title={labels.invite.title} description={describeLink(invitationLifetimeDays)} wide>
        <RoleMatrix rows={roleMatrix} />
        <InviteForm areEmailsSavedToFile={areEmailsSavedToFile} onDone={() => void setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}
