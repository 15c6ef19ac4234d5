"use client";

import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import Link from "next/link";
import { sendTitle } from "@/components/sends/labels";
import { sendsQuery } from "@/components/sends/queries";
import { SendProgress } from "@/components/sends/send-progress";
import { useSession } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { SendRecord } from "@/contract/sends";
import { cn } from "@/lib/cn";
import { routes, sendPath } from "@/lib/routes";
import { overviewLabels } from "./labels";
import { latestSendsParams } from "./queries";

const { sends: labels } = overviewLabels;

/** The latest sends with their progress. */
export function LatestSends() {
  return (
    <Card title={labels.title} action={<TextLink href={routes.sends}>{labels.viewAll}</TextLink>}>
      <SendList />
    </Card>
  );
}

function SendList() {
  const { data, error, isError, isFetching, refetch } = useQuery(sendsQuery(latestSendsParams));
  const { timeZone } = useSession().project;
  if (isError && data === undefined) {
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-52 py-6" />;
  }
  if (data === undefined) return <Skeleton className="h-52 rounded-lg" />;
  if (data.items.length === 0)
    return <EmptyState icon={Send} title={labels.emptyTitle} description={labels.emptyDescription} className="py-8" />;
  return (
    <ul className="-mx-2 -my-1.5">
      {data.items.map((send) => (
        <SendItem key={send.id} send={send} zone={timeZone} />
      ))}
    </ul>
  );
}

function SendItem({ send, zone }: { send: SendRecord; zone: string }) {
  return (
    <li>
      <Link
        href={sendPath(send.id)}
        prefetch={false}
        className="-outline-offset-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 rounded-md px-2 py-2 hover:bg-accent sm:grid-cols-[1fr_18rem_8rem]"
      >
        <span dir="auto" className={cn("truncate text-left", send.code !== null && "font-mono text-[13px]")}>
          {sendTitle(send)}
        </span>
        <span className="min-w-0 max-sm:order-last max-sm:col-span-2">
          <SendProgress send={send} />
        </span>
        <Time at={send.createdAt} zone={zone} className="text-right text-muted-foreground" />
      </Link>
    </li>
  );
}
