"use client";

import { Menu } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { May } from "@/contract/call";
import { AccountMenu, type Person } from "./account-menu";
import { CommandPalette } from "./command-palette";
import type { Command } from "./commands";
import { KeysHelp } from "./keys-help";
import type { ShownProject } from "./logo";
import { SearchButton } from "./search-button";
import { NavLinks, ProjectLink, Sidebar } from "./sidebar";
import { SkipLink } from "./skip-link";
import { ThemeToggle } from "./theme-toggle";
import type { Search } from "./use-found";

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
  const [finding, setFinding] = useState(false);
  const [reading, setReading] = useState(false);
  return (
    <div className="flex min-h-dvh [--sticky-top:56px]">
      <SkipLink />
      <Sidebar project={project} may={may} />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-background px-4 lg:px-8">
          <NavSheet project={project} may={may} />
          <SearchButton onClick={() => setFinding(true)} />
          <div className="ml-auto flex items-center gap-1">
            <ThemeToggle />
            <AccountMenu person={person} onSignOut={onSignOut} signingOut={signingOut} onKeysHelp={() => setReading(true)} />
          </div>
        </header>
        {aside}
        <main id="content" tabIndex={-1} className="mx-auto w-full min-w-0 max-w-7xl flex-1 px-4 pb-24 lg:px-8">
          {children}
        </main>
      </div>
      <CommandPalette open={finding} onOpenChange={setFinding} may={may} actions={actions} search={search} />
      <KeysHelp open={reading} onOpenChange={setReading} />
    </div>
  );
}

/** The sidebar of narrow windows. */
function NavSheet({ project, may }: { project: ShownProject; may: May }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Open the menu" className="md:hidden" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Menu aria-hidden="true" />
      </IconButton>
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetContent title="Menu" quiet side="left" className="max-w-72 bg-sidebar text-sidebar-foreground">
          <nav aria-label="Main">
            <ProjectLink project={project} />
            <NavLinks may={may} onLeave={() => setOpen(false)} />
          </nav>
        </SheetContent>
      </Sheet>
    </>
  );
}
