"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps, MouseEvent, ReactNode, SyntheticEvent } from "react";
import { cn } from "@/lib/cn";
import { useTabStop } from "./hooks";

/** A link within text, in a readable shade of the accent color. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...rest}
      className={cn("rounded-sm font-medium text-link underline decoration-link/40 underline-offset-3 hover:decoration-current", className)}
    />
  );
}

/** The position in the text at a point of the window. Older versions of WebKit have the second method only. */
function findCaret({ clientX: x, clientY: y }: Pick<MouseEvent, "clientX" | "clientY">): [Node, number] | null {
  if (!("caretPositionFromPoint" in document)) {
    const range = (document as Document).caretRangeFromPoint(x, y);
    return range && [range.startContainer, range.startOffset];
  }
  const caret = document.caretPositionFromPoint(x, y);
  return caret && [caret.offsetNode, caret.offset];
}

/** How far the pointer moves before a click becomes a selection, in CSS pixels. */
const dragThreshold = 4;

/** Properties of a link whose text the mouse can select. Browsers would drag the link, and open it at the end of the selection. */
export const selectableLink = {
  onDragStart: (event: SyntheticEvent) => event.preventDefault(),
  onMouseDown(event: MouseEvent<HTMLAnchorElement>) {
    const { button, clientX, shiftKey } = event;
    const start = findCaret(event);
    if (button !== 0 || shiftKey || start === null) return;
    // Browsers keep a selection that is clicked, since it could be dragged.
    window.getSelection()?.removeAllRanges();
    const stop = new AbortController();
    const select = (move: globalThis.MouseEvent) => {
      const caret = findCaret(move);
      const isSelecting = window.getSelection()?.isCollapsed === false || Math.abs(move.clientX - clientX) > dragThreshold;
      if (caret && isSelecting) window.getSelection()?.setBaseAndExtent(...start, ...caret);
    };
    document.addEventListener("mousemove", select, stop);
    document.addEventListener("mouseup", () => stop.abort(), stop);
  },
  onClick(event: MouseEvent<HTMLAnchorElement>) {
    const selection = window.getSelection();
    // Keys click too, while text elsewhere may be selected.
    if (event.detail > 0 && selection?.isCollapsed === false && selection.containsNode(event.currentTarget, true)) event.preventDefault();
  },
};

/** A secondary link in a row, which is truncated in tables and wraps elsewhere. Underlined on hover only. */
export function CellLink({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  return (
    <Link
      {...useTabStop()}
      {...selectableLink}
      href={href}
      prefetch={false}
      title={title}
      className="wrap-anywhere -outline-offset-1 block min-w-0 overflow-hidden text-ellipsis rounded-sm decoration-muted-foreground underline-offset-3 hover:underline"
    >
      {children}
    </Link>
  );
}

type LinkTabsProps = { label: string; tabs: readonly { href: string; label: string }[]; className?: string };

/** Links to related pages. The current one, or the one that it belongs to, is underlined, so that color isn't the only difference. */
export function LinkTabs({ label: name, tabs, className }: LinkTabsProps) {
  const path = usePathname();
  const current = tabs
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
  return (
    <nav aria-label={name} className={cn("flex gap-5 overflow-x-auto border-b [scrollbar-width:none]", className)}>
      {tabs.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current?.href ? "page" : undefined}
          className="-outline-offset-2 flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:border-link aria-[current=page]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
