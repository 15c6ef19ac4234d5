"use client";

import { Ban, CircleCheck, UserMinus } from "lucide-react";
import { useState } from "react";
import { ConfirmMutation } from "@/components/confirm-mutation";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import { useUpdateStaff, useRemoveStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

type ConfirmName = "disable" | "remove";

/** What can be done with one of the team beside giving them a role. */
export function StaffActions({ member: one, currentUser: own, lockReason: fixed }: Omit<StaffRowProps, "zone">) {
  const [asked, setAsked] = useState<ConfirmName | null>(null);
  const { mutateAsync: change, isPending } = useUpdateStaff();
  const enable = () =>
    change({ id: one.id, disabled: false }).then(
      () => toast.success(`${one.name} may sign in again`),
      showErrorToast(`${one.name} was not enabled`),
    );
  const off = fixed !== undefined;
  return (
    <>
      <MoreMenu size="icon-sm" label={`Acts on ${one.name}`} pending={isPending}>
        {({ MenuItem, MenuNote }) => (
          <>
            {off && <MenuNote>{fixed}</MenuNote>}
            {one.disabled ? (
              <MenuItem onSelect={() => void enable()} disabled={off}>
                <CircleCheck aria-hidden="true" /> Enable
              </MenuItem>
            ) : (
              <MenuItem onSelect={() => setAsked("disable")} disabled={off}>
                <Ban aria-hidden="true" /> Disable
              </MenuItem>
            )}
            <MenuItem onSelect={() => setAsked("remove")} disabled={off} destructive>
              <UserMinus aria-hidden="true" /> Remove from the team
            </MenuItem>
          </>
        )}
      </MoreMenu>
      <ConfirmDisable member={one} currentUser={own} open={asked === "disable"} onClose={() => setAsked(null)} />
      <ConfirmRemove member={one} currentUser={own} open={asked === "remove"} onClose={() => setAsked(null)} />
    </>
  );
}

type ConfirmProps = Pick<StaffRowProps, "one" | "own"> & { open: boolean; onClose: () => void };

function ConfirmDisable({ member: one, currentUser: own, open, onClose }: ConfirmProps) {
  const isOwn = one.id === own.id;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? "Disable yourself?" : `Disable ${one.name}?`}
      consequence={
        isOwn
          ? "You are signed out everywhere at once, and cannot sign in until somebody else enables you."
          : "They are signed out everywhere at once, and cannot sign in until somebody enables them. Nothing of theirs is lost."
      }
      action="Disable"
      mutation={useUpdateStaff()}
      input={{ id: one.id, disabled: true }}
      successMessage={`${one.name} is disabled`}
    />
  );
}

function ConfirmRemove({ member: one, currentUser: own, open, onClose }: ConfirmProps) {
  const isOwn = one.id === own.id;
  return (
    <ConfirmMutation
      open={open}
      onClose={onClose}
      title={isOwn ? "Remove yourself from the team?" : `Remove ${one.name} from the team?`}
      consequence={
        isOwn
          ? "You are signed out everywhere at once and lose access. To come back you need an invitation."
          : "They are signed out everywhere at once and lose access. What they did stays in the activity. To come back they need an invitation."
      }
      action="Remove"
      mutation={useRemoveStaff()}
      input={{ id: one.id }}
      successMessage={`${one.name} is no longer in the team`}
    />
  );
}
