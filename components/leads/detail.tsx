"use client";

import { useQuery } from "@tanstack/react-query";
import { UserX } from "lucide-react";
import type { ReactNode } from "react";
import { FailedClaims } from "@/components/claims";
import { DetailColumns, DetailPage } from "@/components/layout/detail-page";
import { PageHeader } from "@/components/layout/page";
import { SuppressedNotice } from "@/components/suppressions";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyableText, CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/link";
import { EmptyState } from "@/components/ui/query-state";
import { Status } from "@/components/ui/status";
import { TruncatedText } from "@/components/ui/text";
import type { LeadRecord } from "@/contract/leads";
import { createReferralLink, leadPath, routes, withQuery } from "@/lib/routes";
import { LeadActions } from "./actions";
import { leadQuery } from "./api";
import { labels, leadName, leadStage } from "./labels";
import { ProfileCard } from "./profile";
import { TimelineCard } from "./timeline";

const { referrals } = labels;

/** The page of one lead. `referralPageUrl` is the page that referral links open. */
export function LeadView({ email, referralPageUrl }: { email: string; referralPageUrl: string }) {
  const query = useQuery(leadQuery(email));
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
              <TimelineCard email={email} />
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
    title={labels.deletedLead.title}
    action={
      <ButtonLink href={routes.leads} variant="outline">
        {labels.deletedLead.viewAll}
      </ButtonLink>
    }
  />
);

/** The header of a lead's page: name, email, stage and actions. */
function LeadHeader({ lead }: { lead: LeadRecord }) {
  const name = leadName(lead);
  const stage = leadStage(lead);
  const email = <span className="min-w-0 break-all font-mono">{lead.email}</span>;
  return (
    <PageHeader
      title={name ? <bdi className="min-w-0 break-words">{name}</bdi> : email}
      description={
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="inline-flex min-w-0 items-center gap-1 text-[13px]">
            {name && email}
            <CopyButton
              text={lead.email}
              label={labels.copyEmailTarget}
              icon={name !== ""}
              className={name ? undefined : "-ml-3 min-w-0 justify-start"}
            />
          </span>
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
      <h3 className="font-medium text-[13px] leading-5">{title}</h3>
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
