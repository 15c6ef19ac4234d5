import { TriangleAlert } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Fact, Facts } from "@/components/ui/facts";
import type { MailSettings } from "@/contract/mail-settings";
import { addressOf, serverWords } from "./words";

/** How mail is sent now, and who says so. */
export function InForce({ settings: { sender, replyTo, server } }: { settings: MailSettings }) {
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
      <Facts>
        <Fact name="Sender">
          {sender.value} <Source from={sender.source} variable="MAIL_FROM" />
        </Fact>
        <Fact name="Answers go to">{replyTo.value === null ? "the sender" : replyTo.value}</Fact>
        <Fact name="Mail server">
          {server.value !== null ? (
            <>
              <Mono>{addressOf(server.value)}</Mono> ({serverWords(server.value)}) <Source from={server.source} variable="SMTP_URL" />
            </>
          ) : server.unreadable ? (
            "unreadable"
          ) : (
            <>
              none: messages are kept as <Mono>.eml</Mono> files in the <Mono>outbox</Mono> folder of Gatehouse’s data, and reach nobody
            </>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

const Mono = ({ children }: { children: string }) => <span className="break-all font-mono text-[13px]">{children}</span>;

function Source({ from, variable }: { from: MailSettings["sender"]["source"]; variable: string }) {
  return (
    <span className="whitespace-nowrap text-[13px] text-muted-foreground">
      {from === "settings" ? "from these settings" : <>from {variable}</>}
    </span>
  );
}
