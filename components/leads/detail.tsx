"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Mail, UserX } from "lucide-react";
import type { ReactNode } from "react";
import { Actor, EventSentence } from "@/components/activity";
import { apiInfiniteQuery, apiQuery } from "@/components/api-query";
import { FailedClaims } from "@/components/claims";
import { DetailColumns, DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { LeadLineage } from "@/components/lineage";
import { DeliveryStatus } from "@/components/sends";
import { useSession } from "@/components/shell/session";
import { SuppressedNotice } from "@/components/suppressions";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyableText, CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/link";
import { EmptyState, LoadMoreList } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { Interpolate, TruncatedText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { WebhookDeliveriesAbout } from "@/components/webhooks";
import type { DeliveryRecord } from "@/contract/deliveries";
import type { EventRecord } from "@/contract/events";
import { importName } from "@/contract/import-values";
import type { LeadRecord } from "@/contract/leads";
import type { TimelineEntry } from "@/contract/messages";
import { codePath, createReferralLink, importPath, leadPath, routes, sendPath, withQuery } from "@/lib/routes";
import { LeadActions } from "./actions";
import { timelinePageParams } from "./definition";
import { automaticEmailLabels, labels, leadName, leadStage } from "./labels";
import { ProfileCard } from "./profile";
import { profileLabels } from "./profile-labels";

const { referrals } = profileLabels;

/** The page of one lead. `referralPageUrl` is the page that referral links open. */
export function LeadView({ email, referralPageUrl }: { email: string; referralPageUrl: string }) {
  const query = useQuery(apiQuery("GET /leads/email/:email", { params: { email } }));
  if (query.error?.name === "lead_not_found") return <DeletedLead />;
  return (
    <DetailPage query={query} narrow>
      {(lead) => (
        <>
          <LeadHeader lead={lead} />
          <SuppressedNotice email={email} />
          <DetailColumns
            narrow
            aside={
              <>
                <ProfileCard lead={lead} />
                <ReferralCard lead={lead} pageUrl={referralPageUrl} />
              </>
            }
          >
            <div className="grid min-w-0 content-start gap-6">
              <FailedClaims email={email} />
              <LeadLineage email={email} />
              <TimelineCard lead={lead} />
              <WebhookDeliveriesAbout email={email} />
            </div>
          </DetailColumns>
        </>
      )}
    </DetailPage>
  );
}

/** Shown if the lead was deleted after the page was opened. */
const DeletedLead = () => (
  <EmptyState
    icon={UserX}
    title={profileLabels.deletedLead.title}
    action={
      <ButtonLink href={routes.leads} variant="outline">
        {profileLabels.deletedLead.viewAll}
      </ButtonLink>
    }
  />
);

/** The header of a lead's page: name, email, stage and actions. */
function LeadHeader({ lead }: { lead: LeadRecord }) {
  const name = leadName(lead);
  const stage = leadStage(lead);
  const email = (
    <span className="inline-flex min-w-0 items-center gap-1">
      <span translate="no" className="min-w-0 break-all font-mono">
        {lead.email}
      </span>
      <CopyButton text={lead.email} label={labels.copyEmailTarget} icon />
    </span>
  );
  return (
    <PageHeader
      title={name ? <bdi className="min-w-0">{name}</bdi> : email}
      description={
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          {name && <span className="min-w-0 text-2sm">{email}</span>}
          <span className="text-foreground">
            <Status tone={stage.tone}>{stage.label}</Status>
          </span>
        </span>
      }
      action={<LeadActions lead={lead} />}
    />
  );
}

/** How many referred leads a lead's page lists. */
const maxReferralsShown = 20;

/** A lead's referral link, who referred them, and whom they referred. */
function ReferralCard({ lead, pageUrl }: { lead: LeadRecord; pageUrl: string }) {
  const { email, referralCode, referredBy, referredLeads } = lead;
  const count = referredLeads.length;
  return (
    <Card title={referrals.title}>
      <div className="grid gap-4">
        <ReferralSection title={referrals.code}>
          <CopyableText text={referralCode} label={referrals.codeCopyTarget} />
        </ReferralSection>
        <ReferralSection title={referrals.link}>
          <CopyableText text={createReferralLink(pageUrl, referralCode)} label={referrals.linkCopyTarget} />
        </ReferralSection>
        <ReferralSection title={referrals.referredBy}>
          {referredBy === null ? <p className="text-muted-foreground">{referrals.notReferred}</p> : <LeadLink email={referredBy.email} />}
        </ReferralSection>
        <ReferralSection title={count === 0 ? referrals.referred : referrals.referredCount(count)}>
          {count === 0 ? (
            <p className="text-muted-foreground">{referrals.noneReferred}</p>
          ) : (
            <ul className="grid gap-1">
              {referredLeads.slice(0, maxReferralsShown).map((referredLead) => (
                <li key={referredLead.email} className="min-w-0">
                  <LeadLink email={referredLead.email} />
                </li>
              ))}
            </ul>
          )}
          {count > maxReferralsShown && (
            <TextLink href={withQuery(routes.leads, { referredBy: email })} className="mt-1 justify-self-start">
              {referrals.viewAll(count)}
            </TextLink>
          )}
        </ReferralSection>
      </div>
    </Card>
  );
}

function ReferralSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 gap-1.5">
      <h3 className="font-medium text-2sm leading-5">{title}</h3>
      {children}
    </section>
  );
}

