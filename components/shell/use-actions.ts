"use client";

import { CirclePause, KeyRound, LogOut, Mail, MailPlus, Monitor, Moon, Plus, Sun, UserPlus, UserRoundPlus } from "lucide-react";
import { useTheme } from "next-themes";
import type { Command } from "@/components/layout/commands";
import { makeBatch } from "@/contract/batches";
import { actOnCodes } from "@/contract/codes";
import { leastRole } from "@/contract/endpoint";
import { createKey } from "@/contract/keys";
import { createLead, inviteLeads } from "@/contract/leads";
import { mayAs, type Role } from "@/contract/roles";
import { sendCode } from "@/contract/sends";
import { inviteStaff } from "@/contract/team";
import { routes } from "@/lib/routes";

/** What the command palette does for somebody with `role`. */
export function useActions(role: Role, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const { acts: to } = routes;
  const hint = "Theme";
  const acts: readonly (Command & { least?: Role | undefined })[] = [
    { id: "generate", label: "Generate codes", icon: Plus, href: routes.generate, least: leastRole(makeBatch) },
    { id: "add-lead", label: "Add a lead", icon: UserRoundPlus, href: to.addLead, least: leastRole(createLead) },
    { id: "send", label: "Send a code", icon: Mail, href: to.newSend, least: leastRole(sendCode) },
    { id: "invite-leads", label: "Invite leads who wait", icon: MailPlus, href: to.inviteWaiting, least: leastRole(inviteLeads) },
    { id: "pause", label: "Pause codes…", icon: CirclePause, href: to.pauseCodes, least: leastRole(actOnCodes) },
    { id: "invite", label: "Invite somebody", hint: "Team", icon: UserPlus, href: to.inviteSomebody, least: leastRole(inviteStaff) },
    { id: "key", label: "Create a key", icon: KeyRound, href: to.createKey, least: leastRole(createKey) },
    { id: "light", label: "Light", hint, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: "Dark", hint, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: "As the system has it", hint, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: "Sign out", icon: LogOut, run: signOut },
  ];
  return acts.filter(({ least }) => least === undefined || mayAs(role, least));
}
