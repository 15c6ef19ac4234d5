"use client";

import { useQuery } from "@tanstack/react-query";
import { Ban, CircleCheck, UserMinus, UserPlus } from "lucide-react";
import { parseAsBoolean, useQueryState } from "nuqs";
import { apiQuery } from "@/components/api-query";
import { useCan, useSession } from "@/components/shell/session";
import { useActions } from "@/components/ui/actions";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { TextLink } from "@/components/ui/link";
import { ActionMenu } from "@/components/ui/menu";
import { InfoTip } from "@/components/ui/popover";
import { Select } from "@/components/ui/select";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { apiErrors } from "@/contract/errors";
import { invitationLifetimeDays } from "@/contract/limits";
import { assignableRoles, canAssignRole, type Role, roles } from "@/contract/roles";
import type { StaffRecord } from "@/contract/staff-fields";
import type { RoleMatrixRow } from "@/contract/team";
import { routes } from "@/lib/routes";
import { InviteForm } from "./invite-form";
import { labels, roleOptions } from "./labels";
import { RoleMatrix } from "./role-matrix";

type StaffRowProps = {
  staff: StaffRecord;
  /** The signed-in staff member. */
  currentStaff: StaffRecord;
  /** Why the staff member can't be changed. */
  lockReason: string | undefined;
};

/** Why someone with `ownRole` can't change a staff member. Returns undefined if they can. The server checks it again. */
export function roleLockReason(staff: StaffRecord, team: readonly StaffRecord[], ownRole: Role): string | undefined {
  if (!canAssignRole(ownRole, staff.role)) return labels.roleSelect.ownersOnly;
  if (staff.role !== "owner") return undefined;
  const otherOwners = team.filter(({ id, role, disabled }) => id !== staff.id && role === "owner" && !disabled);
  return !staff.disabled && otherOwners.length === 0 ? apiErrors.last_owner.message : undefined;
}

/** Changes of a staff member show which invitations they revoked. */
const staffOptions = {
  changes: ["GET /team", "GET /team/invitations"],
  // The session that the server rendered has one's own role.
  refreshPage: true,
  onReply({ revokedInvitations: emails }: { revokedInvitations: string[] }) {
    if (emails.length > 0) toast.success(labels.invitations.revokedWithSender(emails.length), { description: emails.join(", ") });
  },
} as const;

/** Changes a staff member's role immediately. Changing one's own role asks for confirmation first. */
export function RoleSelect({ staff, currentStaff, lockReason }: StaffRowProps) {
  const { roleSelect: copy } = labels;
  const { id, name, role } = staff;
  const { mutateAsync } = useApiMutation("PATCH /team/:id", staffOptions);
  const { start, isPending, dialog } = useActions();
  const changeOwnRole = (next: Role) =>
    start({
      label: copy.changeOwn,
      confirm: {
        title: copy.changeOwnTitle(next),
        consequence: copy.changeOwnConsequence(role),
        action: copy.changeOwn,
        success: copy.ownChanged(next),
      },
      run: () => mutateAsync({ params: { id }, body: { role: next } }),
    });
  const changeRole = (next: Role) =>
    start({
      label: copy.label(name),
      run: () => mutateAsync({ params: { id }, body: { role: next } }).then(() => toast.success(copy.changed(name, next))),
      failed: copy.changeFailed(name),
    });
  return (
    <span className="flex items-center gap-1">
      <Select
        label={copy.label(name)}
        options={roleOptions(lockReason === undefined ? assignableRoles(currentStaff.role) : roles)}
        value={role}
        onValueChange={(next) => next !== role && (id === currentStaff.id ? changeOwnRole(next) : changeRole(next))}
        disabled={lockReason !== undefined || isPending}
        className="h-7 w-28 pointer-coarse:h-9"
      />
      {lockReason !== undefined && <InfoTip label={copy.tip(name)} text={lockReason} />}
      {dialog}
    </span>
  );
}

/** The menu of a staff member. */
export function StaffActions({ staff, currentStaff, lockReason }: StaffRowProps) {
  const { staffActions: copy } = labels;
  const { id, name } = staff;
  const isOwn = id === currentStaff.id;
  const update = useApiMutation("PATCH /team/:id", staffOptions);
  const remove = useApiMutation("DELETE /team/:id", staffOptions);
  const details = useCan("GET /keys") && <CreatedKeys staffId={id} />;
  const enable = () => update.mutateAsync({ params: { id }, body: { disabled: false } }).then(() => toast.success(copy.enabled(name)));
  const disabled = lockReason !== undefined;
  return (
    <ActionMenu
      size="icon-sm"
      label={copy.menu(name)}
      note={lockReason}
      actions={[
        staff.disabled
          ? { label: copy.enable, icon: CircleCheck, disabled, run: enable, failed: copy.enableFailed(name) }
          : {
              label: copy.disable,
              icon: Ban,
              disabled,
              confirm: {
                title: isOwn ? copy.disableOwnTitle : copy.disableTitle(name),
                consequence: isOwn ? copy.disableOwnConsequence : copy.disableConsequence,
                details,
                action: copy.disable,
                success: copy.disabled(name),
              },
              run: () => update.mutateAsync({ params: { id }, body: { disabled: true } }),
            },
        {
          label: copy.remove,
          icon: UserMinus,
          destructive: true,
          disabled,
          confirm: {
            title: isOwn ? copy.removeOwnTitle : copy.removeTitle(name),
            consequence: isOwn ? copy.removeOwnConsequence : copy.removeConsequence,
            details,
            action: copy.remove,
            success: copy.removed(name),
          },
          run: () => remove.mutateAsync({ params: { id } }),
        },
      ]}
    />
  );
}

/** The active API keys that a staff member created, which keep working. */
function CreatedKeys({ staffId }: { staffId: string }) {
  const { timeZone } = useSession().project;
  const { data: keys = [] } = useQuery(apiQuery("GET /keys"));
  const createdKeys = keys.filter(({ createdById }) => createdById === staffId);
  if (createdKeys.length === 0) return null;
  const { title, hint, used, unused, link } = labels.createdKeys;
  return (
    <section aria-label={title} className="mt-4 rounded-lg border bg-sunken px-4 py-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-2 grid max-h-48 gap-2 overflow-y-auto">
        {createdKeys.map(({ id, name, lastFour, lastUsedAt }) => (
          <li key={id} className="min-w-0">
            {name}{" "}
            <span translate="no" className="whitespace-nowrap font-mono text-2sm text-muted-foreground">
              …{lastFour}
            </span>
            <p className="text-2sm text-muted-foreground">
              {lastUsedAt === null ? unused : <Interpolate text={used} values={{ time: <Time at={lastUsedAt} zone={timeZone} /> }} />}
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-2sm text-muted-foreground">
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
