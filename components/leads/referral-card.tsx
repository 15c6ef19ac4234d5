"use client";

import type { ReactNode } from "react";
import { TruncatedText } from "@/components/list/truncated-text";
import { Card } from "@/components/ui/card";
import { CopyableText } from "@/components/ui/copyable-text";
import { TextLink } from "@/components/ui/text-link";
import type { LeadRecord } from "@/contract/leads";
import { leadPath, withQuery, routes } from "@/lib/routes";

/** How many of those whom a lead sent stand on their page. */
const maxReferralsShown = 20;

/** What a lead gives to friends, who gave it to them, and whom they have sent. */
export function ReferralCard({ lead, joinUrl }: { lead: LeadRecord; joinUrl: string }) {
  const { email, referralCode, referredBy, referredLeads } = lead;
  const many = referredLeads.length;
  return (
    <Card title="Referrals">
      <div className="grid gap-4">
        <ReferralSection title="Referral code">
          <CopyableText text={referralCode} label="the referral code" />
        </ReferralSection>
        <ReferralSection title="Referral link">
          <CopyableText text={`${joinUrl}?${new URLSearchParams({ ref: referralCode })}`} label="the referral link" />
        </ReferralSection>
        <ReferralSection title="Referred by">
          {referredBy === null ? <p className="text-muted-foreground">Nobody</p> : <LeadLink email={referredBy.email} />}
        </ReferralSection>
        <ReferralSection title={many === 0 ? "Referred" : `Referred ${many.toLocaleString("en")}`}>
          {many === 0 ? (
            <p className="text-muted-foreground">Nobody yet</p>
          ) : (
            <ul className="grid gap-1">
              {referredLeads.slice(0, maxReferralsShown).map((friend) => (
                <li key={friend.email} className="min-w-0">
                  <LeadLink email={friend.email} />
                </li>
              ))}
            </ul>
          )}
          {many > maxReferralsShown && (
            <TextLink href={withQuery(routes.leads, { referredBy: email })} className="mt-1 justify-self-start">
              All {many.toLocaleString("en")} in the list
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
