"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search as SearchIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { dialogViewportStyle, panelStyle } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { backdropStyle, itemStyle } from "@/components/ui/popup-styles";
import { Spinner } from "@/components/ui/spinner";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { type Command, type CommandGroup, getPageCommands } from "./commands";
import { type PaletteSearch, usePaletteSearch } from "./use-palette-search";

type Known = { may: CanCall; actions?: readonly Command[] | undefined; search?: PaletteSearch | undefined };
type Typed = { text: string; onType: (text: string) => void };
type PaletteProps = Known & Typed & { open: boolean; onClose: () => void };

/** Goes to pages, does the main acts, and finds what `search` knows. */
export function CommandPalette({ open, onClose, ...known }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Viewport className={cn(dialogViewportStyle, "pt-[12vh]")}>
          <Dialog.Popup
            aria-label="Search and commands"
            className={cn(panelStyle, "mt-0 flex max-h-[min(32rem,76vh)] max-w-xl flex-col overflow-hidden")}
          >
            <Commands {...known} onDone={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ onDone, text, onType, ...known }: Known & Typed & { onDone: () => void }) {
  const router = useRouter();
  const { groups, searching, failed } = useGroups(text, known);
  const choose = (command: Command) => {
    onDone();
    if (command.href !== undefined) router.push(command.href);
    else command.run();
  };
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={onType}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <SearchLine searching={searching} />
      {failed && <p className="px-4 pt-3 text-[13px] text-destructive">The search did not answer. Pages and actions work.</p>}
      <Autocomplete.Empty>
        <p className="px-4 py-10 text-center text-muted-foreground">{searching ? "Searching…" : "Nothing found."}</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
        {(group: CommandGroup) => <Lines key={group.label} group={group} choose={choose} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/**
 * The lines that match `text`. What is found elsewhere comes last, so that it never pushes away what is highlighted; until it is found for
 * this text, what the text before found is narrowed by it, so that Enter opens nothing that was not asked for.
 */
function useGroups(text: string, { may, actions = [], search }: Known) {
  const { contains } = Autocomplete.useFilter({ sensitivity: "base" });
  const { results: found, searching, failed } = usePaletteSearch(text, search);
  const matching = (items: readonly Command[]) => items.filter(({ label, hint = "" }) => contains(`${hint} ${label}`, text.trim()));
  const groups: CommandGroup[] = [
    { label: "Actions", items: matching(actions) },
    { label: "Pages", items: matching(getPageCommands(may)) },
    { label: "Results", items: searching ? matching(found) : found },
  ].filter(({ items }) => items.length > 0);
  return { groups, searching, failed };
}

function SearchLine({ searching }: { searching: boolean }) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b px-4 text-muted-foreground">
      {searching ? <Spinner /> : <SearchIcon aria-hidden="true" className="size-4" />}
      <Autocomplete.Input
        aria-label="Search"
        placeholder="Search, or do something…"
        className="h-full min-w-0 flex-1 bg-transparent text-foreground outline-none placeholder:text-muted-foreground pointer-coarse:text-base"
      />
      <Kbd>Esc</Kbd>
      <Autocomplete.Status className="sr-only">{searching ? "Searching" : ""}</Autocomplete.Status>
    </div>
  );
}

function Lines({ group, choose }: { group: CommandGroup; choose: (command: Command) => void }) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1">
      <Autocomplete.GroupLabel className="px-3 py-1.5 text-muted-foreground text-xs">{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => choose(command)}
            className={cn(itemStyle, "flex h-9 gap-3 px-3")}
          >
            {command.icon && <command.icon aria-hidden="true" className="text-muted-foreground" />}
            <span className={cn("min-w-0 truncate", command.mono && "font-mono text-[13px]")}>{command.label}</span>
            {command.hint && <span className="ml-auto shrink-0 text-[13px] text-muted-foreground">{command.hint}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}
