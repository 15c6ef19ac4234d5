import { CornerDownRight, UserPlus } from "lucide-react";
import Link from "next/link";
import { TruncatedText } from "@/components/list/truncated-text";
import type { LeadRecord } from "@/contract/leads";
import { leadPath } from "@/lib/routes";

/** Who sent a lead, and how many they have sent. */
export function ReferralsCell({ lead: { referredBy, referredLeads } }: { lead: LeadRecord }) {
  const many = referredLeads.length;
  if (referredBy === null && many === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="flex items-center gap-3">
      {many > 0 && (
        <span title={`Referred ${referredLabel(many)}`} className="inline-flex shrink-0 items-center gap-1.5">
          <UserPlus aria-hidden="true" className="size-3.5 text-muted-foreground" />
          <span className="sr-only">Referred </span>
          {many.toLocaleString("en")}
        </span>
      )}
      {referredBy !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5">
          <CornerDownRight aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
          <span className="sr-only">Referred by </span>
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

const referredLabel = (many: number) => `${many.toLocaleString("en")} ${many === 1 ? "lead" : "leads"}`;
