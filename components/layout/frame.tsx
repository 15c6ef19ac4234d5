"use client";

import { Menu } from "lucide-react";
import { type ComponentProps, type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { dialogLater } from "@/components/ui/later";
import type { May } from "@/contract/call";
import { AccountMenu, type Person } from "./account-menu";
import type { Command } from "./commands";
import type { ShownProject } from "./logo";
import { SearchButton } from "./search-button";
import { Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import { ThemeToggle } from "./theme-toggle";
import type { Search } from "./use-found";
import { useKey } from "./use-key";
import { useTypedAhead } from "./use-typed-ahead";

const NavSheet = dialogLater(() => import("./nav-sheet").then((sheet) => sheet.NavSheet));
const PaletteLater = dialogLater(() => import("./command-palette").then((palette) => palette.CommandPalette));
const KeysHelp = dialogLater(() => import("./keys-help").then((help) => help.KeysHelp));

/** The palette, which hears what is typed while it is still loaded. */
function CommandPalette(palette: Omit<ComponentProps<typeof PaletteLater>, "text" | "onType">) {
  const [text, setText] = useTypedAhead(palette.open);
  return <PaletteLater {...palette} text={text} onType={setText} />;
}

type FrameProps = {
  project: ShownProject;
  person: Person;
  /** What they may: what they may not is not offered. */
  may: May;
  onSignOut: () => void;
  /** Whether signing out is under way. */
  signingOut?: boolean;
  /** What the command palette can do beside opening pages. */
  actions?: readonly Command[];
  /** Finds what the palette does not know by itself. */
  search?: Search;
  /** What goes on beside the page, whichever that is. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The shell of every staff page. Pages begin with a `PageHeader`. */
export function Frame({ project, person, may, onSignOut, signingOut, actions, search, aside, children }: FrameProps) {
  const [opened, setOpened] = useState<"menu" | "palette" | "keys" | null>(null);
  const close = () => setOpened(null);
  useKey("k", { withCommand: true }, () => setOpened("palette"));
  useKey("?", {}, () => setOpened("keys"));
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
            <AccountMenu person={person} onSignOut={onSignOut} signingOut={signingOut} onKeysHelp={() => setOpened("keys")} />
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