function LeadLink({ email }: { email: string }) {
  return (
    <TextLink href={leadPath(email)} prefetch={false} className="block max-w-full truncate">
      <TruncatedText text={email} mono />
    </TextLink>
  );
}

const { timeline } = profileLabels;

function timelineEntryId(entry: TimelineEntry): string {
  if (entry.kind === "event") return entry.event.id;
  if (entry.kind === "import") return entry.import.id;
  return entry.kind === "message" ? entry.message.id : entry.delivery.id;
}

/** Whether an entry says how the lead was added. */
const isBeginning = (entry: TimelineEntry): boolean =>
  (entry.kind === "event" && entry.event.kind === "lead.created") || (entry.kind === "import" && entry.import.result === "created");

/** The events, emails and imports of a lead, newest first, and how the lead was added. */
function TimelineCard({ lead: { email, source, createdAt } }: { lead: LeadRecord }) {
  const query = useInfiniteQuery(apiInfiniteQuery("GET /leads/email/:email/timeline", { params: { email }, query: timelinePageParams }));
  const zone = useSession().project.timeZone;
  const hasBeginning = query.data?.pages.some((page) => page.items.some(isBeginning)) ?? false;
  return (
    <Card title={timeline.title} className="min-w-0">
      <LoadMoreList
        query={query}
        label={timeline.title}
        loadMoreLabel={labels.loadMore}
        getId={timelineEntryId}
        end={
          !hasBeginning && (
            <TimelineItem actor={<span />} at={createdAt} zone={zone}>
              {timeline.added[source]}
            </TimelineItem>
          )
        }
      >
        {(entry) => <TimelineEntryItem entry={entry} zone={zone} />}
      </LoadMoreList>
    </Card>
  );
}

function TimelineEntryItem({ entry, zone }: { entry: TimelineEntry; zone: string }) {
  if (entry.kind === "event")
    return (
      <TimelineItem actor={<Actor actor={entry.event.actor} />} at={entry.at} zone={zone}>
        <LeadEvent event={entry.event} />
      </TimelineItem>
    );
  if (entry.kind === "import") {
    const { id, actor, result } = entry.import;
    const file = <TextLink href={importPath(id)}>{importName(entry.import)}</TextLink>;
    return (
      <TimelineItem actor={<Actor actor={actor} />} at={entry.at} zone={zone}>
        <Interpolate text={timeline.imported[result]} values={{ file }} />
      </TimelineItem>
    );
  }
  return (
    <TimelineItem actor={<EmailActor />} at={entry.at} zone={zone}>
      {entry.kind === "message" ? (
        <EmailEntry delivery={entry.message} zone={zone}>
          {automaticEmailLabels[entry.message.kind]}
        </EmailEntry>
      ) : (
        <DeliveryEntry delivery={entry.delivery} zone={zone} />
      )}
    </TimelineItem>
  );
}

function TimelineItem({ actor, at, zone, children }: { actor: ReactNode; at: string; zone: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      {actor}
      <div className="min-w-0 max-sm:pl-6">{children}</div>
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
  <TextLink translate="no" href={codePath(code)} prefetch={false} className="min-w-0 break-all font-mono text-2sm">
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
      {(status === "failed" || status === "retrying") && error !== null && <span className="text-2sm text-muted-foreground">{error}</span>}
    </div>
  );
}
