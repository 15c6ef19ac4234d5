import {
  Activity,
  BadgeCheck,
  Boxes,
  FileUp,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  MailX,
  Send,
  Settings,
  Ticket,
  Trash2,
  Users,
  Waves,
} from "lucide-react";
import type { Call, CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";
import { layoutLabels } from "./labels";

export type NavItem = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** The path that all pages of the item start with, if it differs from `href`. */
  pathPrefix?: string;
  /** Another page that belongs to the item. */
  relatedPath?: string;
  /** The endpoint that staff must be allowed to call to see the item. Without it, the item is visible to everyone. */
  requires?: Call;
};

const { nav: labels, settings: settingsLabels } = layoutLabels;

type SettingsPage = Omit<NavItem, "icon">;
export type SettingsGroup = { label: string; pages: readonly SettingsPage[] };

const { groups: groupLabels } = settingsLabels;

const settingsGroups: readonly SettingsGroup[] = [
  { label: groupLabels.project, pages: [{ label: settingsLabels.project, href: routes.settings.project, requires: "PATCH /project" }] },
  {
    label: groupLabels.customers,
    pages: [
      { label: settingsLabels.publicPages, href: routes.settings.publicPages, requires: "PATCH /project" },
      { label: settingsLabels.questions, href: routes.settings.questions, requires: "PATCH /project" },
      { label: settingsLabels.embed, href: routes.settings.embed },
      { label: settingsLabels.abuseProtection, href: routes.settings.abuseProtection, requires: "GET /abuse-protection" },
    ],
  },
  {
    label: groupLabels.email,
    pages: [
      { label: settingsLabels.emailTemplates, href: routes.settings.emailTemplates, requires: "GET /email-templates" },
      { label: settingsLabels.emailDelivery, href: routes.settings.emailDelivery, requires: "GET /project/email-delivery" },
    ],
  },
  {
    label: groupLabels.team,
    pages: [
      { label: settingsLabels.team, href: routes.settings.team, requires: "GET /team" },
      { label: settingsLabels.account, href: routes.settings.account },
    ],
  },
  {
    label: groupLabels.developers,
    pages: [
      { label: settingsLabels.apiKeys, href: routes.settings.keys, requires: "GET /keys" },
      { label: settingsLabels.webhooks, href: routes.settings.webhooks, requires: "GET /webhooks" },
    ],
  },
  { label: groupLabels.system, pages: [{ label: settingsLabels.system, href: routes.settings.system, requires: "GET /system" }] },
];

const items: readonly NavItem[] = [
  { label: labels.overview, href: routes.overview, icon: LayoutDashboard },
  { label: labels.codes, href: routes.codes, icon: Ticket },
  { label: labels.batches, href: routes.batches, icon: Boxes },
  { label: labels.claims, href: routes.claims, icon: BadgeCheck },
  { label: labels.leads, href: routes.leads, relatedPath: routes.imports, icon: Users },
  { label: labels.waitlist, href: routes.waitlist, relatedPath: routes.waves, icon: ListOrdered },
  { label: labels.sends, href: routes.sends, relatedPath: routes.suppressions, icon: Send },
  { label: labels.activity, href: routes.activity, icon: Activity },
  { label: labels.bin, href: routes.bin, icon: Trash2 },
];

/** Returns a filter for the items that the signed-in staff member is allowed to use. */
export const isAllowed =
  (canCall: CanCall) =>
  ({ requires }: Pick<NavItem, "requires">): boolean =>
    requires === undefined || canCall(requires);

/** The items of the sidebar. */
export const getNavItems = (canCall: CanCall): NavItem[] => [
  ...items,
  { label: labels.settings, href: getDefaultSettingsPage(canCall), pathPrefix: routes.settings.all, icon: Settings },
];

/** The settings pages that the staff member is allowed to open, in groups. */
export const getSettingsGroups = (canCall: CanCall): SettingsGroup[] =>
  settingsGroups.map(({ label, pages }) => ({ label, pages: pages.filter(isAllowed(canCall)) })).filter(({ pages }) => pages.length > 0);

const getSettingsPages = (canCall: CanCall): SettingsPage[] => getSettingsGroups(canCall).flatMap(({ pages }) => pages);

/** The first settings page: the project, or the account for staff members who can't change the project. */
export const getDefaultSettingsPage = (canCall: CanCall): string =>
  canCall("PATCH /project") ? routes.settings.project : routes.settings.account;

/** Whether `path` is the item's page or a page below it. Every page is below the overview, so the overview must match exactly. */
export const isCurrentNavItem = ({ href, pathPrefix, relatedPath }: NavItem, path: string): boolean =>
  path === href ||
  path === relatedPath ||
  (relatedPath !== undefined && path.startsWith(`${relatedPath}/`)) ||
  (href !== routes.overview && path.startsWith(`${pathPrefix ?? href}/`));

/** A command of the palette: it opens a page or runs an action. */
export type Command = {
  /** Unique in the palette. */
  id: string;
  label: string;
  /** The kind of command, shown at the end of the line. */
  hint?: string;
  icon?: LucideIcon;
  /** Shows the label in mono, for codes and emails. */
  mono?: boolean;
} & ({ href: string; run?: never } | { run: () => void; href?: never });

export type CommandGroup = { label: string; items: readonly Command[] };

/** The pages that the staff member is allowed to open. */
export const getPageCommands = (canCall: CanCall): Command[] => [
  ...getNavItems(canCall).map(({ label, href, icon }) => ({ id: `page:${href}`, label, href, icon })),
  { id: `page:${routes.imports}`, label: labels.imports, href: routes.imports, icon: FileUp },
  { id: `page:${routes.waves}`, label: labels.waves, href: routes.waves, icon: Waves },
  { id: `page:${routes.suppressions}`, label: labels.suppressions, href: routes.suppressions, icon: MailX },
  ...getSettingsPages(canCall).map(({ label, href }) => ({ id: `settings:${href}`, label, href, hint: labels.settings })),
  { id: `page:${routes.docs}`, label: labels.apiReference, href: routes.docs },
];
