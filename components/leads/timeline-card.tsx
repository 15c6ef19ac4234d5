"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Actor } from "@/components/activity/actor";
import { eventDescriptions } from "@/components/activity/event-sentences";
import { DeliveryStatus } from "@/components/sends/delivery-status";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { LoadMoreList } from "@/components/ui/load-more-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { EventRecord } from "@/contract/events";
import type { TimelineEntry } from "@/contract/lead-timeline";
import { codePath, sendPath } from "@/lib/routes";
import { leadTimelineQuery } from "./queries";
import { automaticEmailLabels } from "./labels";

const timelineEntryId = (entry: TimelineEntry) =>
  entry.kind === "event" ? entry.event.id : entry.kind === "message" ? entry.message.id : entry.delivery.id;

/** Every change, claim and message of a lead, newest first. */
export function TimelineCard({ email }: { email: string }) {
  const query = useInfiniteQuery(leadTimelineQuery(email));
  const zone = useSession().project.timeZone;
  return (
    <Card title="History" className="min-w-0">
      <LoadMoreList query={query} label="History" emptyText="Nothing has happened yet." loadMoreLabel="Show older" getId={timelineEntryId}>
        {(entry) =>
          entry.kind === "event" ? (
            <TimelineItem who={<Actor actor={entry.event.actor} />} at={entry.at} zone={zone}>
              <EventText event={entry.event} />
            </TimelineItem>
          ) : (
            <TimelineItem who={<EmailIcon />} at={entry.at} zone={zone}>
              {entry.kind === "message" ? (
                <EmailEntry outcome={entry.message} zone={zone}>
                  {automaticEmailLabels[entry.message.kind]}
                </EmailEntry>
              ) : (
                <DeliveryEntry delivery={entry.delivery} zone={zone} />
              )}
            </TimelineItem>
          )
        }
      </LoadMoreList>
    </Card>
  );
}

function TimelineItem({ who, at, zone, children }: { who: ReactNode; at: string; zone: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      {who}
      <div className="min-w-0 break-words max-sm:pl-6">{children}</div>
      <Time at={at} zone={zone} className="text-muted-foreground max-sm:pl-6 sm:text-right" />
    </div>
  );
}

/** What an event says; the page has named the lead already, and codes lead to their pages. */
function EventText({ event }: { event: EventRecord }) {
  return eventDescriptions[event.kind].said(event).map((part) => {
    if (typeof part === "string") return part;
    if (part.mono === event.email) return "the lead";
    if (part.mono === event.code && event.kind !== "code.deleted") return <CodeLink key={part.mono} code={part.mono} />;
    return (
      <span key={part.mono} className="font-mono text-[13px]">
        {part.mono}
      </span>
    );
  });
}

const CodeLink = ({ code }: { code: string }) => (
  <TextLink href={codePath(code)} prefetch={false} className="min-w-0 break-all font-mono text-[13px]">
    {code}
  </TextLink>
);

const EmailIcon = () => (
  <span className="flex min-w-0 items-center gap-2">
    <Mail aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    Mail
  </span>
);

const DeliveryEntry = ({ delivery, zone }: { delivery: DeliveryRecord; zone: string }) => (
  <EmailEntry
    outcome={delivery}
    zone={zone}
    more={
      <TextLink href={sendPath(delivery.send)} prefetch={false}>
        The send
      </TextLink>
    }
  >
    <CodeLink code={delivery.code} />
  </EmailEntry>
);

type EmailEntryProps = { outcome: Omit<DeliveryRecord, "send" | "code">; zone: string; children: ReactNode; more?: ReactNode };

/** A message, where it stands, and what the mail server said of one that it did not take. */
function EmailEntry({ outcome, zone, children, more }: EmailEntryProps) {
  const { status, error } = outcome;
  return (
    <div className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-4">
        {children}
        <DeliveryStatus delivery={outcome} zone={zone} />
        {more}
      </span>
      {(status === "failed" || status === "retrying") && error !== null && (
        <span className="break-words text-[13px] text-muted-foreground">{error}</span>
      )}
    </div>
  );
}
