"use client";

import { useState } from "react";
import type { z } from "zod";
import type { ProjectBranding } from "@/components/layout/logo";
import { call } from "@/contract/call";
import type { Role } from "@/contract/roles";
import type { acceptInvitationEndpoint } from "@/contract/team";
import { routes } from "@/lib/routes";
import { InvitationForm } from "./invitation-form";
import { labels } from "./labels";
import { isTokenAccepted, removeTokenFromUrl } from "./link-token";
import { ResultCard } from "./result-card";

export type InvitationDetails = { token: string; email: string; role: Role; invitedBy: string | null; project: string };

export function InvitationView({ project, invitation }: { project: ProjectBranding; invitation: InvitationDetails | null }) {
  const [isInvalid, setInvalid] = useState(invitation === null);
  const [isRedirecting, setRedirecting] = useState(false);
  const accept = async (body: z.output<typeof acceptInvitationEndpoint.body>) => {
    const isAccepted = await isTokenAccepted(call("POST /invitation/accept", { body }));
    setRedirecting(isAccepted);
    setInvalid(!isAccepted);
    if (isAccepted) window.location.replace(routes.overview);
    else removeTokenFromUrl(routes.invitation);
  };
  if (isInvalid || invitation === null)
    return (
      <ResultCard project={project} title={labels.invitation.invalidTitle} next={{ href: routes.signIn, label: labels.signIn.submit }}>
        {labels.invitation.invalidText}
      </ResultCard>
    );
  return <InvitationForm project={project} invitation={invitation} onSubmit={accept} isRedirecting={isRedirecting} />;
}
