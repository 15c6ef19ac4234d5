"use client";

import { CirclePause, KeyRound, LogOut, Mail, MailPlus, MailX, Monitor, Moon, Plus, Sun, UserPlus, UserRoundPlus } from "lucide-react";
import { useTheme } from "next-themes";
import type { Command } from "@/components/layout/commands";
import { isAllowed } from "@/components/layout/nav";
import type { Call, CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";
import { shellLabels } from "./labels";

const { actions: labels, hints } = shellLabels;
const { dialogs } = routes;

/** The actions of the command palette that the signed-in staff member is allowed to run. */
export function usePaletteActions(canCall: CanCall, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const commands: readonly (Command & { requires?: Call })[] = [
    { id: "generate", label: labels.generateCodes, icon: Plus, href: routes.generate, requires: "POST /batches" },
    { id: "add-lead", label: labels.addLead, icon: UserRoundPlus, href: dialogs.addLead, requires: "POST /leads/create" },
    { id: "send", label: labels.sendCode, icon: Mail, href: dialogs.newSend, requires: "POST /codes/send" },
    { id: "invite-leads", label: labels.inviteLeads, icon: MailPlus, href: dialogs.inviteFromWaitlist, requires: "POST /leads/invite" },
    { id: "add-suppression", label: labels.addSuppression, icon: MailX, href: dialogs.addSuppression, requires: "POST /suppressions" },
    { id: "pause-codes", label: labels.pauseCodes, icon: CirclePause, href: dialogs.pauseCodes, requires: "POST /codes/bulk" },
    { id: "pause-project", label: labels.pauseProject, icon: CirclePause, href: routes.overview, requires: "POST /project/pause" },
    {
      id: "invite-people",
      label: labels.invitePeople,
      hint: hints.team,
      icon: UserPlus,
      href: dialogs.inviteStaff,
      requires: "POST /team/invitations",
    },
    { id: "create-key", label: labels.createKey, icon: KeyRound, href: dialogs.createKey, requires: "POST /keys" },
    { id: "light", label: labels.lightTheme, hint: hints.theme, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: labels.darkTheme, hint: hints.theme, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: labels.systemTheme, hint: hints.theme, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: labels.signOut, icon: LogOut, run: signOut },
  ];
  return commands.filter(isAllowed(canCall));
}
