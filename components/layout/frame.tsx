"use client";

import { Menu } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { lazyDialog } from "@/components/ui/lazy";
import type { CanCall } from "@/contract/call";
import { AccountMenu, type SignedInStaff } from "./account-menu";
import type { Command } from "./commands";
import type { ProjectBranding } from "./logo";
import { SearchButton } from "./search-button";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import { ThemeToggle } from "./theme-toggle";
import type { PaletteSearch } from "./use-palette-search";
import { useShortcut } from "./use-shortcut";
import { useTypeAhead } from "./use-type-ahead";

const NavSheet = lazyDialog(() => import("./nav-sheet").then((sheet) => sheet.NavSheet));
const PaletteLater = lazyDialog(() => import("./command-palette").then((palette) => palette.CommandPalette));
const KeysHelp = lazyDialog(() => import("./shortcuts-dialog").then((help) => help.ShortcutsDialog));

/** The palette, which hears what is typed while it is still loaded. */
function CommandPalette(palette: Omit<ComponentProps<typeof PaletteLater>, "text" | "onType">) {
  const [text, setText] = useTypeAhead(palette.open);
  return <PaletteLater {...palette} text={text} onType={setText} />;
}

type FrameProps = {
  project: ProjectBranding;
  staff: SignedInStaff;
  /** What they may: what they may not is not offered. */
  may: CanCall;
  onSignOut: () => void;
  /** Whether signing out is under way. */
  signingOut?: boolean;
  /** What the command palette can do beside opening pages. */
  actions?: readonly Command[];
  /** Finds what the palette does not know by itself. */
  search?: PaletteSearch;
  /** What goes on beside the page, whichever that is. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The shell of every staff page. Pages begin with a `PageHeader`. */
export function Frame({ project, staff, may, onSignOut, signingOut, actions, search, aside, children }: FrameProps) {
  const [opened, setOpened] = useState<"menu" | "palette" | "keys" | null>(null);
  const close = () => setOpened(null);
  useShortcut("k", { withCommand: true }, () => setOpened("palette"));
  useShortcut("?", {}, () => setOpened("keys"));
  return (
    <div className="flex min-h-dvh [--sticky-top:56px]">
      <SkipLink />
      <Sidebar project={project} may={may} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 lg:px-8">
          <IconButton label="Open the menu" className="md:hidden" aria-haspopup="dialog" onClick={() => setOpened("menu")}>
            <Menu aria-hidden="true" />
          </IconButton>
          <SearchButton onClick={() => setOpened("palette")} />
          <div className="ml-auto flex items-center gap-1">
            <ThemeToggle />
            <AccountMenu staff={staff} onSignOut={onSignOut} signingOut={signingOut} onShowShortcuts={() => setOpened("keys")} />
          </div>
        </header>
        {aside}
        <main id="content" tabIndex={-1} className="mx-auto w-full min-w-0 max-w-7xl flex-1 px-4 pb-24 lg:px-8">
          {children}
        </main>
      </div>
      <NavSheet open={opened === "menu"} onClose={close} project={project} may={may} />
      <CommandPalette open={opened === "palette"} onClose={close} may={may} actions={actions} search={search} />
      <KeysHelp open={opened === "keys"} onClose={close} />
    </div>
  );
}
