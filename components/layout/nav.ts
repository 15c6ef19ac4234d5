import { Activity, BadgeCheck, Boxes, LayoutDashboard, type LucideIcon, Send, Settings, Ticket, Users } from "lucide-react";
import type { Call, CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";

export type NavItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The address all of its pages begin with, where that is not `href`. */
  pathPrefix?: string;
  /** A page beside its own that it leads to. */
  relatedPath?: string;
  /** What it is for: those see it who may call that, and everybody where it is left out. */
  requires?: Call;
};

/** The pages of the settings, in their order. */
const settings: readonly Omit<NavItem, "icon">[] = [
  { label: "Project", href: routes.settings.project, requires: "PATCH /project" },
  { label: "Mails", href: routes.settings.emailTemplates, requires: "GET /mail/texts" },
  { label: "Sending", href: routes.settings.emailDelivery, requires: "GET /project/mail" },
  { label: "Team", href: routes.settings.team, requires: "GET /team" },
  { label: "Keys", href: routes.settings.keys, requires: "GET /keys" },
  { label: "Embed", href: routes.settings.embed, requires: "GET /keys" },
  { label: "Protection", href: routes.settings.abuseProtection, requires: "GET /protection" },
  { label: "Account", href: routes.settings.account },
];

/** The pages of the sidebar, in their order, before the settings. */
const items: readonly NavItem[] = [
  { label: "Overview", href: routes.overview, icon: LayoutDashboard },
  { label: "Codes", href: routes.codes, icon: Ticket },
  { label: "Batches", href: routes.batches, icon: Boxes },
  { label: "Claims", href: routes.claims, icon: BadgeCheck },
  { label: "Leads", href: routes.leads, icon: Users },
  { label: "Sends", href: routes.sends, relatedPath: routes.suppressions, icon: Send },
  { label: "Activity", href: routes.activity, icon: Activity },
];

/** What of these lines, pages or acts is for those who may so much. */
export const isAllowed =
  (may: CanCall) =>
  ({ requires }: Pick<NavItem, "requires">): boolean =>
    requires === undefined || may(requires);

/** What the sidebar shows those who may so much. */
export const getNavItems = (may: CanCall): NavItem[] => [
  ...items,
  { label: "Settings", href: getDefaultSettingsPage(may), pathPrefix: routes.settings.all, icon: Settings },
];

/** The settings that are for those who may so much. */
export const getSettingsTabs = (may: CanCall) => settings.filter(isAllowed(may));

/** Where the settings begin for those who may so much: with their own account where there is nothing of the project's they may change. */
export const getDefaultSettingsPage = (may: CanCall): string => (may("PATCH /project") ? routes.settings.project : routes.settings.account);

/** Whether `path` is the item's page or one below it; below the overview lies everything else. */
export const isCurrentNavItem = ({ href, pathPrefix, relatedPath }: NavItem, path: string): boolean =>
  path === href || path === relatedPath || (href !== routes.overview && path.startsWith(`${pathPrefix ?? href}/`));
