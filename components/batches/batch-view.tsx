"use client";

import { useQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import { useMemo } from "react";
import { CodesList, useCodes } from "@/components/codes/codes-list";
import { batchCodesUrlState } from "@/components/codes/filters";
import { PageHeader } from "@/components/layout/page-header";
import { SendDialogFromUrl } from "@/components/sends/send-dialog-from-url";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { BatchRecord } from "@/contract/batches";
import { formatTotal } from "@/lib/plural";
import { BatchActions } from "./batch-actions";
import { BatchClaimsChart } from "./batch-claims-chart";
import { BatchDetails } from "./batch-details";
import { batchName, labels } from "./labels";
import { batchQuery } from "./queries";

/** The page of one batch with its codes. */
export function BatchView({ id }: { id: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(batchQuery(id));
  if (data !== undefined) return <LoadedBatch batch={data} />;
  if (!isError) return <Loading />;
  const { message, requestId } = describeError(error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
}

function LoadedBatch({ batch }: { batch: BatchRecord }) {
  return (
    <>
      <PageHeader title={<bdi className="min-w-0 break-words">{batchName(batch)}</bdi>} action={<BatchActions batch={batch} />} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <BatchDetails batch={batch} />
        <BatchClaimsChart batch={batch.id} />
      </div>
      <BatchCodes batch={batch.id} />
      <SendDialogFromUrl />
    </>
  );
}

const emptyState = { icon: Ticket, ...labels.codes.empty };

function BatchCodes({ batch }: { batch: string }) {
  const list = useCodes(useMemo(() => batchCodesUrlState(batch), [batch]));
  return (
    <section aria-labelledby="codes" className="min-w-0 pt-8">
      <h2 id="codes" className="flex gap-x-2 pb-3 font-semibold text-[15px]">
        {labels.codes.title}
        {list.total && <span className="font-normal text-muted-foreground">{formatTotal(list.total)}</span>}
      </h2>
      <CodesList list={list} isBatchPage emptyState={emptyState} />
    </section>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">{labels.loading}</span>
      <div className="flex h-24 items-center lg:h-26">
        <Skeleton className="h-6 w-56" />
      </div>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <Skeleton className="h-80 rounded-lg" />
        <Skeleton className="h-80 rounded-lg" />
      </div>
    </div>
  );
}
