"use client";

import type { ReactNode } from "react";
import { TruncatedText } from "@/components/list/truncated-text";
import { Card } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copyable-text";
import { TextLink } from "@/components/ui/text-link";
import type { LeadRecord } from "@/contract/leads";
import { leadPath, routes, withQuery } from "@/lib/routes";
import { labels } from "./labels";

const { referrals } = labels;

/** How many referred leads a lead's page lists. */
const maxReferralsShown = 20;

/** A lead's referral link, who referred them, and whom they referred. */
export function ReferralCard({ lead, joinUrl }: { lead: LeadRecord; joinUrl: string }) {
  const { email, referralCode, referredBy, referredLeads } = lead;
  const count = referredLeads.length;
  return (
    <Card title={referrals.title}>
      <div className="grid gap-4">
        <ReferralSection title={referrals.code}>
          <CopyableText text={referralCode} label={referrals.codeCopyTarget} />
        </ReferralSection>
        <ReferralSection title={referrals.link}>
          <CopyableText text={`${joinUrl}?${new URLSearchParams({ ref: referralCode })}`} label={referrals.linkCopyTarget} />
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
