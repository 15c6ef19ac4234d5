"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { tooltip } from "@/components/ui/tooltip";
import type { CanCall } from "@/contract/call";
import { cn } from "@/lib/cn";
import { routes } from "@/lib/routes";
import { layoutLabels } from "./labels";
import { Logo, type ProjectBranding } from "./logo";
import { getNavItems, isCurrentNavItem, type NavItem } from "./nav";

type SidebarProps = { project: ProjectBranding; canCall: CanCall };

/** Shows labels from 1024 px and icons from 768 px. Below that, the menu button opens the same list as a sheet. */
export function Sidebar({ project, canCall }: SidebarProps) {
  return (
    <nav
      aria-label={layoutLabels.nav.main}
      className="sticky top-0 hidden h-dvh w-14 shrink-0 flex-col border-r bg-sidebar text-sidebar-foreground md:flex lg:w-60"
    >
      <ProjectLink project={project} narrow />
      <NavLinks canCall={canCall} narrow />
    </nav>
  );
}

/** The project name, linked to the overview. With `narrow`, the name is hidden while the sidebar only shows icons. */
export function ProjectLink({ project, narrow = false }: { project: ProjectBranding; narrow?: boolean }) {
  return (
    <Link
      href={routes.overview}
      className={cn(
        "-outline-offset-2 flex h-14 shrink-0 items-center gap-3 px-4 font-semibold text-foreground",
        narrow ? "justify-center lg:justify-start" : "pr-14",
      )}
    >
      <Logo project={project} />
      <span title={project.name} className={cn("min-w-0 truncate", narrow && "max-lg:sr-only")}>
        {project.name}
      </span>
    </Link>
  );
}

export function NavLinks({ canCall, narrow = false, onNavigate }: { canCall: CanCall; narrow?: boolean; onNavigate?: () => void }) {
  return (
    <div className="grid gap-0.5 overflow-y-auto p-2">
      {getNavItems(canCall).map((item) =>
        narrow ? (
          <NavLink key={item.href} item={item} narrow {...tooltip(item.label, { side: "right", className: "lg:hidden" })} />
        ) : (
          <NavLink key={item.href} item={item} onClick={onNavigate} />
        ),
      )}
    </div>
  );
}

function NavLink({ item, narrow = false, ...rest }: { item: NavItem; narrow?: boolean } & Omit<ComponentProps<typeof Link>, "href">) {
  const current = isCurrentNavItem(item, usePathname());
  const Icon = item.icon;
  return (
    <Link
      {...rest}
      href={item.href}
      aria-current={current ? "page" : undefined}
      className={cn(
        "-outline-offset-2 flex h-8 items-center gap-3 rounded-lg px-2 font-medium transition-colors hover:bg-sidebar-accent hover:text-sidebar-accent-foreground pointer-coarse:h-10",
        narrow && "max-lg:justify-center",
        current && "bg-sidebar-accent text-sidebar-accent-foreground",
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span className={cn("truncate", narrow && "max-lg:sr-only")}>{item.label}</span>
    </Link>
  );
}
