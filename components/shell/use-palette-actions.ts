"use client";

import { CirclePause, KeyRound, LogOut, Mail, MailPlus, MailX, Monitor, Moon, Plus, Sun, UserPlus, UserRoundPlus } from "lucide-react";
import { useTheme } from "next-themes";
import type { Command } from "@/components/layout/commands";
import { openTo } from "@/components/layout/nav";
import type { Call, May } from "@/contract/call";
import { routes } from "@/lib/routes";

/** What the command palette does for those who may so much. */
export function useActions(may: May, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const { acts: to } = routes;
  const hint = "Theme";
  const acts: readonly (Command & { calls?: Call })[] = [
    { id: "generate", label: "Generate codes", icon: Plus, href: routes.generate, calls: "POST /batches" },
    { id: "add-lead", label: "Add a lead", icon: UserRoundPlus, href: to.addLead, calls: "POST /leads/create" },
    { id: "send", label: "Send a code", icon: Mail, href: to.newSend, calls: "POST /codes/send" },
    { id: "invite-leads", label: "Invite leads who wait", icon: MailPlus, href: to.inviteWaiting, calls: "POST /leads/invite" },
    { id: "stop-mail", label: "Stop mail to an address", icon: MailX, href: to.stopMail, calls: "POST /suppressions/add" },
    { id: "pause", label: "Pause codes…", icon: CirclePause, href: to.pauseCodes, calls: "POST /codes/act" },
    {
      id: "pause-project",
      label: "Pause claims, sign-ups or mail…",
      icon: CirclePause,
      href: routes.overview,
      calls: "POST /project/pause",
    },
    { id: "invite", label: "Invite somebody", hint: "Team", icon: UserPlus, href: to.inviteSomebody, calls: "POST /team/invitations" },
    { id: "key", label: "Create a key", icon: KeyRound, href: to.createKey, calls: "POST /keys" },
    { id: "light", label: "Light", hint, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: "Dark", hint, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: "As the system has it", hint, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: "Sign out", icon: LogOut, run: signOut },
  ];
  return acts.filter(openTo(may));
}
