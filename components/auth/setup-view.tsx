"use client";

import { useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { call } from "@/contract/call";
import type { SetupLinkState, setUpEndpoint } from "@/contract/setup";
import { routes } from "@/lib/routes";
import { InitialKeys } from "./initial-keys";
import { removeTokenFromUrl } from "./link-token";
import { ResultCard } from "./result-card";
import { SetupForm } from "./setup-form";

export function SetupView({ project, state }: { project: ProjectBranding; state: SetupLinkState }) {
  const [made, setMade] = useState<z.output<typeof setUpEndpoint.reply> | null>(null);
  if (made) return <InitialKeys {...made} />;
  if (state.kind === "set_up")
    return (
      <ResultCard project={project} title="Gatehouse is set up already" next={{ href: routes.signIn, label: "Sign in" }}>
        There is an owner. To join the team, ask for an invitation.
      </ResultCard>
    );
  if (state.kind === "no_link") return <NoLink project={project} />;
  return (
    <SetupForm
      project={project}
      token={state.token}
      onSubmit={async (body) => {
        setMade(await call("POST /setup", { body }));
        removeTokenFromUrl(routes.setup);
      }}
    />
  );
}

function NoLink({ project }: { project: ProjectBranding }) {
  return (
    <AuthCard project={project} title="Set up Gatehouse">
      <div className="grid gap-3">
        <p>
          Whoever sets it up becomes its owner, so it takes a link of its own. The link stands in the terminal where Gatehouse was started.
        </p>
        <p>
          Not there any more? <code className="font-mono text-[13px]">npm start</code> prints it again at each start, until there is an
          owner; on several machines <code className="font-mono text-[13px]">npm run migrate</code> does.
        </p>
      </div>
    </AuthCard>
  );
}
