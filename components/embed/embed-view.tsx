"use client";

import { useQuery } from "@tanstack/react-query";
import { keys } from "@/components/keys/queries";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { Interpolate } from "@/components/ui/interpolate";
import { Snippet } from "@/components/ui/snippet";
import { TextLink } from "@/components/ui/text-link";
import type { KeyRecord } from "@/contract/keys";
import { routes } from "@/lib/routes";
import { EmbedOptionsForm } from "./embed-options-form";
import { labels } from "./labels";
import { Preview } from "./preview";
import { contentSecurityPolicy, embedSnippet, eventSnippet } from "./snippets";
import { Styling } from "./styling";
import { useEmbedOptions } from "./use-embed-options";

/** The newest public key. Keys that expire because they were rotated come last. */
const latestPublicKey = (keyRecords: readonly KeyRecord[]): string => {
  const publicKeys = keyRecords.filter(({ kind }) => kind === "public_key");
  return (publicKeys.find(({ expiresAt }) => expiresAt === null) ?? publicKeys[0])?.value ?? "pk_…";
};

/** Code snippets that add the join and claim forms to other sites. `baseUrl` is the URL of this installation. */
export function EmbedView({ baseUrl }: { baseUrl: string }) {
  const [options, setOptions] = useEmbedOptions();
  const publicKey = latestPublicKey(useQuery(keys).data ?? []);
  const isScript = options.method === "script";
  const copy = labels.form;
  return (
    <>
      <Card title={copy.title} description={copy.description}>
        <div className="grid gap-6">
          <div className="grid gap-6 lg:grid-cols-2">
            <EmbedOptionsForm options={options} onChange={setOptions} />
            <Preview options={options} publicKey={publicKey} />
          </div>
          <Snippet label={copy.html} text={embedSnippet(options, { baseUrl, key: publicKey })} copy />
          {isScript && <Snippet label={copy.events} text={eventSnippet(options)} copy />}
        </div>
      </Card>
      {isScript && <Styling />}
      <SecurityPolicy text={contentSecurityPolicy(options, baseUrl)} />
      <HostedPages baseUrl={baseUrl} />
    </>
  );
}

function HostedPages({ baseUrl }: { baseUrl: string }) {
  const copy = labels.hostedPages;
  return (
    <Card title={copy.title} description={copy.description}>
      <div className="grid gap-4">
        <Snippet label={copy.join} text={baseUrl + routes.join} copy />
        <Snippet label={copy.claim} text={baseUrl + routes.claim} copy />
      </div>
    </Card>
  );
}

function SecurityPolicy({ text }: { text: string }) {
  const { allowedOrigins } = useSession().project;
  const copy = labels.policy;
  const originsText = allowedOrigins.length === 0 ? copy.anyOrigin : copy.allowedOrigins(allowedOrigins.length);
  return (
    <Card title={copy.title} description={copy.description}>
      <div className="grid gap-4">
        <Snippet label={copy.header} text={text} copy />
        <p className="text-muted-foreground">
          <Interpolate text={originsText} values={{ link: <TextLink href={routes.settings.keys}>{copy.link}</TextLink> }} />
        </p>
      </div>
    </Card>
  );
}
