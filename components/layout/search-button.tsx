"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

/** Opens the command palette, and tells its key. */
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
      Search
      <Kbd className="-mr-1 ml-auto pointer-coarse:hidden">{useCommandKey()}K</Kbd>
    </Button>
  );
}

const never = () => () => {};

/** What stands on the key; the server cannot know, and takes the Mac's. */
export function useCommandKey(): string {
  return useSyncExternalStore(
    never,
    () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl "),
    () => "⌘",
  );
}
