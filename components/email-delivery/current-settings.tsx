import { TriangleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";
import { DetailsItem, DetailsList } from "@/components/ui/details-list";
import type { EmailDeliverySettings } from "@/contract/email-delivery";
import { serverAddress, serverDescription } from "./labels";

/** How mail is sent now, and who says so. */
export function CurrentSettings({ settings: { sender, replyTo, server } }: { settings: EmailDeliverySettings }) {
  return (
    <Card title="In force now">
      {server.unreadable && (
        <p role="status" className="mb-4 flex max-w-3xl gap-3 rounded-lg border bg-sunken px-4 py-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            The mail server cannot be read any more, as <Mono>AUTH_SECRET</Mono> has changed. Mail waits and is tried again. Enter the
            server below once more, with its password, or go back to what the environment says.
          </span>
        </p>
      )}
      <DetailsList>
        <DetailsItem name="Sender">
          {sender.value} <Source from={sender.source} variable="MAIL_FROM" />
        </DetailsItem>
        <DetailsItem name="Answers go to">{replyTo.value === null ? "the sender" : replyTo.value}</DetailsItem>
        <DetailsItem name="Mail server">
          {server.value !== null ? (
            <>
              <Mono>{serverAddress(server.value)}</Mono> ({serverDescription(server.value)}) <Source from={server.source} variable="SMTP_URL" />
            </>
          ) : server.unreadable ? (
            "unreadable"
          ) : (
            <>
              none: messages are kept as <Mono>.eml</Mono> files in the <Mono>outbox</Mono> folder of Gatehouse’s data, and reach nobody
            </>
          )}
        </DetailsItem>
      </DetailsList>
    </Card>
  );
}

const Mono = ({ children }: { children: string }) => <span className="break-all font-mono text-[13px]">{children}</span>;

function Source({ from, variable }: { from: EmailDeliverySettings["sender"]["source"]; variable: string }) {
  return (
    <span className="whitespace-nowrap text-[13px] text-muted-foreground">
      {from === "settings" ? "from these settings" : <>from {variable}</>}
    </span>
  );
}
