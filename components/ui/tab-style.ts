export const tabsStyle = "flex gap-5 overflow-x-auto border-b [scrollbar-width:none]";

/** Both kinds of tab: the chosen one is underlined, so that it is not told by its colour alone. */
export const tabStyle =
  "-outline-offset-2 flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted-foreground hover:text-foreground data-active:border-link data-active:text-foreground aria-[current=page]:border-link aria-[current=page]:text-foreground";
