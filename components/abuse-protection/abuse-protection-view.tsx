"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/use-can";
import { Card } from "@/components/ui/card";
import { describeError } from "@/components/ui/error-message";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { textListSchema } from "@/components/ui/text-list";
import { TextListForm } from "@/components/ui/text-list-form";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { updateBlockListEndpoint } from "@/contract/block-list";
import { call } from "@/contract/call";
import { routes, withQuery } from "@/lib/routes";
import { abuseProtectionLabels } from "./labels";
import { abuseProtectionQuery, blockListQuery } from "./queries";
import { RateLimitUsage } from "./rate-limit-usage";

const { guesses: guessLabels, signUps: signUpLabels, blockList: blockListLabels } = abuseProtectionLabels;

/** The public rate limits, held sign-ups and the block list. */
export function AbuseProtectionView() {
  return (
    <div className="grid gap-6">
      <RateLimitCards />
      <BlockListForm />
    </div>
  );
}

function RateLimitCards() {
  const { data, error, refetch, isFetching } = useQuery(abuseProtectionQuery);
  if (error && !data) return <ErrorState {...describeError(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-64" />;
  const { guesses, signUps, held } = data;
  return (
    <>
      <Card title={guessLabels.title} description={guessLabels.description}>
        <RateLimitUsage status={guesses} labels={guessLabels} />
      </Card>
      <Card title={signUpLabels.title} description={signUpLabels.description}>
        <RateLimitUsage status={signUps} labels={signUpLabels} />
        <p className="mt-4">
          {held === 0 ? (
            signUpLabels.noneHeld
          ) : (
            <>
              {signUpLabels.held(held)} <TextLink href={withQuery(routes.leads, { status: "held" })}>{signUpLabels.review(held)}</TextLink>
            </>
          )}
        </p>
        <p className="mt-1 text-muted-foreground">{signUpLabels.explanation}</p>
      </Card>
    </>
  );
}

const Entries = textListSchema(updateBlockListEndpoint.body, "entries");

function BlockListForm() {
  const { data, error, refetch, isFetching } = useQuery(blockListQuery);
  const canEdit = useCan("PUT /block-list");
  const { mutateAsync } = useApiMutation((entries: string[]) => call("PUT /block-list", { body: { entries, expected: data?.entries } }));
  if (error && !data) return <ErrorState {...describeError(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-48" />;
  const save = async (entries: string[]) => {
    const saved = await mutateAsync(entries);
    toast.success(blockListLabels.savedToast);
    return saved.entries;
  };
  return (
    <TextListForm
      key={data.entries.join()}
      title={blockListLabels.title}
      description={blockListLabels.description}
      label={blockListLabels.field}
      hint={blockListLabels.hint}
      savedItems={data.entries}
      schema={Entries}
      onSave={save}
      readOnly={!canEdit}
      rows={6}
    />
  );
}
