"use client";

import type { ReactNode } from "react";
import { LongText } from "@/components/list/long-text";
import { Card } from "@/components/ui/card";
import { CopiedText } from "@/components/ui/copied-text";
import { TextLink } from "@/components/ui/text-link";
import type { LeadRecord } from "@/contract/leads";
import { leadPage, narrowed, routes } from "@/lib/routes";

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
          <CopiedText text={referralCode} what="the referral code" />
        </ReferralSection>
        <ReferralSection title="Referral link">
          <CopiedText text={`${joinUrl}?${new URLSearchParams({ ref: referralCode })}`} what="the referral link" />
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
            <TextLink href={narrowed(routes.leads, { referredBy: email })} className="mt-1 justify-self-start">
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
    <TextLink href={leadPage(email)} prefetch={false} className="block max-w-full truncate">
      <LongText text={email} mono />
    </TextLink>
  );
}
