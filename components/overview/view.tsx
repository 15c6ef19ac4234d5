"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { apiQuery } from "@/components/api-query";
import { PageHeader } from "@/components/layout/page";
import { PauseCard } from "@/components/pause";
import { useSession } from "@/components/shell/session";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { QueryError } from "@/components/ui/errors";
import { Skeleton } from "@/components/ui/loading";
import { useNow } from "@/components/ui/time";
import type { OverviewReply } from "@/contract/overview";
import { relativeTime } from "@/lib/dates";
import { routes, withQuery } from "@/lib/routes";
import { AttentionCard, GrowthChart, LatestSends, RecentActivity } from "./cards";
import { type CompletedSteps, isNew, OnboardingChecklist, onboardingSteps, useDismissedChecklist } from "./checklist";
import { FunnelCard } from "./funnel";
import { overviewLabels } from "./labels";
import { getRefreshInterval } from "./refresh-interval";

const { stats } = overviewLabels;

type OverviewViewProps = { completed: CompletedSteps; isChecklistDismissed: boolean };

export function OverviewView({ completed, isChecklistDismissed }: OverviewViewProps) {
  const { canCall } = useSession();
  const [isDismissed, setDismissed] = useDismissedChecklist(isChecklistDismissed);
  const hasChecklist = !isDismissed && onboardingSteps.some(({ name }) => !completed[name]);
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
        {hasChecklist && <OnboardingChecklist completed={completed} canCall={canCall} onDismiss={() => setDismissed(true)} />}
        {!isNew(completed) && (
          <>
            <AttentionCard hasChecklist={hasChecklist} />
            <StatTiles />
            <PauseCard />
            <FunnelCard />
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
  const { data } = useQuery({ ...apiQuery("GET /overview"), refetchInterval: getRefreshInterval, enabled });
  const now = useNow();
  const { timeZone } = useSession().project;
  if (data === undefined || now - Date.parse(data.asOf) < 60_000) return undefined;
  return overviewLabels.updated(relativeTime(new Date(data.asOf), new Date(now), timeZone));
}

/** The numbers of leads, codes and claims, each linked to its list. */
function StatTiles() {
  const query = useQuery({ ...apiQuery("GET /overview"), refetchInterval: getRefreshInterval });
  if (query.data === undefined && query.isError)
    return (
      <Card>
        <QueryError query={query} className="py-6" />
      </Card>
    );
  if (query.data === undefined) return <Skeleton className="h-97 rounded-lg lg:h-48.5" />;
  return (
    <ul aria-label={stats.title} className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-border lg:grid-cols-4">
      {overviewStats(query.data).map((stat) => (
        <StatTile key={stat.label} stat={stat} />
      ))}
    </ul>
  );
}

function StatTile({ stat: { label, count, hint, href } }: { stat: OverviewStat }) {
  return (
    <li className="odd:last:col-span-2">
      <Link
        href={href}
        prefetch={false}
        className="-outline-offset-2 grid h-full min-h-24 content-center bg-card px-4 py-2 hover:bg-accent sm:px-6"
      >
        <span className="text-2sm text-muted-foreground">{label}</span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-2xl leading-9 tracking-tight">{count.toLocaleString("en")}</span>
          {hint && <span className="text-2sm text-muted-foreground max-sm:sr-only">{hint}</span>}
        </span>
      </Link>
    </li>
  );
}

/** A number of the overview, with a link to the list that it counts. */
type OverviewStat = { label: string; count: number; hint?: string; href: string };

const weekInMs = 7 * 24 * 3_600_000;

/** The numbers of the overview: people first, then codes. */
function overviewStats({ asOf, leads, codes, claims }: OverviewReply): OverviewStat[] {
  const inOneWeek = new Date(Date.parse(asOf) + weekInMs).toISOString();
  return [
    { label: stats.leads, count: leads.total, href: routes.leads },
    { label: stats.waiting, count: leads.waiting, href: routes.waitlist },
    { label: stats.invited, count: leads.invited, href: withQuery(routes.waitlist, { status: "invited" }) },
    ...conversionStats(leads.claimed, claims),
    {
      label: stats.activeCodes,
      count: codes.claimable,
      hint: stats.activeCodesHint(codes.total.toLocaleString("en")),
      href: withQuery(routes.codes, { status: "active" }),
    },
    { label: stats.usedUp, count: codes.exhausted, href: withQuery(routes.codes, { usesLeft: "false" }) },
    { label: stats.expiringSoon, count: codes.expiring, href: withQuery(routes.codes, { status: "active", endsBefore: inOneWeek }) },
    { label: stats.claims, count: claims, href: routes.claims },
  ];
}

/** The leads who claimed a code, unless they're as many as the claims, which say the same. */
const conversionStats = (claimed: number, claims: number): OverviewStat[] =>
  claimed === claims
    ? []
    : [
        {
          label: stats.conversions,
          count: claimed,
          hint: stats.conversionsHint,
          href: withQuery(routes.leads, { claimed: "true" }),
        },
      ];
