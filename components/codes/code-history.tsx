"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Sentence } from "@/components/activity/sentence";
import { Who } from "@/components/activity/who";
import { useVisitor } from "@/components/shell/visitor";
import { Card } from "@/components/ui/card";
import { GrowingList } from "@/components/ui/growing-list";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { EventRecord } from "@/contract/events";
import { activityOf } from "@/lib/routes";
import { codeHistoryQuery } from "./queries";

/** What happened with a code. */
export function CodeHistory({ code }: { code: string }) {
  const query = useInfiniteQuery(codeHistoryQuery(code));
  return (
    <Card title="History" action={<TextLink href={activityOf({ code })}>Activity</TextLink>}>
      <GrowingList query={query} label="History" empty="Nothing has happened with it yet." more="Show older" idOf={({ id }) => id}>
        {(event) => <HistoryItem event={event} />}
      </GrowingList>
    </Card>
  );
}

function HistoryItem({ event }: { event: EventRecord }) {
  const zone = useVisitor().project.timeZone;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 py-2">
      <span className="min-w-0 flex-1 basis-64 break-words">
        <Sentence event={event} />
      </span>
      <span className="max-w-48 text-muted-foreground">
        <Who actor={event.actor} />
      </span>
      <Time at={event.at} zone={zone} className="w-28 text-muted-foreground sm:text-right" />
    </div>
  );
}
