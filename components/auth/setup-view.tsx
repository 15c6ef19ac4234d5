"use client";

import { useState } from "react";
import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import type { ProjectBranding } from "@/components/layout/logo";
import { Interpolate } from "@/components/ui/interpolate";
import { call } from "@/contract/call";
import type { SetupLinkState, setUpEndpoint } from "@/contract/setup";
import { routes } from "@/lib/routes";
import { InitialKeys } from "./initial-keys";
import { labels } from "./labels";
import { removeTokenFromUrl } from "./link-token";
import { ResultCard } from "./result-card";
import { SetupForm } from "./setup-form";

export function SetupView({ project, state }: { project: ProjectBranding; state: SetupLinkState }) {
  const [setupReply, setSetupReply] = useState<z.output<typeof setUpEndpoint.reply> | null>(null);
  if (setupReply) return <InitialKeys {...setupReply} />;
  if (state.kind === "complete")
    return (
      <ResultCard project={project} title={labels.setup.completeTitle} next={{ href: routes.signIn, label: labels.signIn.submit }}>
        {labels.setup.completeText}
      </ResultCard>
    );
  if (state.kind === "invalid_link") return <InvalidSetupLink project={project} />;
  return (
    <SetupForm
      project={project}
      token={state.token}
      onSubmit={async (body) => {
        setSetupReply(await call("POST /setup", { body }));
        removeTokenFromUrl(routes.setup);
      }}
    />
  );
}

function InvalidSetupLink({ project }: { project: ProjectBranding }) {
  const { title, invalidLink, invalidLinkHint } = labels.setup;
  return (
    <AuthCard project={project} title={title}>
      <div className="grid gap-3">
        <p>{invalidLink}</p>
        <p>
          <Interpolate
            text={invalidLinkHint}
            values={{ start: <Command text="npm start" />, migrate: <Command text="npm run migrate" /> }}
          />
        </p>
      </div>
    </AuthCard>
  );
}

const Command = ({ text }: { text: string }) => <code className="font-mono text-[13px]">{text}</code>;
