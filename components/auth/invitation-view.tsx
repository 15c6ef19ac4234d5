"use client";

import { useState } from "react";
import type { z } from "zod";
import type { ProjectBranding } from "@/components/layout/logo";
import { call } from "@/contract/call";
import type { Role } from "@/contract/roles";
import type { acceptInvitationEndpoint } from "@/contract/team";
import { routes } from "@/lib/routes";
import { InvitationForm } from "./invitation-form";
import { removeTokenFromUrl, falseIfLinkInvalid } from "./link-token";
import { ResultCard } from "./result-card";

/** What an invitation says of itself. */
export type InvitationDetails = { token: string; email: string; role: Role; invitedBy: string | null; project: string };

export function InvitationView({ project, invitation }: { project: ProjectBranding; invitation: InvitationDetails | null }) {
  const [isGone, setGone] = useState(invitation === null);
  const [isLeaving, setLeaving] = useState(false);
  const accept = async (body: z.output<typeof acceptInvitationEndpoint.body>) => {
    const isDone = await call("POST /invitation/accept", { body }).then(() => true, falseIfLinkInvalid);
    setLeaving(isDone);
    setGone(!isDone);
    if (isDone) window.location.replace(routes.overview);
    else removeTokenFromUrl(routes.invitation);
  };
  if (isGone || invitation === null)
    return (
      <ResultCard project={project} title="This invitation does not work" next={{ href: routes.signIn, label: "Sign in" }}>
        It was accepted or taken back, it has expired, or a newer one was sent. Ask for a new one.
      </ResultCard>
    );
  return <InvitationForm project={project} invitation={invitation} onSubmit={accept} isLeaving={isLeaving} />;
}
