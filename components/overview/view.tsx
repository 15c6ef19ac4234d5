"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { PageHeader } from "@/components/layout/page";
import { PauseCard } from "@/components/pause";
import { useSession } from "@/components/shell/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { QueryError } from "@/components/ui/errors";
import { Skeleton } from "@/components/ui/loading";
import { useNow } from "@/components/ui/time";
import { toast } from "@/components/ui/toast";
import { showErrorToast } from "@/components/use-api-mutation";
import type { Call, CanCall } from "@/contract/call";
import type { OverviewReply } from "@/contract/overview";
import { cn } from "@/lib/cn";
import { relativeTime } from "@/lib/dates";
import { routes, withQuery } from "@/lib/routes";
import { overviewQuery, useDismissChecklist } from "./api";
import { AttentionCard, GrowthChart, LatestSends, RecentActivity } from "./cards";
import { FunnelCard } from "./funnel";
import { overviewLabels } from "./labels";

const { stats, onboarding } = overviewLabels;

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
  const { data } = useQuery({ ...overviewQuery, enabled });
  const now = useNow();
  const { timeZone } = useSession().project;
  if (data === undefined || now - Date.parse(data.asOf) < 60_000) return undefined;
  return overviewLabels.updated(relativeTime(new Date(data.asOf), new Date(now), timeZone));
}

/** The numbers of leads, codes and claims, each linked to its list. */
function StatTiles() {
  const query = useQuery(overviewQuery);
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
      <Link href={href} prefetch={false} className="-outline-offset-2 grid h-24 content-center bg-card px-4 hover:bg-accent sm:px-6">
        <span className="truncate text-[13px] text-muted-foreground">{label}</span>
        <span className="flex items-baseline gap-2 truncate">
          <span className="font-semibold text-2xl leading-9 tracking-tight">{count.toLocaleString("en")}</span>
          {hint && <span className="truncate text-[13px] text-muted-foreground max-sm:sr-only">{hint}</span>}
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

/** Returns whether the checklist is dismissed, and a function that dismisses it at once, with Undo. */
function useDismissedChecklist(initial: boolean): [boolean, (isDismissed: boolean) => void] {
  const [isDismissed, setState] = useState(initial);
  const { mutate } = useDismissChecklist();
  const setDismissed = (next: boolean) => {
    setState(next);
    if (next) toast.success(onboarding.dismissed, { action: { label: onboarding.undo, onClick: () => setDismissed(false) } });
    mutate(next, {
      onError: (error) => {
        setState(!next);
        showErrorToast(onboarding.dismissFailed)(error);
      },
    });
  };
  return [isDismissed, setDismissed];
}

type OnboardingChecklistProps = { completed: CompletedSteps; canCall: CanCall; onDismiss: () => void };

/** The first steps of a new installation. Shown until all are completed or it is dismissed. */
function OnboardingChecklist({ completed, canCall, onDismiss }: OnboardingChecklistProps) {
  const count = onboardingSteps.filter(({ name }) => completed[name]).length;
  return (
    <Card
      title={onboarding.title}
      description={onboarding.progress(count, onboardingSteps.length)}
      action={
        <Button variant="ghost" size="sm" onClick={onDismiss}>
          {onboarding.dismiss}
        </Button>
      }
    >
      <ol className="-my-2 divide-y">
        {onboardingSteps.map((step) => (
          <ChecklistItem key={step.name} step={step} isCompleted={completed[step.name]} canCall={canCall} />
        ))}
      </ol>
    </Card>
  );
}

type ChecklistItemProps = { step: OnboardingStep; isCompleted: boolean; canCall: CanCall };

function ChecklistItem({ step, isCompleted, canCall }: ChecklistItemProps) {
  const { title, description, actions } = step;
  const { appUrl } = useSession();
  const Icon = isCompleted ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden="true" className={cn("size-4 shrink-0", isCompleted ? "text-positive" : "text-muted-foreground")} />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2rem)]">
        <h3 className={cn("font-medium", isCompleted && "text-muted-foreground")}>
          {title}
          <span className="sr-only">{isCompleted ? onboarding.completed : onboarding.notCompleted}</span>
        </h3>
        {!isCompleted && (
          <p className="wrap-anywhere text-muted-foreground">
            {typeof description === "string" ? description : description(appUrl + routes.claim)}
          </p>
        )}
      </div>
      {!isCompleted && (
        <div className="flex flex-wrap gap-2 empty:hidden max-sm:ml-8">
          {actions
            .filter(({ requires }) => canCall(requires))
            .map(({ label, href }) => (
              <ButtonLink key={href} href={href} variant="outline" size="sm">
                {label}
              </ButtonLink>
            ))}
        </div>
      )}
    </li>
  );
}

/** Which steps of a new installation are completed. */
type CompletedSteps = { codes: boolean; leads: boolean; email: boolean; share: boolean; team: boolean };

/** Whether there is nothing to count yet. */
const isNew = ({ codes, leads }: CompletedSteps): boolean => !codes && !leads;

type OnboardingStep = {
  name: keyof CompletedSteps;
  title: string;
  /** A text, or one with the URL of the claim page. */
  description: string | ((claimUrl: string) => string);
  /** Links, with the endpoint that staff must be allowed to call to see them. */
  actions: readonly { label: string; href: string; requires: Call }[];
};

const { steps } = onboarding;

const onboardingSteps: readonly OnboardingStep[] = [
  { name: "codes", ...steps.codes, actions: [{ label: steps.codes.action, href: routes.generate, requires: "POST /batches" }] },
  {
    name: "leads",
    ...steps.leads,
    actions: [
      { label: steps.leads.import, href: routes.imports, requires: "POST /imports" },
      { label: steps.leads.action, href: routes.dialogs.addLead, requires: "POST /leads/create" },
    ],
  },
  {
    name: "email",
    ...steps.email,
    actions: [{ label: steps.email.action, href: routes.settings.emailDelivery, requires: "PATCH /project/email-delivery" }],
  },
  { name: "share", ...steps.share, actions: [{ label: steps.share.action, href: routes.codes, requires: "GET /codes" }] },
  {
    name: "team",
    ...steps.team,
    actions: [{ label: steps.team.action, href: routes.dialogs.inviteStaff, requires: "POST /team/invitations" }],
  },
];
