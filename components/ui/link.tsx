"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps, ReactNode } from "react";
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

/** A secondary link in a row, which is truncated in tables and wraps elsewhere. Underlined on hover only. */
export function CellLink({ href, title, children }: { href: string; title?: string; children: ReactNode }) {
  return (
    <Link
      {...useTabStop()}
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
