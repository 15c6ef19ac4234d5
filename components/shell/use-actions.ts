"use client";

import { KeyRound, LogOut, Monitor, Moon, Sun, UserPlus } from "lucide-react";
import { useTheme } from "next-themes";
import type { Command } from "@/components/layout/commands";
import { leastRole } from "@/contract/endpoint";
import { createKey } from "@/contract/keys";
import { mayAs, type Role } from "@/contract/roles";
import { inviteStaff } from "@/contract/team";
import { routes } from "@/lib/routes";

/** What the command palette does for somebody with `role`. */
export function useActions(role: Role, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const hint = "Theme";
  const acts: readonly (Command & { least?: Role | undefined })[] = [
    { id: "invite", label: "Invite somebody", icon: UserPlus, href: routes.acts.inviteSomebody, least: leastRole(inviteStaff) },
    { id: "key", label: "Create a key", icon: KeyRound, href: routes.acts.createKey, least: leastRole(createKey) },
    { id: "light", label: "Light", hint, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: "Dark", hint, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: "As the system has it", hint, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: "Sign out", icon: LogOut, run: signOut },
  ];
  return acts.filter(({ least }) => least === undefined || mayAs(role, least));
}
