import { Activity, BadgeCheck, Boxes, LayoutDashboard, type LucideIcon, Send, Settings, Ticket, Users } from "lucide-react";
import { leastRole } from "@/contract/endpoint";
import { listKeys } from "@/contract/keys";
import { changeProject } from "@/contract/project";
import { mayAs, type Role } from "@/contract/roles";
import { listStaff } from "@/contract/team";
import { routes } from "@/lib/routes";

export type NavItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The address all of its pages begin with, where that is not `href`. */
  covers?: string;
  /** Who sees it: everybody where it is left out. */
  least?: Role | undefined;
};

/** The pages of the settings, in their order. */
const settings: readonly Omit<NavItem, "icon">[] = [
  { label: "Project", href: routes.settings.project, least: leastRole(changeProject) },
  { label: "Team", href: routes.settings.team, least: leastRole(listStaff) },
  { label: "Keys", href: routes.settings.keys, least: leastRole(listKeys) },
  { label: "Account", href: routes.settings.account },
];

/** The pages of the sidebar, in their order, before the settings. */
const items: readonly NavItem[] = [
  { label: "Overview", href: routes.overview, icon: LayoutDashboard },
  { label: "Codes", href: routes.codes, icon: Ticket },
  { label: "Batches", href: routes.batches, icon: Boxes },
  { label: "Claims", href: routes.claims, icon: BadgeCheck },
  { label: "Leads", href: routes.leads, icon: Users },
  { label: "Sends", href: routes.sends, icon: Send },
  { label: "Activity", href: routes.activity, icon: Activity },
];

const openTo =
  (role: Role) =>
  ({ least }: Pick<NavItem, "least">) =>
    least === undefined || mayAs(role, least);

/** What the sidebar shows somebody with `role`. */
export const navFor = (role: Role): NavItem[] => [
  ...items.filter(openTo(role)),
  { label: "Settings", href: firstSettingsFor(role), covers: routes.settings.all, icon: Settings },
];

/** The settings that somebody with `role` may see. */
export const settingsFor = (role: Role) => settings.filter(openTo(role));

/** Where the settings begin for somebody with `role`. */
export const firstSettingsFor = (role: Role): string => settingsFor(role)[0]?.href ?? routes.settings.account;

/** Whether `path` is the item's page or one below it; below the overview lies everything else. */
export const isCurrent = ({ href, covers }: NavItem, path: string): boolean =>
  path === href || (href !== routes.overview && path.startsWith(`${covers ?? href}/`));
