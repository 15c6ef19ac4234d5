"use client";

import { useCan } from "@/components/shell/session";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { showErrorToast, useApiMutation } from "@/components/use-api-mutation";
import { call } from "@/contract/call";
import { systemLabels } from "./labels";

/** Retries all waiting emails, for staff members who are allowed to. */
export function RetryEmailsButton() {
  const { mutate, isPending } = useApiMutation(() => call("POST /deliveries/retry"));
  if (!useCan("POST /deliveries/retry")) return null;
  const retry = () =>
    mutate(undefined, {
      onSuccess: ({ retried }) => toast.success(systemLabels.retry.toast(retried)),
      onError: showErrorToast(systemLabels.retry.errorTitle),
    });
  return (
    <Button variant="outline" size="sm" pending={isPending} onClick={retry}>
      {systemLabels.retry.button}
    </Button>
  );
}
