"use client";

import { BookOpen, Keyboard, LogOut, Monitor, Moon, Search, Sun, UserRound } from "lucide-react";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/status";
import { Kbd } from "@/components/ui/text";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { layoutLabels } from "./labels";

/** Opens the command palette and shows its shortcut. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="outline"
      onClick={onClick}
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      className="min-w-0 justify-start font-normal text-muted-foreground max-md:flex-1 md:w-64"
    >
      <Search aria-hidden="true" />
      {layoutLabels.palette.open}
      <Kbd className="-mr-1 ml-auto pointer-coarse:hidden">{useCommandKey()}K</Kbd>
    </Button>
  );
}

const subscribeToNothing = () => () => {};

/** The label of the command key. The server can't know the platform and assumes macOS. */
export function useCommandKey(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl "),
    () => "⌘",
  );
}

const { theme: themeLabels, account: accountLabels } = layoutLabels;

/** CSS decides which icon is visible, because the server doesn't know the theme. */
export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <IconButton label={themeLabels.title}>
          <Sun aria-hidden="true" className="dark:hidden" />
          <Moon aria-hidden="true" className="hidden dark:block" />
        </IconButton>
      }
    >
      {({ MenuGroup, MenuLabel, MenuRadio, MenuRadioGroup }) => (
        <>
          <MenuGroup>
            <MenuLabel>{themeLabels.title}</MenuLabel>
            <MenuRadioGroup value={theme} onValueChange={setTheme}>
              <MenuRadio value="system">
                <Monitor aria-hidden="true" /> {themeLabels.system}
              </MenuRadio>
              <MenuRadio value="light">
                <Sun aria-hidden="true" /> {themeLabels.light}
              </MenuRadio>
              <MenuRadio value="dark">
                <Moon aria-hidden="true" /> {themeLabels.dark}
              </MenuRadio>
            </MenuRadioGroup>
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}

export type StaffIdentity = { name: string; email: string; role: Role };

type AccountMenuProps = { staff: StaffIdentity; onSignOut: () => void; isSigningOut?: boolean | undefined; onShowShortcuts: () => void };

export function AccountMenu({ staff, onSignOut, isSigningOut = false, onShowShortcuts }: AccountMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" className="rounded-full" aria-label={accountLabels.menu(staff.name)} pending={isSigningOut}>
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
            <UserRound aria-hidden="true" /> {accountLabels.settings}
          </MenuLink>
          <MenuLink href={routes.docs}>
            <BookOpen aria-hidden="true" /> {layoutLabels.nav.apiReference}
          </MenuLink>
          <MenuItem onSelect={onShowShortcuts} shortcut={<Kbd>?</Kbd>}>
            <Keyboard aria-hidden="true" /> {accountLabels.shortcuts}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onSelect={onSignOut}>
            <LogOut aria-hidden="true" /> {accountLabels.signOut}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
