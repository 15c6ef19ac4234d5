"use client";

import { Menu } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/lazy";
import type { CanCall } from "@/contract/call";
import type { PaletteSearch } from "./command-palette";
import { useShortcut, useTypeAhead } from "./keyboard";
import { layoutLabels } from "./labels";
import type { ProjectBranding } from "./logo";
import type { Command } from "./nav";
import { SkipLink } from "./page";
import { Sidebar } from "./sidebar";
import { AccountMenu, SearchButton, type StaffIdentity, ThemeToggle } from "./top-bar";

const NavSheet = lazyDialog(() => import("./nav-sheet").then((module) => module.NavSheet));
const LazyCommandPalette = lazyDialog(() => import("./command-palette").then((module) => module.CommandPalette));
const ShortcutsDialog = lazyDialog(() => import("./shortcuts-dialog").then((module) => module.ShortcutsDialog));

/** The command palette. Keeps what is typed while its code is still loading. */
function CommandPalette(props: Omit<ComponentProps<typeof LazyCommandPalette>, "text" | "onTextChange">) {
  const [text, setText] = useTypeAhead(props.open);
  return <LazyCommandPalette {...props} text={text} onTextChange={setText} />;
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
  useShortcut("k", { withCommand: true }, () => setOpenLayer("palette"));
  useShortcut("?", {}, () => setOpenLayer("shortcuts"));
  return (
    <div className="flex min-h-dvh [--sticky-top:56px]">
      <SkipLink />
      <Sidebar project={project} canCall={canCall} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 lg:px-8">
          <IconButton label={layoutLabels.nav.openMenu} className="md:hidden" aria-haspopup="dialog" onClick={() => setOpenLayer("menu")}>
            <Menu aria-hidden="true" />
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
