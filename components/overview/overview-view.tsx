"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/layout/page-header";
import { PauseCard } from "@/components/pause/pause-card";
import { useSession } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import { useNow } from "@/components/ui/time";
import { relativeTime } from "@/lib/relative-time";
import { routes } from "@/lib/routes";
import { AttentionCard } from "./attention-card";
import { GrowthChart } from "./growth-chart";
import { overviewLabels } from "./labels";
import { LatestSends } from "./latest-sends";
import { OnboardingChecklist } from "./onboarding-checklist";
import { type CompletedSteps, isNew, isOnboarded } from "./onboarding-steps";
import { overviewQuery } from "./queries";
import { RecentActivity } from "./recent-activity";
import { StatTiles } from "./stat-tiles";

export function OverviewView({ completed }: { completed: CompletedSteps }) {
  const { canCall } = useSession();
  return (
    <>
      <PageHeader
        title={overviewLabels.title}
        count={useUpdatedLabel(!isNew(completed))}
        action={
          canCall("POST /batches") && !isNew(completed) && <ButtonLink href={routes.generate}>{overviewLabels.generateCodes}</ButtonLink>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!isOnboarded(completed) && <OnboardingChecklist completed={completed} canCall={canCall} />}
        {!isNew(completed) && (
          <>
            <AttentionCard hasChecklist={!isOnboarded(completed)} />
            <StatTiles />
            <PauseCard />
            <GrowthChart />
            <LatestSends />
          </>
        )}
        <RecentActivity />
      </div>
    </>
  );
}

/** When the stats were computed, if that was more than a minute ago. */
function useUpdatedLabel(enabled: boolean): string | undefined {
  const { data } = useQuery({ ...overviewQuery, enabled });
  const now = useNow();
  const { timeZone } = useSession().project;
  if (data === undefined || now - Date.parse(data.asOf) < 60_000) return undefined;
  return overviewLabels.updated(relativeTime(new Date(data.asOf), new Date(now), timeZone));
}
