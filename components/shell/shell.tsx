"use client";

import {
  CirclePause,
  KeyRound,
  LogOut,
  Mail,
  MailPlus,
  MailX,
  Monitor,
  Moon,
  Plus,
  Sun,
  UserPlus,
  UserRoundPlus,
  Webhook,
} from "lucide-react";
import { useTheme } from "next-themes";
import { type ReactNode, useMemo } from "react";
import { type Provider, SessionEnd } from "@/components/auth";
import { JobsPanel } from "@/components/jobs";
import { DashboardFrame } from "@/components/layout/dashboard-frame";
import { type Command, isAllowed } from "@/components/layout/nav";
import { PauseBanner } from "@/components/pause";
import { describeError } from "@/components/ui/errors";
import { toast } from "@/components/ui/toast";
import { useLeave } from "@/components/ui/unsaved-changes";
import { useApiMutation } from "@/components/use-api-mutation";
import { type Call, type CanCall, call, canCallExcept, isSessionEnd } from "@/contract/call";
import type { CurrentSession } from "@/contract/session";
import { removeDrafts } from "@/lib/drafts";
import { codePath, leadPath, routes } from "@/lib/routes";
import { ServerAway } from "./server-away";
import { type ForbiddenCalls, SessionProvider } from "./session";

type ShellProps = {
  session: CurrentSession;
  /** The calls that the role of the staff member does not allow, with the role that does. */
  forbiddenCalls: ForbiddenCalls;
  appUrl: string;
  /** The identity providers to sign in with again when the session has ended. */
  providers: readonly Provider[];
  children: ReactNode;
};

/** The frame around every dashboard page, and the session of the signed-in staff member. */
export function Shell({ session, forbiddenCalls, appUrl, providers, children }: ShellProps) {
  const canCall = useMemo(() => canCallExcept(forbiddenCalls), [forbiddenCalls]);
  const signOut = useApiMutation("DELETE /session", {
    changes: "nothing",
    // A full page load clears everything that the browser holds of the session. Client-side navigation would not.
    onReply: () => {
      removeDrafts();
      window.location.assign(routes.signIn);
    },
  });
  const showSignOutError = (error: Error) => {
    if (isSessionEnd(error)) window.location.assign(routes.signIn);
    else toast.error(shellLabels.signOutFailed, { description: describeError(error).message });
  };
  const leave = useLeave();
  const startSignOut = () => leave(() => signOut.mutate({}, { onError: showSignOutError }));
  const dashboardSession = useMemo(() => ({ ...session, canCall, forbiddenCalls, appUrl }), [session, canCall, forbiddenCalls, appUrl]);
  return (
    <SessionProvider value={dashboardSession}>
      <DashboardFrame
        project={session.project}
        staff={session.staff}
        onSignOut={startSignOut}
        isSigningOut={signOut.isPending || signOut.isSuccess}
        canCall={canCall}
        actions={usePaletteActions(canCall, startSignOut)}
        search={searchCodesAndLeads}
        banner={
          <>
            <ServerAway />
            <PauseBanner />
            <JobsPanel />
          </>
        }
      >
        {children}
        <SessionEnd providers={providers} />
      </DashboardFrame>
    </SessionProvider>
  );
}

const shellLabels = {
  signOutFailed: "Couldn't sign you out. Try again.",
  searchResults: { code: "Code", similarCode: "Did you mean this code?", lead: "Lead" },

  actions: {
    generateCodes: "Generate codes",
    addLead: "Add lead",
    sendCode: "Send code",
    inviteLeads: "Invite next in line",
    addSuppression: "Add suppression",
    pauseCodes: "Pause codes…",
    pauseProject: "Pause claims, sign-ups or email…",
    invitePeople: "Invite people",
    createKey: "Create API key",
    createWebhook: "Create webhook",
    lightTheme: "Light",
    darkTheme: "Dark",
    systemTheme: "System",
    signOut: "Sign out",
  },
  hints: { theme: "Theme", team: "Team", waitlist: "Waitlist" },
};

const resultsPerKind = "5";
/** The shortest text that is searched for mistyped codes: a code of six characters of which one is missing. */
const shortestCode = 5;
const { actions: labels, hints, searchResults } = shellLabels;

/** Searches codes and leads for the command palette. */
async function searchCodesAndLeads(text: string, signal: AbortSignal): Promise<Command[]> {
  const query = { q: text, limit: resultsPerKind, count: "capped" } as const;
  const [found, leads] = await Promise.all([call("GET /codes", { query, signal }), call("GET /leads", { query, signal })]);
  const canBeCode = text.length >= shortestCode && !text.includes("@");
  // Without letters and digits, the text is refused.
  const similar =
    found.length === 0 && canBeCode ? await call("POST /codes/suggest", { body: { code: text }, signal }).catch(() => []) : [];
  const toCommand =
    (hint: string) =>
    (record: { code: string }): Command => ({
      id: `code:${record.code}`,
      label: record.code,
      hint,
      mono: true,
      href: codePath(record.code),
    });
  return [
    ...found.map(toCommand(searchResults.code)),
    ...similar.map(toCommand(searchResults.similarCode)),
    ...leads.map(
      ({ email }): Command => ({ id: `lead:${email}`, label: email, hint: searchResults.lead, mono: true, href: leadPath(email) }),
    ),
  ];
}

const { dialogs } = routes;

/** The actions of the command palette that the signed-in staff member is allowed to run. */
function usePaletteActions(canCall: CanCall, signOut: () => void): Command[] {
  const { setTheme } = useTheme();
  const commands: readonly (Command & { requires?: Call })[] = [
    { id: "generate", label: labels.generateCodes, icon: Plus, href: routes.generate, requires: "POST /batches" },
    { id: "add-lead", label: labels.addLead, icon: UserRoundPlus, href: dialogs.addLead, requires: "POST /leads/create" },
    { id: "send", label: labels.sendCode, icon: Mail, href: dialogs.newSend, requires: "POST /codes/send" },
    {
      id: "invite-leads",
      label: labels.inviteLeads,
      hint: hints.waitlist,
      icon: MailPlus,
      href: dialogs.inviteFromWaitlist,
      requires: "POST /waves",
    },
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
    { id: "create-webhook", label: labels.createWebhook, icon: Webhook, href: dialogs.createWebhook, requires: "POST /webhooks" },
    { id: "light", label: labels.lightTheme, hint: hints.theme, icon: Sun, run: () => setTheme("light") },
    { id: "dark", label: labels.darkTheme, hint: hints.theme, icon: Moon, run: () => setTheme("dark") },
    { id: "system", label: labels.systemTheme, hint: hints.theme, icon: Monitor, run: () => setTheme("system") },
    { id: "sign-out", label: labels.signOut, icon: LogOut, run: signOut },
  ];
  return commands.filter(isAllowed(canCall));
}
