"use client";

import { CirclePause, KeyRound, LogOut, Mail, MailPlus, MailX, Monitor, Moon, Plus, Sun, UserPlus, UserRoundPlus } from "lucide-react";
import { useTheme } from "next-themes";
import type { Command } from "@/components/layout/commands";
import { isAllowed } from "@/components/layout/nav";
import type { Call, CanCall } from "@/contract/call";
import { routes } from "@/lib/routes";

/** What the command palette does for those who may so much. */
export function usePaletteActions(may: CanCall, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const { dialogs: to } = routes;
  const hint = "Theme";
  const commands: readonly (Command & { requires?: Call })[] = [
    { id: "generate", label: "Generate codes", icon: Plus, href: routes.generate, requires: "POST /batches" },
    { id: "add-lead", label: "Add a lead", icon: UserRoundPlus, href: to.addLead, requires: "POST /leads/create" },
    { id: "send", label: "Send a code", icon: Mail, href: to.newSend, requires: "POST /codes/send" },
    { id: "invite-leads", label: "Invite leads who wait", icon: MailPlus, href: to.inviteFromWaitlist, requires: "POST /leads/invite" },
    { id: "stop-mail", label: "Stop mail to an address", icon: MailX, href: to.addSuppression, requires: "POST /suppressions/add" },
    { id: "pause", label: "Pause codes…", icon: CirclePause, href: to.pauseCodes, requires: "POST /codes/bulk" },
    {
      id: "pause-project",
      label: "Pause claims, sign-ups or mail…",
      icon: CirclePause,
      href: routes.overview,
      requires: "POST /project/pause",
    },
    { id: "invite", label: "Invite somebody", hint: "Team", icon: UserPlus, href: to.inviteStaff, requires: "POST /team/invitations" },
    { id: "key", label: "Create a key", icon: KeyRound, href: to.createKey, requires: "POST /keys" },
    { id: "light", label: "Light", hint, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: "Dark", hint, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: "As the system has it", hint, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: "Sign out", icon: LogOut, run: signOut },
  ];
  return commands.filter(isAllowed(may));
}
