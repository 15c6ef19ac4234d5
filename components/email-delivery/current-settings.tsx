import { TriangleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import { emailDeliveryLabels, serverAddress, serverDescription } from "./labels";

const { current: labels } = emailDeliveryLabels;

/** The settings that are used now, and where each comes from. */
export function CurrentSettings({ settings: { sender, replyTo, server } }: { settings: EmailDeliverySettings }) {
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
