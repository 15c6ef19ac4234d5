"use client";

import type { z } from "zod";
import { AuthCard } from "@/components/layout/auth-card";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { CopyableText } from "@/components/ui/copyable-text";
import type { setUpEndpoint } from "@/contract/setup";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { useFocusContent } from "./use-focus-content";

/** The API keys that setup created. The secret key is never shown again. */
export function InitialKeys({ project, publicKey, secretKey }: z.output<typeof setUpEndpoint.reply>) {
  useFocusContent();
  const copy = labels.initialKeys;
  return (
    <AuthCard project={project} title={copy.title} description={copy.description(project.name)}>
      <div className="grid gap-6">
        <KeyField name={copy.publicKey} value={publicKey} hint={copy.publicKeyHint} />
        <KeyField name={copy.secretKey} value={secretKey} hint={copy.secretKeyHint} isShownOnce />
        <ButtonLink href={routes.overview} size="lg">
          {copy.goToDashboard}
        </ButtonLink>
      </div>
    </AuthCard>
  );
}

function KeyField({ name, value, hint, isShownOnce = false }: { name: string; value: string; hint: string; isShownOnce?: boolean }) {
  return (
    <section className="grid gap-1.5">
      <h2 className="flex items-center gap-2 font-medium text-[13px] leading-5">
        {name}
        {isShownOnce && <Badge>{labels.initialKeys.shownOnce}</Badge>}
      </h2>
      <CopyableText text={value} label={name.toLowerCase()} />
      <p className="text-[13px] text-muted-foreground">{hint}</p>
    </section>
  );
}
