"use client";

import { useQuery } from "@tanstack/react-query";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { CurrentSettings } from "./current-settings";
import { EmailDeliveryForm } from "./email-delivery-form";
import { emailDeliveryQuery } from "./queries";

/** The email delivery settings: the current ones and the form that edits them. */
export function EmailDeliveryView() {
  const { data, error, isError, isFetching, refetch } = useQuery(emailDeliveryQuery);
  if (isError && data === undefined) {
    const { message, requestId } = describeError(error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} className="h-80" />;
  }
  if (data === undefined) return <Skeleton className="h-80 rounded-lg" />;
  return (
    <>
      <CurrentSettings settings={data} />
      <EmailDeliveryForm settings={data} />
    </>
  );
}
