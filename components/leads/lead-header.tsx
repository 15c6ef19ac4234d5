"use client";

import { PageHeader } from "@/components/layout/page-header";
import { CopyButton } from "@/components/ui/copy-button";
import type { LeadRecord } from "@/contract/leads";
import { LeadActions } from "./lead-actions";
import { LeadStatus } from "./lead-status";
import { leadName } from "./labels";

/** Who a lead is, how far they have come, and what can be done. */
export function LeadHeader({ lead }: { lead: LeadRecord }) {
  const name = leadName(lead);
  const address = <span className="min-w-0 break-all font-mono">{lead.email}</span>;
  return (
    <PageHeader
      title={name ? <bdi className="min-w-0 break-words">{name}</bdi> : address}
      description={
        <span className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="inline-flex min-w-0 items-center gap-1 text-[13px]">
            {name && address}
            <CopyButton
              text={lead.email}
              label="the address"
              icon={name !== ""}
              className={name ? undefined : "-ml-3 min-w-0 justify-start"}
            />
          </span>
          <span className="text-foreground">
            <LeadStatus lead={lead} />
          </span>
        </span>
      }
      action={<LeadActions lead={lead} />}
    />
  );
}
