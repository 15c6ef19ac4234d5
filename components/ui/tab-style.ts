export const tabsStyle = "flex gap-5 overflow-x-auto border-b [scrollbar-width:none]";

/** The style of both kinds of tabs. The current one is underlined, so that color isn't the only difference. */
export const tabStyle =
  "-outline-offset-2 flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted-foreground hover:text-foreground data-active:border-link data-active:text-foreground aria-[current=page]:border-link aria-[current=page]:text-foreground";
