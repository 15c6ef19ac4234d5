"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { Skeleton } from "@/components/ui/skeleton";
import { InForce } from "./in-force";
import { mailSettings } from "./queries";
import { SendingForm } from "./sending-form";

/** In whose name mail leaves, and by which server. */
export function SendingView() {
  const { data, error, isError, isFetching, refetch } = useQuery(mailSettings);
  if (isError && data === undefined) {
    const { message, requestId } = failureOf(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-80" />;
  }
  if (data === undefined) return <Skeleton className="h-80 rounded-lg" />;
  return (
    <>
      <InForce settings={data} />
      <SendingForm settings={data} />
    </>
  );
}
