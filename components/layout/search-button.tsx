"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
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
