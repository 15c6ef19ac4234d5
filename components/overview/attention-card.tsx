"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { watchJob } from "@/components/jobs/watched-jobs";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import type { OverviewReply } from "@/contract/overview";
import { routes, sendPath, withQuery } from "@/lib/routes";
import { overviewLabels } from "./labels";
import { overviewQuery } from "./queries";

type AttentionItem = OverviewReply["attention"][number];

const { attention: labels } = overviewLabels;

/** What needs attention, with links to the details. Renders nothing without items. */
export function AttentionCard({ hasChecklist }: { hasChecklist: boolean }) {
  const { data } = useQuery(overviewQuery);
  // The checklist already asks to connect email.
  const items = data?.attention.filter(({ name }) => !hasChecklist || name !== "email_not_connected") ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={labels.title}>
      <ul className="-my-2 divide-y">
        {items.map((item) => (
          <li key={`${item.name} ${item.subject}`} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
            <span className="flex min-w-0 flex-1 basis-60 gap-3">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
              <span className="min-w-0 break-words">{item.message}</span>
            </span>
            <span className="empty:hidden max-sm:pl-7">
              <AttentionAction item={item} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AttentionAction({ item: { name, subject, count } }: { item: AttentionItem }) {
  const { canCall } = useSession();
  if (name === "failed_deliveries")
    return subject === null ? (
      <TextLink href={withQuery(routes.sends, { failed: "true" })}>{labels.viewSends}</TextLink>
    ) : (
      <TextLink href={sendPath(subject)}>{labels.viewSend}</TextLink>
    );
  if (name === "guessing" || name === "sign_up_flood")
    return <TextLink href={routes.settings.abuseProtection}>{labels.viewAbuseProtection}</TextLink>;
  if (name === "held_sign_ups")
    return <TextLink href={withQuery(routes.leads, { status: "held" })}>{labels.reviewSignUps(count ?? 0)}</TextLink>;
  if (name === "email_not_connected" || name === "email_settings_unreadable")
    return (
      canCall("PATCH /project/email-delivery") && <TextLink href={routes.settings.emailDelivery}>{labels.setUpEmailDelivery}</TextLink>
    );
  if (name === "format_running_out") return <TextLink href={routes.generate}>{labels.viewFormats}</TextLink>;
  if (name === "job_failed" && subject !== null)
    return (
      <Button variant="outline" size="sm" onClick={() => watchJob(subject)}>
        {labels.viewJob}
      </Button>
    );
  return null;
}
