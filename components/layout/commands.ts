import { type LucideIcon, MailX } from "lucide-react";
import type { CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";
import { getNavItems, getSettingsTabs } from "./nav";

/** A line of the command palette: it leads to a page, or does something. */
export type Command = {
  /** Tells it from every other line. */
  id: string;
  label: string;
  /** Stands at the end of the line: what kind of thing it is. */
  hint?: string;
  icon?: LucideIcon;
  /** For codes, keys and addresses. */
  mono?: boolean;
} & ({ href: string; run?: never } | { run: () => void; href?: never });

export type CommandGroup = { label: string; items: readonly Command[] };

/** The pages for those who may so much. */
export const getPageCommands = (may: CanCall): Command[] => [
  ...getNavItems(may).map(({ label, href, icon }) => ({ id: `page:${href}`, label, href, icon })),
  { id: `page:${routes.suppressions}`, label: "Suppressions", href: routes.suppressions, icon: MailX },
  ...getSettingsTabs(may).map(({ label, href }) => ({ id: `settings:${href}`, label, href, hint: "Settings" })),
  { id: `page:${routes.docs}`, label: "API reference", href: routes.docs },
];
