"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/layout/page-header";
import { PauseCard } from "@/components/pause/pause-card";
import { useVisitor } from "@/components/shell/visitor";
import { ButtonLink } from "@/components/ui/button";
import { usePresent } from "@/components/ui/time";
import { relativeTime } from "@/lib/dates";
import { routes } from "@/lib/routes";
import { Attention } from "./attention";
import { Checklist } from "./checklist";
import { Growth } from "./growth";
import { LastSends } from "./last-sends";
import { Numbers } from "./numbers";
import { standing } from "./queries";
import { RecentActivity } from "./recent-activity";
import { type Done, isBegun, isNew } from "./steps";

export function OverviewView({ done }: { done: Done }) {
  const { may } = useVisitor();
  return (
    <>
      <PageHeader
        title="Overview"
        count={useAge(!isNew(done))}
        action={may("POST /batches") && !isNew(done) && <ButtonLink href={routes.generate}>Generate codes</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!isBegun(done) && <Checklist done={done} may={may} />}
        {!isNew(done) && (
          <>
            <Attention beside={isBegun(done) ? "numbers" : "checklist"} />
            <Numbers />
            <PauseCard />
            <Growth />
            <LastSends />
          </>
        )}
        <RecentActivity />
      </div>
    </>
  );
}

/** How old the numbers are, where that is more than a minute. */
function useAge(enabled: boolean): string | undefined {
  const { data } = useQuery({ ...standing, enabled });
  const now = usePresent();
  const { timeZone } = useVisitor().project;
  if (data === undefined || now - Date.parse(data.asOf) < 60_000) return undefined;
  return `as of ${relativeTime(new Date(data.asOf), new Date(now), timeZone)}`;
}
