"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/session";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { Progress } from "@/components/ui/progress";
import { QueryState } from "@/components/ui/query-state";
import { TextListForm, textListSchema } from "@/components/ui/settings-form";
import { Status } from "@/components/ui/status";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { type AbuseProtectionReply, maxCountedClients } from "@/contract/abuse-protection-status";
import { updateBlockListEndpoint } from "@/contract/block-list";
import { call } from "@/contract/call";
import { routes, withQuery } from "@/lib/routes";
import { abuseProtectionQuery, blockListQuery } from "./api";
import { abuseProtectionLabels } from "./labels";

const { guesses: guessLabels, signUps: signUpLabels, blockList: blockListLabels, rateLimit: rateLimitLabels } = abuseProtectionLabels;

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
  return (
    <QueryState query={useQuery(abuseProtectionQuery)} loading={<Skeleton className="h-64" />}>
      {({ guesses, signUps, held }) => (
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
                  {signUpLabels.held(held)}{" "}
                  <TextLink href={withQuery(routes.leads, { status: "held" })}>{signUpLabels.review(held)}</TextLink>
                </>
              )}
            </p>
            <p className="mt-1 text-muted-foreground">{signUpLabels.explanation}</p>
          </Card>
        </>
      )}
    </QueryState>
  );
}

const Entries = textListSchema(updateBlockListEndpoint.body, "entries");

function BlockListForm() {
  const query = useQuery(blockListQuery);
  const canEdit = useCan("PUT /block-list");
  const { mutateAsync } = useApiMutation((entries: string[]) =>
    call("PUT /block-list", { body: { entries, expected: query.data?.entries } }),
  );
  const save = async (entries: string[]) => {
    const saved = await mutateAsync(entries);
    toast.success(blockListLabels.savedToast);
    return saved.entries;
  };
  return (
    <QueryState query={query} loading={<Skeleton className="h-48" />}>
      {({ entries }) => (
        <TextListForm
          key={entries.join()}
          title={blockListLabels.title}
          description={blockListLabels.description}
          label={blockListLabels.field}
          hint={blockListLabels.hint}
          savedItems={entries}
          schema={Entries}
          onSave={save}
          readOnly={!canEdit}
          rows={6}
        />
      )}
    </QueryState>
  );
}

type RateLimitUsageProps = {
  status: AbuseProtectionReply["guesses"];
  /** `open` is shown until the limit is reached, and `protected` after that. */
  labels: { progress: string; open: string; protected: string };
};

/** How much of a project-wide rate limit is used, and what that means for customers. */
function RateLimitUsage({ status, labels }: RateLimitUsageProps) {
  const { used, limit, windowSeconds, resetsInSeconds, proofRequired, blockedClients } = status;
  const details = [
    !proofRequired && rateLimitLabels.remaining(Math.max(0, limit - used)),
    resetsInSeconds === null ? rateLimitLabels.window(windowSeconds) : rateLimitLabels.resets(resetsInSeconds),
    blockedClients > 0 && rateLimitLabels.blockedClients(Math.min(blockedClients, maxCountedClients), blockedClients >= maxCountedClients),
  ];
  return (
    <div className="grid gap-3">
      <Progress label={labels.progress} value={Math.min(used, limit)} total={limit} valueText={rateLimitLabels.usage(used, limit)} />
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={proofRequired ? "warning" : "positive"}>{proofRequired ? rateLimitLabels.protected : rateLimitLabels.open}</Status>
        <span>{proofRequired ? labels.protected : labels.open}</span>
      </p>
      <p className="text-muted-foreground">{details.filter(Boolean).join(" ")}</p>
    </div>
  );
}
