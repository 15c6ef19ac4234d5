import { type LucideIcon, MailX } from "lucide-react";
import type { CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";
import { layoutLabels } from "./labels";
import { getNavItems, getSettingsTabs } from "./nav";

const { nav: labels } = layoutLabels;

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
  { id: `page:${routes.suppressions}`, label: labels.suppressions, href: routes.suppressions, icon: MailX },
  ...getSettingsTabs(canCall).map(({ label, href }) => ({ id: `settings:${href}`, label, href, hint: labels.settings })),
  { id: `page:${routes.docs}`, label: labels.apiReference, href: routes.docs },
];
