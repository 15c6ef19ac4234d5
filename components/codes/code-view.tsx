"use client";

import { useQuery } from "@tanstack/react-query";
import { PageHeader } from "@/components/layout/page-header";
import { SendDialogFromUrl } from "@/components/sends/send-dialog-from-url";
import { CopyButton } from "@/components/ui/copy-button";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { CodeRecord } from "@/contract/codes";
import { ClaimCheck } from "./claim-check";
import { ClaimLink } from "./claim-link";
import { CodeActions } from "./code-actions";
import { CodeClaims } from "./code-claims";
import { CodeDeliveries } from "./code-deliveries";
import { CodeDetails } from "./code-details";
import { CodeHistory } from "./code-history";
import { labels } from "./labels";
import { codeQuery } from "./queries";

/** The page of one code. `claimUrl` is the URL of the public claim page. */
export function CodeView({ code, claimUrl }: { code: string; claimUrl: string }) {
  const { data, error, isError, isFetching, refetch } = useQuery(codeQuery(code));
  if (data !== undefined) return <LoadedCode code={data} claimUrl={claimUrl} />;
  if (!isError) return <Loading />;
  const { message, requestId } = describeError(error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => void refetch()} pending={isFetching} />;
}

function LoadedCode({ code: record, claimUrl }: { code: CodeRecord; claimUrl: string }) {
  const { code } = record;
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-1">
            <span className="min-w-0 break-all font-mono">{code}</span>
            <CopyButton text={code} label={labels.copyCodeTarget} icon />
          </span>
        }
        action={<CodeActions code={record} />}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-6">
          <CodeDetails code={record} />
          <ClaimLink code={code} claimUrl={claimUrl} />
          <ClaimCheck code={code} />
        </div>
        <div className="grid min-w-0 gap-6">
          <CodeClaims code={record} />
          <CodeDeliveries code={code} />
          <CodeHistory code={code} />
        </div>
      </div>
      <SendDialogFromUrl />
    </>
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
        <Skeleton className="h-120 rounded-lg" />
        <Skeleton className="h-120 rounded-lg" />
      </div>
    </div>
  );
}
