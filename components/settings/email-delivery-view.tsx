"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { apiQuery } from "@/components/api-query";
import { SavedEmailsNotice } from "@/components/sends";
import { LocalUrlWarning } from "@/components/shell/local-url-warning";
import { useCan, useSession } from "@/components/shell/session";
import { Card, DetailsItem, DetailsList } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/loading";
import { QueryState } from "@/components/ui/query-state";
import { Interpolate } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import { describeUnencryptedPassword } from "@/lib/unencrypted-password";
import { SenderSection, ServerSection, WebhooksSection } from "./email-delivery-sections";
import { emailDeliveryLabels, serverAddress, serverDescription } from "./labels";

const { current: currentLabels } = emailDeliveryLabels;

/** The email delivery settings: the current ones, and for owners the sections that edit them. */
export function EmailDeliveryView() {
  const canEdit = useCan("PATCH /project/email-delivery");
  return (
    <QueryState
      query={useQuery(apiQuery("GET /project/email-delivery"))}
      loading={<Skeleton className="h-80 rounded-lg" />}
      errorClass="h-80"
    >
      {(settings) => (
        <>
          {settings.server.value !== null && <SavedEmailsNotice />}
          {settings.server.value !== null && <LocalUrlWarning links={currentLabels.linksInEmails} className="mb-6" />}
          <CurrentSettings settings={settings} />
          {canEdit ? (
            <>
              <SenderSection settings={settings} />
              <ServerSection settings={settings} />
              <WebhooksSection settings={settings} />
            </>
          ) : (
            <p className="max-w-3xl text-muted-foreground">{currentLabels.ownersOnly}</p>
          )}
        </>
      )}
    </QueryState>
  );
}

/** The settings that are used now, and where each comes from. */
function CurrentSettings({ settings: { sender, replyTo, server, limit } }: { settings: EmailDeliverySettings }) {
  const { timeZone: zone } = useSession().project;
  const unencrypted = server.value && describeUnencryptedPassword(server.value);
  return (
    <Card title={currentLabels.title}>
      {server.unreadable && <Warning text={currentLabels.unreadableWarning} />}
      {limit && (
        <Warning
          text={
            <Interpolate
              text={currentLabels.limits[limit.kind]}
              values={{ until: <Time at={limit.until} zone={zone} />, response: <q>{limit.response}</q> }}
            />
          }
        />
      )}
      {!server.setByOwner && !server.unreadable && <Warning text={currentLabels.notSetByOwner} />}
      {unencrypted && <Warning text={unencrypted} />}
      <DetailsList>
        <DetailsItem label={currentLabels.sender}>
          {sender.value} <Source source={sender.source} />
        </DetailsItem>
        <DetailsItem label={currentLabels.replyTo}>{replyTo.value ?? currentLabels.replyToSender}</DetailsItem>
        <DetailsItem label={currentLabels.server}>
          <CurrentServer server={server} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

function Warning({ text }: { text: ReactNode }) {
  return (
    <p role="status" className="mb-4 flex max-w-3xl gap-3 rounded-lg border bg-sunken px-4 py-3">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
      <span>{text}</span>
    </p>
  );
}

function CurrentServer({ server }: { server: EmailDeliverySettings["server"] }) {
  if (server.value === null) return server.unreadable ? currentLabels.unreadableServer : currentLabels.noServer;
  return (
    <>
      <span translate="no" className="break-all font-mono text-2sm">
        {serverAddress(server.value)}
      </span>{" "}
      ({serverDescription(server.value)}) <Source source={server.source} />
    </>
  );
}

function Source({ source }: { source: EmailDeliverySettings["sender"]["source"] }) {
  return (
    <span className="whitespace-nowrap text-2sm text-muted-foreground">
      {source === "settings" ? currentLabels.fromSettings : currentLabels.fromInstallation}
    </span>
  );
}
