"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { watchJob } from "@/components/jobs/watched-jobs";
import { useSession } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/text-link";
import type { OverviewReply } from "@/contract/overview";
import { withQuery, routes, sendPath } from "@/lib/routes";
import { overviewQuery } from "./queries";

type AttentionItem = OverviewReply["attention"][number];

/** What needs somebody's attention, with where to look; nothing where nothing does. The checklist speaks of mail while it is there. */
export function AttentionCard({ beside }: { beside: "checklist" | "numbers" }) {
  const { data } = useQuery(overviewQuery);
  const items = data?.attention.filter(({ name }) => beside === "numbers" || name !== "mail_not_connected") ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Needs attention">
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

/** Where to look for more. */
function AttentionAction({ item: { name, subject: about, count } }: { item: AttentionItem }) {
  const { may } = useSession();
  if (name === "failed_deliveries")
    return about === null ? (
      <TextLink href={withQuery(routes.sends, { failed: "true" })}>Show the sends</TextLink>
    ) : (
      <TextLink href={sendPath(about)}>Show the send</TextLink>
    );
  if (name === "guessing" || name === "sign_up_flood") return <TextLink href={routes.settings.abuseProtection}>Show the rates</TextLink>;
  if (name === "held_sign_ups")
    return <TextLink href={withQuery(routes.leads, { standing: "held" })}>Look at {count === 1 ? "it" : "them"}</TextLink>;
  if (name === "mail_not_connected" || name === "mail_unreadable")
    return may("PATCH /project/mail") && <TextLink href={routes.settings.emailDelivery}>Connect mail</TextLink>;
  if (name === "format_running_out") return <TextLink href={routes.generate}>How codes are made</TextLink>;
  if (name === "task_failed" && about !== null)
    return (
      <Button variant="outline" size="sm" onClick={() => watchJob(about)}>
        Show what was done
      </Button>
    );
  return null;
}
