"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { getSettingsTabs } from "@/components/layout/nav";
import { useSession } from "@/components/shell/session";
import { settingsLabels } from "./labels";

/** Links to the settings pages. The current one is underlined, so that color isn't the only difference. */
export function SettingsTabs() {
  const path = usePathname();
  return (
    <nav aria-label={settingsLabels.tabs} className="flex gap-5 overflow-x-auto border-b [scrollbar-width:none]">
      {getSettingsTabs(useSession().canCall).map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={path === href || path.startsWith(`${href}/`) ? "page" : undefined}
          className="-outline-offset-2 flex h-10 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:border-link aria-[current=page]:text-foreground"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
