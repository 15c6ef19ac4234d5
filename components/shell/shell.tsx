"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { JobsPanel } from "@/components/jobs";
import { DashboardFrame } from "@/components/layout/dashboard-frame";
import { PauseBanner } from "@/components/pause";
import { toast } from "@/components/ui/toast";
import { type Call, call, canCallExcept } from "@/contract/call";
import type { CurrentSession } from "@/contract/session";
import { routes } from "@/lib/routes";
import { searchCodesAndLeads, shellLabels, usePaletteActions } from "./palette";
import { SessionProvider } from "./session";

type ShellProps = {
  session: CurrentSession;
  /** The calls that the role of the staff member does not allow. */
  forbiddenCalls: readonly Call[];
  appUrl: string;
  children: ReactNode;
};

/** The frame around every dashboard page, and the session of the signed-in staff member. */
export function Shell({ session, forbiddenCalls, appUrl, children }: ShellProps) {
  const canCall = useMemo(() => canCallExcept(forbiddenCalls), [forbiddenCalls]);
  const signOut = useMutation({
    mutationFn: () => call("DELETE /session"),
    // A full page load clears everything that the browser holds of the session. Client-side navigation would not.
    onSuccess: () => window.location.assign(routes.signIn),
    onError: (error) => toast.error(shellLabels.signOutFailed, { description: error.message }),
  });
  const startSignOut = () => signOut.mutate();
  const dashboardSession = useMemo(() => ({ ...session, canCall, appUrl }), [session, canCall, appUrl]);
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
            <PauseBanner />
            <JobsPanel />
          </>
        }
      >
        {children}
      </DashboardFrame>
    </SessionProvider>
  );
}
