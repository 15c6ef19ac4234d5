"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import { Actor, EventSentence } from "@/components/activity";
import { DeliveryStatus } from "@/components/sends";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { LoadMoreList } from "@/components/ui/query-state";
import { Time } from "@/components/ui/time";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { EventRecord } from "@/contract/events";
import type { TimelineEntry } from "@/contract/lead-timeline";
import { codePath, sendPath } from "@/lib/routes";
import { leadTimelineQuery } from "./api";
import { automaticEmailLabels, labels } from "./labels";

const { timeline } = labels;

const timelineEntryId = (entry: TimelineEntry) =>
  entry.kind === "event" ? entry.event.id : entry.kind === "message" ? entry.message.id : entry.delivery.id;

/** The events and emails of a lead, newest first. */
export function TimelineCard({ email }: { email: string }) {
  const query = useInfiniteQuery(leadTimelineQuery(email));
  const zone = useSession().project.timeZone;
  return (
    <Card title={timeline.title} className="min-w-0">
      <LoadMoreList query={query} label={timeline.title} emptyText={timeline.empty} loadMoreLabel={labels.loadMore} getId={timelineEntryId}>
        {(entry) =>
          entry.kind === "event" ? (
            <TimelineItem actor={<Actor actor={entry.event.actor} />} at={entry.at} zone={zone}>
              <LeadEvent event={entry.event} />
            </TimelineItem>
          ) : (
            <TimelineItem actor={<EmailActor />} at={entry.at} zone={zone}>
              {entry.kind === "message" ? (
                <EmailEntry delivery={entry.message} zone={zone}>
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

function TimelineItem({ actor, at, zone, children }: { actor: ReactNode; at: string; zone: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      {actor}
      <div className="min-w-0 break-words max-sm:pl-6">{children}</div>
      <Time at={at} zone={zone} className="text-muted-foreground max-sm:pl-6 sm:text-right" />
    </div>
  );
}

/** An event in the history of the lead that the page is about. Codes link to their pages. */
function LeadEvent({ event }: { event: EventRecord }) {
  const isDeleted = event.kind === "code.deleted";
  return (
    <EventSentence
      event={event}
      renderEmail={() => timeline.thisLead}
      {...(!isDeleted && { renderCode: (code) => <CodeLink code={code} /> })}
    />
  );
}

const CodeLink = ({ code }: { code: string }) => (
  <TextLink href={codePath(code)} prefetch={false} className="min-w-0 break-all font-mono text-[13px]">
    {code}
  </TextLink>
);

const EmailActor = () => (
  <span className="flex min-w-0 items-center gap-2">
    <Mail aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
    {timeline.email}
  </span>
);

const DeliveryEntry = ({ delivery, zone }: { delivery: DeliveryRecord; zone: string }) => (
  <EmailEntry
    delivery={delivery}
    zone={zone}
    action={
      <TextLink href={sendPath(delivery.send)} prefetch={false}>
        {timeline.viewSend}
      </TextLink>
    }
  >
    {delivery.code === null ? timeline.announcement : <CodeLink code={delivery.code} />}
  </EmailEntry>
);

type EmailEntryProps = { delivery: Omit<DeliveryRecord, "send" | "code">; zone: string; children: ReactNode; action?: ReactNode };

/** An email with its status, and the error of the mail server if it failed. */
function EmailEntry({ delivery, zone, children, action }: EmailEntryProps) {
  const { status, error } = delivery;
  return (
    <div className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-x-4">
        {children}
        <DeliveryStatus delivery={delivery} zone={zone} />
        {action}
      </span>
      {(status === "failed" || status === "retrying") && error !== null && (
        <span className="break-words text-[13px] text-muted-foreground">{error}</span>
      )}
    </div>
  );
}
