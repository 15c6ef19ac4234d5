"use client";

import { Ban, CircleCheck, UserMinus } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "@/components/confirm-change";
import { MoreMenu } from "@/components/ui/more-menu";
import { toast } from "@/components/ui/toast";
import { tellFailure } from "@/components/use-change";
import { useChangeStaff, useRemoveStaff } from "./mutations";
import type { StaffRowProps } from "./staff-row";

type Act = "disable" | "remove";

/** What can be done with one of the team beside giving them a role. */
export function StaffActs({ one, own, fixed }: Omit<StaffRowProps, "zone">) {
  const [asked, setAsked] = useState<Act | null>(null);
  const { mutateAsync: change, isPending } = useChangeStaff();
  const enable = () =>
    change({ id: one.id, disabled: false }).then(
      () => toast.success(`${one.name} may sign in again`),
      tellFailure(`${one.name} was not enabled`),
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
      <ConfirmDisable one={one} own={own} open={asked === "disable"} onClose={() => setAsked(null)} />
      <ConfirmRemove one={one} own={own} open={asked === "remove"} onClose={() => setAsked(null)} />
    </>
  );
}

type AskProps = Pick<StaffRowProps, "one" | "own"> & { open: boolean; onClose: () => void };

function ConfirmDisable({ one, own, open, onClose }: AskProps) {
  const isOwn = one.id === own.id;
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={isOwn ? "Disable yourself?" : `Disable ${one.name}?`}
      consequence={
        isOwn
          ? "You are signed out everywhere at once, and cannot sign in until somebody else enables you."
          : "They are signed out everywhere at once, and cannot sign in until somebody enables them. Nothing of theirs is lost."
      }
      action="Disable"
      change={useChangeStaff()}
      input={{ id: one.id, disabled: true }}
      said={`${one.name} is disabled`}
    />
  );
}

function ConfirmRemove({ one, own, open, onClose }: AskProps) {
  const isOwn = one.id === own.id;
  return (
    <ConfirmChange
      open={open}
      onClose={onClose}
      title={isOwn ? "Remove yourself from the team?" : `Remove ${one.name} from the team?`}
      consequence={
        isOwn
          ? "You are signed out everywhere at once and lose access. To come back you need an invitation."
          : "They are signed out everywhere at once and lose access. What they did stays in the activity. To come back they need an invitation."
      }
      action="Remove"
      change={useRemoveStaff()}
      input={{ id: one.id }}
      said={`${one.name} is no longer in the team`}
    />
  );
}
