"use client";

import { BookOpen, Keyboard, LogOut, UserRound } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { layoutLabels } from "./labels";

const { account: labels } = layoutLabels;

export type StaffIdentity = { name: string; email: string; role: Role };

type AccountMenuProps = { staff: StaffIdentity; onSignOut: () => void; isSigningOut?: boolean | undefined; onShowShortcuts: () => void };

export function AccountMenu({ staff, onSignOut, isSigningOut = false, onShowShortcuts }: AccountMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" className="rounded-full" aria-label={labels.menu(staff.name)} pending={isSigningOut}>
          <Avatar name={staff.name} />
        </Button>
      }
      className="w-64"
    >
      {({ MenuItem, MenuLink, MenuSeparator }) => (
        <>
          <div className="grid gap-0.5 px-2 py-1.5">
            <span className="truncate font-medium">{staff.name}</span>
            <span className="truncate text-[13px] text-muted-foreground">{staff.email}</span>
            <span className="text-[13px] text-muted-foreground first-letter:uppercase">{staff.role}</span>
          </div>
          <MenuSeparator />
          <MenuLink href={routes.settings.account}>
            <UserRound aria-hidden="true" /> {labels.settings}
          </MenuLink>
          <MenuLink href={routes.docs}>
            <BookOpen aria-hidden="true" /> {layoutLabels.nav.apiReference}
          </MenuLink>
          <MenuItem onSelect={onShowShortcuts} shortcut={<Kbd>?</Kbd>}>
            <Keyboard aria-hidden="true" /> {labels.shortcuts}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={onSignOut}>
            <LogOut aria-hidden="true" /> {labels.signOut}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
