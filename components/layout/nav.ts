import { Activity, BadgeCheck, Boxes, LayoutDashboard, type LucideIcon, Send, Settings, Ticket, Users } from "lucide-react";
import type { Call, May } from "@/contract/call";
import { routes } from "@/lib/routes";

export type NavItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The address all of its pages begin with, where that is not `href`. */
  covers?: string;
  /** A page beside its own that it leads to. */
  beside?: string;
  /** What it is for: those see it who may call that, and everybody where it is left out. */
  calls?: Call;
};

/** The pages of the settings, in their order. */
const settings: readonly Omit<NavItem, "icon">[] = [
  { label: "Project", href: routes.settings.project, calls: "PATCH /project" },
  { label: "Mails", href: routes.settings.mails, calls: "GET /mail/texts" },
  { label: "Sending", href: routes.settings.sending, calls: "GET /project/mail" },
  { label: "Team", href: routes.settings.team, calls: "GET /team" },
  { label: "Keys", href: routes.settings.keys, calls: "GET /keys" },
  { label: "Embed", href: routes.settings.embed, calls: "GET /keys" },
  { label: "Protection", href: routes.settings.protection, calls: "GET /protection" },
  { label: "Account", href: routes.settings.account },
];

/** The pages of the sidebar, in their order, before the settings. */
const items: readonly NavItem[] = [
  { label: "Overview", href: routes.overview, icon: LayoutDashboard },
  { label: "Codes", href: routes.codes, icon: Ticket },
  { label: "Batches", href: routes.batches, icon: Boxes },
  { label: "Claims", href: routes.claims, icon: BadgeCheck },
  { label: "Leads", href: routes.leads, icon: Users },
  { label: "Sends", href: routes.sends, beside: routes.suppressions, icon: Send },
  { label: "Activity", href: routes.activity, icon: Activity },
];

/** What of these lines, pages or acts is for those who may so much. */
export const openTo =
  (may: May) =>
  ({ calls }: Pick<NavItem, "calls">): boolean =>
    calls === undefined || may(calls);

/** What the sidebar shows those who may so much. */
export const navFor = (may: May): NavItem[] => [
  ...items,
  { label: "Settings", href: firstSettingsFor(may), covers: routes.settings.all, icon: Settings },
];

/** The settings that are for those who may so much. */
export const settingsFor = (may: May) => settings.filter(openTo(may));

/** Where the settings begin for those who may so much: with their own account where there is nothing of the project's they may change. */
export const firstSettingsFor = (may: May): string => (may("PATCH /project") ? routes.settings.project : routes.settings.account);

/** Whether `path` is the item's page or one below it; below the overview lies everything else. */
export const isCurrent = ({ href, covers, beside }: NavItem, path: string): boolean =>
  path === href || path === beside || (href !== routes.overview && path.startsWith(`${covers ?? href}/`));
