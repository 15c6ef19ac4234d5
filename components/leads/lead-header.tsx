"use client";

import { PageHeader } from "@/components/layout/page-header";
import { CopyButton } from "@/components/ui/copy-button";
import type { LeadRecord } from "@/contract/leads";
import { labels, leadName } from "./labels";
import { LeadActions } from "./lead-actions";
import { LeadStage } from "./lead-stage";

/** The header of a lead's page: name, email, stage and actions. */
export function LeadHeader({ lead }: { lead: LeadRecord }) {
  const name = leadName(lead);
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
            <LeadStage lead={lead} />
          </span>
        </span>
      }
      action={<LeadActions lead={lead} />}
    />
  );
}
