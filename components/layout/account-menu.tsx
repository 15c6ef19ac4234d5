"use client";

import { BookOpen, Keyboard, LogOut, UserRound } from "lucide-react";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Menu } from "@/components/ui/menu";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";

/** Who is signed in. */
export type Person = { name: string; email: string; role: Role };

type AccountMenuProps = { person: Person; onSignOut: () => void; signingOut?: boolean | undefined; onKeysHelp: () => void };

export function AccountMenu({ person, onSignOut, signingOut = false, onKeysHelp }: AccountMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" className="rounded-full" aria-label={`Account of ${person.name}`} pending={signingOut}>
          <Avatar name={person.name} />
        </Button>
      }
      className="w-64"
    >
      {({ MenuItem, MenuLink, MenuSeparator }) => (
        <>
          <div className="grid gap-0.5 px-2 py-1.5">
            <span className="truncate font-medium">{person.name}</span>
            <span className="truncate text-[13px] text-muted-foreground">{person.email}</span>
            <span className="text-[13px] text-muted-foreground first-letter:uppercase">{person.role}</span>
          </div>
          <MenuSeparator />
          <MenuLink href={routes.settings.account}>
            <UserRound aria-hidden="true" /> Account settings
          </MenuLink>
          <MenuLink href={routes.docs}>
            <BookOpen aria-hidden="true" /> API reference
          </MenuLink>
          <MenuItem onSelect={onKeysHelp} keys={<Kbd>?</Kbd>}>
            <Keyboard aria-hidden="true" /> Keys
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={onSignOut}>
            <LogOut aria-hidden="true" /> Sign out
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
