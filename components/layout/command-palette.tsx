"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search as SearchIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useDebouncedValue } from "@/components/ui/hooks";
import { Spinner } from "@/components/ui/loading";
import { backdropStyle, dialogViewportStyle, itemStyle, panelStyle } from "@/components/ui/styles";
import { Kbd } from "@/components/ui/text";
import { useLeave } from "@/components/ui/unsaved-changes";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { containsFolded, foldText } from "@/lib/fold-text";
import { layoutLabels } from "./labels";
import { type Command, type CommandGroup, getPageCommands } from "./nav";

const { palette: labels } = layoutLabels;

type CommandSources = { canCall: CanCall; actions?: readonly Command[] | undefined; search?: PaletteSearch | undefined };
type TextState = { text: string; onTextChange: (text: string) => void };
type PaletteProps = CommandSources & TextState & { open: boolean; onClose: () => void };

/** A dialog that opens pages, runs actions and shows search results. */
export function CommandPalette({ open, onClose, ...content }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdropStyle} />
        <Dialog.Viewport className={cn(dialogViewportStyle, "pt-[12vh]")}>
          <Dialog.Popup
            aria-label={labels.title}
            className={cn(panelStyle, "mt-0 flex max-h-[min(32rem,76vh)] max-w-xl flex-col overflow-hidden")}
          >
            <PaletteContent {...content} onDone={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteContent({ onDone, text, onTextChange, ...sources }: CommandSources & TextState & { onDone: () => void }) {
  const router = useRouter();
  const leave = useLeave();
  const { groups, isSearching, hasFailed } = useCommandGroups(text, sources);
  const first = groups[0]?.items[0];
  const runCommand = (command: Command) => {
    onDone();
    const { href } = command;
    if (href === undefined) command.run();
    else leave(() => router.push(href));
  };
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={groups}
      value={text}
      onValueChange={onTextChange}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <PaletteInput isSearching={isSearching} onEnter={() => first && runCommand(first)} />
      {hasFailed && <p className="px-4 pt-3 text-2sm text-destructive">{labels.failed}</p>}
      <Autocomplete.Empty>
        <p className="px-4 py-10 text-center text-muted-foreground">{isSearching ? labels.searching : labels.empty}</p>
      </Autocomplete.Empty>
      <Autocomplete.List className="min-h-0 overflow-y-auto overscroll-contain p-1 empty:hidden">
        {(group: CommandGroup) => <CommandGroupItems key={group.label} group={group} onSelect={runCommand} />}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

/**
 * The commands that match `text`. A page with exactly this name comes first, and search results last, so that they never push down the highlighted command. While a search is
 * running, the previous results are filtered by the new text, so that Enter never opens a result that doesn't match.
 */
function useCommandGroups(text: string, { canCall, actions = [], search }: CommandSources) {
  const { results, isSearching, hasFailed } = usePaletteSearch(text, search);
  const filterByText = (items: readonly Command[]) =>
    items.filter(({ label, hint = "" }) => containsFolded(`${hint} ${label}`, text.trim()));
  const isNamed = ({ label }: Command) => foldText(label) === foldText(text.trim());
  const pages = filterByText(getPageCommands(canCall));
  const named = pages.filter(isNamed);
  const pageGroup = { label: labels.pages, items: [...named, ...pages.filter((page) => !isNamed(page))] };
  const actionGroup = { label: labels.actions, items: filterByText(actions) };
  const groups: CommandGroup[] = [
    ...(named.length > 0 ? [pageGroup, actionGroup] : [actionGroup, pageGroup]),
    { label: labels.results, items: isSearching ? filterByText(results) : results },
  ].filter(({ items }) => items.length > 0);
  return { groups, isSearching, hasFailed };
}

/** `onEnter` is called if no command is highlighted, such as while the list is being drawn. */
function PaletteInput({ isSearching, onEnter }: { isSearching: boolean; onEnter: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-b px-4 text-muted-foreground">
      {isSearching ? <Spinner /> : <SearchIcon aria-hidden="true" className="size-4" />}
      <Autocomplete.Input
        aria-label={labels.input}
        placeholder={labels.placeholder}
        onKeyDown={(event) => {
          const isHighlighted = event.currentTarget.hasAttribute("aria-activedescendant");
          if (event.key !== "Enter" || event.nativeEvent.isComposing || isHighlighted) return;
          event.preventBaseUIHandler();
          onEnter();
        }}
        className="h-full min-w-0 flex-1 bg-transparent text-foreground outline-none placeholder:text-muted-foreground pointer-coarse:text-base"
      />
      <Kbd>Esc</Kbd>
      <Autocomplete.Status className="sr-only">{isSearching ? labels.searching : ""}</Autocomplete.Status>
    </div>
  );
}

function CommandGroupItems({ group, onSelect }: { group: CommandGroup; onSelect: (command: Command) => void }) {
  return (
    <Autocomplete.Group items={group.items} className="pb-1">
      <Autocomplete.GroupLabel className="px-3 py-1.5 text-muted-foreground text-xs">{group.label}</Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(command: Command) => (
          <Autocomplete.Item
            key={command.id}
            value={command}
            onClick={() => onSelect(command)}
            className={cn(itemStyle, "flex h-9 gap-3 px-3")}
          >
            {command.icon && <command.icon aria-hidden="true" className="text-muted-foreground" />}
            <span translate={command.mono ? "no" : undefined} className={cn("min-w-0 truncate", command.mono && "font-mono text-2sm")}>
              {command.label}
            </span>
            {command.hint && <span className="ml-auto shrink-0 text-2sm text-muted-foreground">{command.hint}</span>}
          </Autocomplete.Item>
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

export type PaletteSearch = (text: string, signal: AbortSignal) => Promise<readonly Command[]>;

/** Milliseconds without typing before a search starts. */
const searchDelay = 150;
/** Shorter texts match too much. */
const minSearchLength = 2;

/** Searches for `text`. Until the new results are there, returns the previous ones. */
function usePaletteSearch(text: string, search: PaletteSearch | undefined) {
  const debouncedText = useDebouncedValue(text.trim(), searchDelay);
  const isEnabled = search !== undefined && debouncedText.length >= minSearchLength;
  const { data, isFetching, isError } = useQuery({
    queryKey: ["palette-search", debouncedText],
    queryFn: ({ signal }) => search?.(debouncedText, signal) ?? [],
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  const isSearching = isEnabled && (isFetching || debouncedText !== text.trim());
  return { results: isEnabled && data ? data : [], isSearching, hasFailed: isEnabled && isError };
}
