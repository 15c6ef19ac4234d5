"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { JobsPanel } from "@/components/jobs/jobs-panel";
import { Frame } from "@/components/layout/frame";
import { PauseBanner } from "@/components/pause/pause-banner";
import { toast } from "@/components/ui/toast";
import { canCallExcept, type Call, call } from "@/contract/call";
import type { CurrentSession } from "@/contract/session";
import { routes } from "@/lib/routes";
import { searchCodesAndLeads } from "./search";
import { usePaletteActions } from "./use-palette-actions";
import { SessionProvider } from "./session";

type ShellProps = {
  signed: CurrentSession;
  /** What whoever is signed in may not call. */
  closed: readonly Call[];
  children: ReactNode;
};

/** The frame of the staff's pages, for whoever is signed in. */
export function Shell({ signed, closed, children }: ShellProps) {
  const may = useMemo(() => canCallExcept(closed), [closed]);
  const leaving = useMutation({
    mutationFn: () => call("DELETE /session"),
    // Not by the router: what the browser holds of the session goes with the page.
    onSuccess: () => window.location.assign(routes.signIn),
    onError: (error) => toast.error("You are still signed in", { description: error.message }),
  });
  const leave = () => leaving.mutate();
  const visitor = useMemo(() => ({ ...signed, may }), [signed, may]);
  return (
    <SessionProvider value={visitor}>
      <Frame
        project={signed.project}
        staff={signed.staff}
        onSignOut={leave}
        signingOut={leaving.isPending || leaving.isSuccess}
        may={may}
        actions={usePaletteActions(may, leave)}
        search={searchCodesAndLeads}
        aside={
          <>
            <PauseBanner />
            <JobsPanel />
          </>
        }
      >
        {children}
      </Frame>
    </SessionProvider>
  );
}
