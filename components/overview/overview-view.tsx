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
import { OnboardingChecklist } from "./onboarding-checklist";
import { GrowthChart } from "./growth-chart";
import { LatestSends } from "./latest-sends";
import { StatTiles } from "./stat-tiles";
import { overviewQuery } from "./queries";
import { RecentActivity } from "./recent-activity";
import { type CompletedSteps, isOnboarded, isNew } from "./onboarding-steps";

export function OverviewView({ done }: { done: CompletedSteps }) {
  const { may } = useSession();
  return (
    <>
      <PageHeader
        title="Overview"
        count={useAge(!isNew(done))}
        action={may("POST /batches") && !isNew(done) && <ButtonLink href={routes.generate}>Generate codes</ButtonLink>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!isOnboarded(done) && <OnboardingChecklist done={done} may={may} />}
        {!isNew(done) && (
          <>
            <AttentionCard beside={isOnboarded(done) ? "numbers" : "checklist"} />
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

/** How old the numbers are, where that is more than a minute. */
function useAge(enabled: boolean): string | undefined {
  const { data } = useQuery({ ...overviewQuery, enabled });
  const now = useNow();
  const { timeZone } = useSession().project;
  if (data === undefined || now - Date.parse(data.asOf) < 60_000) return undefined;
  return `as of ${relativeTime(new Date(data.asOf), new Date(now), timeZone)}`;
}
