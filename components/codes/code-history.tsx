"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Actor } from "@/components/activity/actor";
import { EventSentence } from "@/components/activity/event-sentence";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { LoadMoreList } from "@/components/ui/load-more-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { activityPath } from "@/lib/routes";
import { labels } from "./labels";
import { codeHistoryQuery } from "./queries";

/** The events of a code. */
export function CodeHistory({ code }: { code: string }) {
  const query = useInfiniteQuery(codeHistoryQuery(code));
  return (
    <Card title={labels.history.title} action={<TextLink href={activityPath({ code })}>{labels.history.viewAll}</TextLink>}>
      <LoadMoreList
        query={query}
        label={labels.history.title}
        emptyText={labels.history.empty}
        loadMoreLabel={labels.loadMore}
        getId={({ id }) => id}
      >
        {(event) => <HistoryItem event={event} />}
      </LoadMoreList>
    </Card>
  );
}

function HistoryItem({ event }: { event: EventRecord }) {
  const zone = useSession().project.timeZone;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span className="min-w-0 flex-1 basis-64 break-words">
        <EventSentence event={event} />
      </span>
      <span className="max-w-48 text-muted-foreground">
        <Actor actor={event.actor} />
      </span>
      <Time at={event.at} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
    </div>
  );
}
