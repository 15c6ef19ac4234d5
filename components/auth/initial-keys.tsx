"use client";

import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { setUpEndpoint } from "@/contract/setup";
import { routes } from "@/lib/routes";
import { useFocusContent } from "./use-focus-content";

/** What setting up made: the keys for programs, the secret one to be seen this once. */
export function InitialKeys({ project, publicKey, secretKey }: z.output<typeof setUpEndpoint.reply>) {
  useFocusContent();
  return (
    <AuthCard project={project} title="Your keys" description={`${project.name} is set up, and you are signed in. Programs use these.`}>
      <div className="grid gap-6">
        <KeyField name="Public key" value={publicKey} use="For your web pages. Anybody may see it." />
        <KeyField
          name="Secret key"
          value={secretKey}
          use="For your servers. Keep it where only they can read it. The one that the terminal printed goes on working until you revoke it under Settings › Keys."
          once
        />
        <ButtonLink href={routes.overview} size="lg">
          Go to the dashboard
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

function KeyField({ name, value, use, once = false }: { name: string; value: string; use: string; once?: boolean }) {
  return (
    <section className="grid gap-1.5">
      <h2 className="flex items-center gap-2 font-medium text-[13px] leading-5">
        {name}
        {once && <Badge>Shown this once</Badge>}
      </h2>
      <div className="flex items-start gap-1 rounded-lg border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all py-1 font-mono text-[13px]">{value}</code>
        <CopyButton text={value} label={`the ${name.toLowerCase()}`} icon />
      </div>
      <p className="text-[13px] text-muted-foreground">{use}</p>
    </section>
  );
}
