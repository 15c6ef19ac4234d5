import type { LucideIcon } from "lucide-react";
import type { Role } from "@/contract/roles";
import { routes } from "@/lib/routes";
import { navFor, settingsFor } from "./nav";

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

/** The pages that somebody with `role` can go to. */
export const pagesFor = (role: Role): Command[] => [
  ...navFor(role).map(({ label, href, icon }) => ({ id: `page:${href}`, label, href, icon })),
  ...settingsFor(role).map(({ label, href }) => ({ id: `settings:${href}`, label, href, hint: "Settings" })),
  { id: `page:${routes.docs}`, label: "API reference", href: routes.docs },
];
