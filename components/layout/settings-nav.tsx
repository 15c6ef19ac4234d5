"use client";

import { ChevronsUpDown } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import type { CanCall } from "@/contract/call";
import { layoutLabels } from "./labels";
import { getSettingsGroups, type SettingsGroup } from "./nav";

const { settings: title } = layoutLabels.nav;

/** A group of one page with the same name needs no heading. */
const hasHeading = ({ label, pages }: SettingsGroup): boolean => pages.some((page) => page.label !== label);

/** Links to the settings pages, in groups: a list beside the page, or a menu above it in windows below 1280 px. */
export function SettingsNav({ canCall }: { canCall: CanCall }) {
  const path = usePathname();
  const groups = getSettingsGroups(canCall);
  const isCurrent = (href: string) => path === href || path.startsWith(`${href}/`);
  const current = groups.flatMap(({ pages }) => pages).find(({ href }) => isCurrent(href));
  return (
    <nav aria-label={title} className="min-w-0">
      <div className="xl:hidden">
        <Menu
          align="start"
          className="w-64"
          trigger={
            <Button variant="outline" className="w-64 max-w-full justify-between">
              {current?.label ?? title} <ChevronsUpDown aria-hidden="true" />
            </Button>
          }
        >
          {({ MenuGroup, MenuLabel, MenuLink }) =>
            groups.map(({ label, pages }) => (
              <MenuGroup key={label}>
                {hasHeading({ label, pages }) && <MenuLabel>{label}</MenuLabel>}
                {pages.map((page) => (
                  <MenuLink key={page.href} href={page.href} current={isCurrent(page.href)}>
                    {page.label}
                  </MenuLink>
                ))}
              </MenuGroup>
            ))
          }
        </Menu>
      </div>
      <div className="sticky top-[calc(var(--sticky-top)+1.5rem)] grid gap-5 max-xl:hidden">
        {groups.map(({ label, pages }) => (
          <div key={label}>
            {hasHeading({ label, pages }) && (
              <p aria-hidden="true" className="px-2 pb-1 text-2sm text-muted-foreground">
                {label}
              </p>
            )}
            <ul aria-label={label} className="grid gap-0.5">
              {pages.map((page) => (
                <li key={page.href}>
                  <Link
                    href={page.href}
                    aria-current={isCurrent(page.href) ? "page" : undefined}
                    className="flex h-8 items-center rounded-lg px-2 font-medium text-muted-foreground hover:text-foreground aria-[current=page]:bg-accent aria-[current=page]:text-foreground pointer-coarse:h-10"
                  >
                    {page.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
