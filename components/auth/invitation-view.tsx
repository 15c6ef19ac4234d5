"use client";

import { useState } from "react";
import type { z } from "zod";
import type { ShownProject } from "@/components/layout/logo";
import { call } from "@/contract/call";
import type { Role } from "@/contract/roles";
import type { acceptInvitationEndpoint } from "@/contract/team";
import { routes } from "@/lib/routes";
import { InvitationForm } from "./invitation-form";
import { forgetToken, isSpent } from "./link";
import { Outcome } from "./outcome";

/** What an invitation says of itself. */
export type ShownInvitation = { token: string; email: string; role: Role; invitedBy: string | null; project: string };

export function InvitationView({ project, invitation }: { project: ShownProject; invitation: ShownInvitation | null }) {
  const [isGone, setGone] = useState(invitation === null);
  const [isLeaving, setLeaving] = useState(false);
  const accept = async (body: z.output<typeof acceptInvitationEndpoint.body>) => {
    const isDone = await call("POST /invitation/accept", { body }).then(() => true, isSpent);
    setLeaving(isDone);
    setGone(!isDone);
    if (isDone) window.location.replace(routes.overview);
    else forgetToken(routes.invitation);
  };
  if (isGone || invitation === null)
    return (
      <Outcome project={project} title="This invitation does not work" next={{ href: routes.signIn, label: "Sign in" }}>
        It was accepted or taken back, it has expired, or a newer one was sent. Ask for a new one.
      </Outcome>
    );
  return <InvitationForm project={project} invitation={invitation} onSubmit={accept} isLeaving={isLeaving} />;
}
