"use client";

import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import { SuppressedNotice } from "@/components/suppressions/suppressed-notice";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { routes } from "@/lib/routes";
import { labels } from "./labels";
import { LeadHeader } from "./lead-header";
import { ProfileCard } from "./profile-card";
import { leadQuery } from "./queries";
import { ReferralCard } from "./referral-card";
import { TimelineCard } from "./timeline-card";

/** The page of one lead. `joinUrl` is the public page that referral links open. */
export function LeadView({ email, joinUrl }: { email: string; joinUrl: string }) {
  const { data: lead, error, isError, isFetching, refetch } = useQuery(leadQuery(email));
  if (error?.name === "lead_not_found") return <DeletedLead />;
  if (lead === undefined) {
    if (!isError) return <Loading />;
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
  }
  return (
    <>
      <LeadHeader lead={lead} />
      <SuppressedNotice email={email} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <ProfileCard lead={lead} />
          <ReferralCard lead={lead} joinUrl={joinUrl} />
        </div>
        <TimelineCard email={email} />
      </div>
    </>
  );
}

/** Shown if the lead was deleted after the page was opened. */
const DeletedLead = () => (
  <EmptyState
    icon={UserX}
    title={labels.deletedLead.title}
    action={
      <ButtonLink href={routes.leads} variant="outline">
        {labels.deletedLead.viewAll}
      </ButtonLink>
    }
  />
);

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{labels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className="h-6 w-72" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <Skeleton className="h-120 rounded-lg" />
        <Skeleton className="h-120 rounded-lg" />
      </div>
    </div>
  );
}
