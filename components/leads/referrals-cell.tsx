import { CornerDownRight, UserPlus } from "lucide-react";
import Link from "next/link";
import { TruncatedText } from "@/components/list/truncated-text";
import type { LeadRecord } from "@/contract/leads";
import { leadPath } from "@/lib/routes";
import { labels } from "./labels";

const { referrals } = labels;

/** Shows who referred a lead, and how many leads they referred. */
export function ReferralsCell({ lead: { referredBy, referredLeads } }: { lead: LeadRecord }) {
  const count = referredLeads.length;
  if (referredBy === null && count === 0) return <span className="text-muted-foreground">{labels.none}</span>;
  return (
    <span className="flex items-center gap-3">
      {count > 0 && (
        <span title={referrals.cellTitle(count)} className="inline-flex shrink-0 items-center gap-1.5">
          <UserPlus aria-hidden="true" className="size-3.5 text-muted-foreground" />
          <span className="sr-only">{referrals.cellPrefix} </span>
          {count.toLocaleString("en")}
        </span>
      )}
      {referredBy !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="sr-only">{referrals.referredBy} </span>
          <Link
            href={leadPath(referredBy.email)}
            prefetch={false}
            className="-outline-offset-1 min-w-0 rounded-sm decoration-muted-foreground underline-offset-3 hover:underline"
          >
            <TruncatedText text={referredBy.email} mono />
          </Link>
        </span>
      )}
    </span>
  );
}
