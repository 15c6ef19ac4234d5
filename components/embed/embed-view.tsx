"use client";

import { useQuery } from "@tanstack/react-query";
import { keys } from "@/components/keys/queries";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { Snippet } from "@/components/ui/snippet";
import { TextLink } from "@/components/ui/text-link";
import type { KeyRecord } from "@/contract/keys";
import { routes } from "@/lib/routes";
import { EmbedOptionsForm } from "./embed-options-form";
import { Styling } from "./styling";
import { Preview } from "./preview";
import { eventSnippet, contentSecurityPolicy, embedSnippet } from "./snippets";
import { useEmbedOptions } from "./use-embed-options";

/** The newest public key; one that will go on working before one that was rotated. */
const latestPublicKey = (all: readonly KeyRecord[]): string => {
  const open = all.filter(({ kind }) => kind === "public_key");
  return (open.find(({ expiresAt }) => expiresAt === null) ?? open[0])?.value ?? "pk_…";
};

/** The forms to join and to claim for other sites, as lines to be copied. `base` is where Gatehouse is. */
export function EmbedView({ base }: { base: string }) {
  const [chosen, choose] = useEmbedOptions();
  const publicKey = latestPublicKey(useQuery(keys).data ?? []);
  const isScript = chosen.by === "script";
  return (
    <>
      <Card
        title="On your own site"
        description="A form for your web site: choose one, and copy the lines into your page where it is to stand."
      >
        <div className="grid gap-6">
          <div className="grid gap-6 lg:grid-cols-2">
            <EmbedOptionsForm chosen={chosen} onChange={choose} />
            <Preview chosen={chosen} publicKey={publicKey} />
          </div>
          <Snippet label="HTML" text={embedSnippet(chosen, { base, key: publicKey })} copy />
          {isScript && <Snippet label="Your script, told what came of it" text={eventSnippet(chosen)} copy />}
        </div>
      </Card>
      {isScript && <Styling />}
      <SecurityPolicy text={contentSecurityPolicy(chosen, base)} />
      <HostedPages base={base} />
    </>
  );
}

function HostedPages({ base }: { base: string }) {
  return (
    <Card
      title="Without a site of your own"
      description="The same forms as pages of Gatehouse, under your project’s name, to be sent to people as they are."
    >
      <div className="grid gap-4">
        <Snippet label="Where people join the waitlist" text={base + routes.join} copy />
        <Snippet label="Where people claim a code" text={base + routes.claim} copy />
      </div>
    </Card>
  );
}

function SecurityPolicy({ text }: { text: string }) {
  const { allowedOrigins } = useSession().project;
  return (
    <Card title="What your site lets in" description="Needed where your site sends a Content-Security-Policy of its own.">
      <div className="grid gap-4">
        <Snippet label="Content-Security-Policy" text={text} copy />
        <p className="text-muted-foreground">
          {allowedOrigins.length === 0
            ? "Any web site may show these forms. "
            : `Only ${allowedOrigins.length === 1 ? "the web origin" : `the ${allowedOrigins.length} web origins`} you list may show these forms. `}
          <TextLink href={routes.settings.keys}>Web origins</TextLink> under Keys limits who may.
        </p>
      </div>
    </Card>
  );
}
