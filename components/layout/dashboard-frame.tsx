"use client";

import { BookOpen, Keyboard, LogOut, Menu as MenuIcon, Monitor, Moon, Search, Sun, UserRound } from "lucide-react";
import { useTheme } from "next-themes";
import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/lazy";
import { Menu } from "@/components/ui/menu";
import { Avatar } from "@/components/ui/status";
import { Kbd } from "@/components/ui/text";
import type { CanCall } from "@/contract/call";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import type { PaletteSearch } from "./command-palette";
import { useCommandKey, useShortcut, useTypeAhead } from "./keyboard";
import { layoutLabels } from "./labels";
import type { ProjectBranding } from "./logo";
import type { Command } from "./nav";
import { SkipLink } from "./page";
import { Sidebar } from "./sidebar";

const NavSheet = lazyDialog(() => import("./dialogs").then((module) => module.NavSheet));
const LazyCommandPalette = lazyDialog(() => import("./command-palette").then((module) => module.CommandPalette));
const ShortcutsDialog = lazyDialog(() => import("./dialogs").then((module) => module.ShortcutsDialog));

/** The command palette. Keeps what is typed while its code is still loading. */
function CommandPalette(props: Omit<ComponentProps<typeof LazyCommandPalette>, "text" | "onTextChange">) {
  const [text, setText] = useTypeAhead(props.open);
  return <LazyCommandPalette {...props} text={text} onTextChange={setText} />;
}

/** Recovers lost focus once someone uses the page. Before, none is lost. */
function recoverFocus(): void {
  const load = () => {
    const focus = { element: document.activeElement ?? document.body, path: window.location.pathname };
    void import("./lost-focus").then(({ recoverLostFocus }) => recoverLostFocus(focus));
  };
  for (const type of ["click", "keydown"]) document.addEventListener(type, load, { capture: true, once: true });
}

type DashboardFrameProps = {
  project: ProjectBranding;
  staff: StaffIdentity;
  /** Pages and actions that the staff member isn't allowed to use are hidden. */
  canCall: CanCall;
  onSignOut: () => void;
  isSigningOut?: boolean;
  /** Actions of the command palette. */
  actions?: readonly Command[];
  /** Search of the command palette. */
  search?: PaletteSearch;
  /** Shown above every page. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame of every dashboard page. Pages start with a `PageHeader`. */
export function DashboardFrame({
  project,
  staff,
  canCall,
  onSignOut,
  isSigningOut,
  actions,
  search,
  banner,
  children,
}: DashboardFrameProps) {
  const [openLayer, setOpenLayer] = useState<"menu" | "palette" | "shortcuts" | null>(null);
  const close = () => setOpenLayer(null);
  useEffect(recoverFocus, []);
  useShortcut("k", { withCommand: true }, () => setOpenLayer("palette"));
  useShortcut("?", {}, () => setOpenLayer("shortcuts"));
  return (
    <div className="flex min-h-dvh [--sticky-top:3.5rem] short:[--sticky-top:0px]">
      <SkipLink />
      <Sidebar project={project} canCall={canCall} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="short:static sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 lg:px-8 print:hidden">
          <IconButton label={layoutLabels.nav.openMenu} className="md:hidden" aria-haspopup="dialog" onClick={() => setOpenLayer("menu")}>
            <MenuIcon aria-hidden="true" />
          </IconButton>
          <SearchButton onClick={() => setOpenLayer("palette")} />
          <div className="ml-auto flex items-center gap-1">
            <ThemeToggle />
            <AccountMenu
              staff={staff}
              onSignOut={onSignOut}
              isSigningOut={isSigningOut}
              onShowShortcuts={() => setOpenLayer("shortcuts")}
            />
          </div>
        </header>
        {banner}
        <main id="content" tabIndex={-1} className="mx-auto w-full min-w-0 max-w-7xl flex-1 px-4 pb-24 lg:px-8">
          {children}
        </main>
      </div>
      <NavSheet open={openLayer === "menu"} onClose={close} project={project} canCall={canCall} />
      <CommandPalette open={openLayer === "palette"} onClose={close} canCall={canCall} actions={actions} search={search} />
      <ShortcutsDialog open={openLayer === "shortcuts"} onClose={close} />
    </div>
  );
}

/** Opens the command palette and shows its shortcut. */
function SearchButton({ onClick }: { onClick: () => void }) {
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

const { theme: themeLabels, account: accountLabels } = layoutLabels;

/** CSS decides which icon is visible, because the server doesn't know the theme. */
function ThemeToggle() {
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

type StaffIdentity = { name: string; email: string; role: Role };

type AccountMenuProps = { staff: StaffIdentity; onSignOut: () => void; isSigningOut?: boolean | undefined; onShowShortcuts: () => void };

function AccountMenu({ staff, onSignOut, isSigningOut = false, onShowShortcuts }: AccountMenuProps) {
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
            <span className="truncate text-2sm text-muted-foreground">{staff.email}</span>
            <span className="text-2sm text-muted-foreground first-letter:uppercase">{staff.role}</span>
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
