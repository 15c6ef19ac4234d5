import { layoutLabels } from "./labels";

/** The first element in the tab order of a page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-lg bg-popover px-3 py-2 font-medium text-popover-foreground shadow focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-3 focus:py-2"
    >
      {layoutLabels.skipLink}
    </a>
  );
}
