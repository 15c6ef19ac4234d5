"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import { QueryState } from "@/components/ui/query-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import { emailDeliveryQuery } from "./api";
import { EmailDeliveryForm } from "./form";
import { emailDeliveryLabels, serverAddress, serverDescription } from "./labels";

const { current: labels } = emailDeliveryLabels;

/** The email delivery settings: the current ones and the form that edits them. */
export function EmailDeliveryView() {
  return (
    <QueryState query={useQuery(emailDeliveryQuery)} loading={<Skeleton className="h-80 rounded-lg" />} errorClass="h-80">
      {(settings) => (
        <>
          <CurrentSettings settings={settings} />
          <EmailDeliveryForm settings={settings} />
        </>
      )}
    </QueryState>
  );
}

/** The settings that are used now, and where each comes from. */
function CurrentSettings({ settings: { sender, replyTo, server } }: { settings: EmailDeliverySettings }) {
  return (
    <Card title={labels.title}>
      {server.unreadable && (
        <p role="status" className="mb-4 flex max-w-3xl gap-3 rounded-lg border bg-sunken px-4 py-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>{labels.unreadableWarning}</span>
        </p>
      )}
      <DetailsList>
        <DetailsItem label={labels.sender}>
          {sender.value} <Source source={sender.source} variable="MAIL_FROM" />
        </DetailsItem>
        <DetailsItem label={labels.replyTo}>{replyTo.value ?? labels.replyToSender}</DetailsItem>
        <DetailsItem label={labels.server}>
          <CurrentServer server={server} />
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

function CurrentServer({ server }: { server: EmailDeliverySettings["server"] }) {
  if (server.value === null) return server.unreadable ? labels.unreadableServer : labels.noServer;
  return (
    <>
      <span className="break-all font-mono text-[13px]">{serverAddress(server.value)}</span> ({serverDescription(server.value)}){" "}
      <Source source={server.source} variable="SMTP_URL" />
    </>
  );
}

function Source({ source, variable }: { source: EmailDeliverySettings["sender"]["source"]; variable: string }) {
  return (
    <span className="whitespace-nowrap text-[13px] text-muted-foreground">
      {source === "settings" ? labels.fromSettings : labels.fromVariable(variable)}
    </span>
  );
}
