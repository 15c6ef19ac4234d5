"use client";

import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Frame } from "@/components/layout/frame";
import { TaskPanel } from "@/components/tasks/task-panel";
import { toast } from "@/components/ui/toast";
import { call } from "@/contract/call";
import { type Signed, signOut } from "@/contract/session";
import { routes } from "@/lib/routes";
import { search } from "./search";
import { useActions } from "./use-actions";
import { VisitorProvider } from "./visitor";

/** The frame of the staff's pages, for whoever is signed in. */
export function Shell({ signed, children }: { signed: Signed; children: ReactNode }) {
  const leaving = useMutation({
    mutationFn: () => call(signOut),
    // Not by the router: what the browser holds of the session goes with the page.
    onSuccess: () => window.location.assign(routes.signIn),
    onError: (error) => toast.error("You are still signed in", { description: error.message }),
  });
  const leave = () => leaving.mutate();
  return (
    <VisitorProvider value={signed}>
      <Frame
        project={signed.project}
        person={signed.staff}
        onSignOut={leave}
        signingOut={leaving.isPending || leaving.isSuccess}
        actions={useActions(signed.staff.role, leave)}
        search={search}
        aside={<TaskPanel />}
      >
        {children}
      </Frame>
    </VisitorProvider>
  );
}
