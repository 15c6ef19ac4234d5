"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { tabStyle, tabsStyle } from "./tab-style";

/** Tabs that link to pages. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly { href: string; label: ReactNode }[] }) {
  const path = usePathname();
  return (
    <nav aria-label={label} className={tabsStyle}>
      {tabs.map(({ href, label: text }) => (
        <Link key={href} href={href} aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined} className={tabStyle}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
