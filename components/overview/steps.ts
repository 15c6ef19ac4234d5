import { generateCodes } from "@/contract/codes";
import { leastRole } from "@/contract/endpoint";
import { createLead } from "@/contract/leads";
import type { Role } from "@/contract/roles";
import { inviteStaff } from "@/contract/team";
import { docsOf, routes } from "@/lib/routes";

/** What of a new install is done. */
export type Done = { codes: boolean; leads: boolean; mail: boolean; team: boolean };

export type Step = {
  name: keyof Done;
  title: string;
  text: string;
  /** Where it is done, and by whom. */
  link?: { href: string; label: string; least: Role | undefined };
};

/** What a new install begins with, in its order. */
export const steps: readonly Step[] = [
  {
    name: "codes",
    title: "Generate codes",
    text: "A code lets those who have it in, as often as it allows.",
    link: { href: docsOf("generateCodes"), label: "See how", least: leastRole(generateCodes) },
  },
  {
    name: "leads",
    title: "Add leads",
    text: "Leads are the people who wait for a code. Your web site can add them with the public key.",
    link: { href: docsOf("createLead"), label: "See how", least: leastRole(createLead) },
  },
  {
    name: "mail",
    title: "Connect mail",
    text: "Start Gatehouse with SMTP_URL set to your mail server. Until then mail is kept as files and reaches nobody.",
  },
  {
    name: "team",
    title: "Invite your team",
    text: "Everybody signs in for themselves, with a role that says what they may do.",
    link: { href: routes.acts.inviteSomebody, label: "Invite", least: leastRole(inviteStaff) },
  },
];
