"use client";

import { useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/shell/use-can";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { describeError } from "@/components/ui/error-message";
import { textListSchema } from "@/components/ui/text-list";
import { TextListForm } from "@/components/ui/text-list-form";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { useApiMutation } from "@/components/use-api-mutation";
import { updateBlockListEndpoint } from "@/contract/block-list";
import { call } from "@/contract/call";
import { withQuery, routes } from "@/lib/routes";
import { blockListQuery, abuseProtectionQuery } from "./queries";
import { RateLimitUsage } from "./rate-limit-usage";

/** How the public pages are guarded against programs, and who is kept out. */
export function AbuseProtectionView() {
  return (
    <div className="grid gap-6">
      <Rates />
      <BlockList />
    </div>
  );
}

function Rates() {
  const { data, error, refetch, isFetching } = useQuery(abuseProtectionQuery);
  if (error && !data) return <ErrorState {...describeError(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-64" />;
  const { guesses, signUps, held } = data;
  return (
    <>
      <Card
        title="Guesses at codes"
        description="Codes that do not exist, entered on the pages, in forms on other sites, or with the public key."
      >
        <RateLimitUsage
          rate={guesses}
          label="Wrong codes"
          open="No proof of work is asked for."
          guarded="Claims need a proof of work, which browsers do by themselves; whoever comes by the link of a mail is not asked."
        />
      </Card>
      <Card title="Sign-ups" description="By the join page, in forms on other sites, or with the public key.">
        <RateLimitUsage
          rate={signUps}
          label="Sign-ups"
          open="No proof of work is asked for."
          guarded="Sign-ups need a proof of work, which browsers do by themselves."
        />
        <p className="mt-4">
          {held === 0 ? (
            "No sign-up is held."
          ) : (
            <>
              {held === 1 ? "1 sign-up is" : `${held.toLocaleString("en")} sign-ups are`} held until somebody has looked.{" "}
              <TextLink href={withQuery(routes.leads, { standing: "held" })}>Look at {held === 1 ? "it" : "them"}</TextLink>
            </>
          )}
        </p>
        <p className="mt-1 text-muted-foreground">
          Held are sign-ups that only programs send, those of addresses to be thrown away, and those on the block list. Nobody who signs up
          is told.
        </p>
      </Card>
    </>
  );
}

const Entries = textListSchema(updateBlockListEndpoint.body, "entries");

function BlockList() {
  const { data, error, refetch, isFetching } = useQuery(blockListQuery);
  const mayChange = useCan("PUT /block-list");
  const { mutateAsync } = useApiMutation((entries: string[]) => call("PUT /block-list", { body: { entries, expected: data?.entries } }));
  if (error && !data) return <ErrorState {...describeError(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-48" />;
  const save = async (entries: string[]) => {
    const saved = await mutateAsync(entries);
    toast.success("The block list is saved");
    return saved.entries;
  };
  return (
    <TextListForm
      key={data.entries.join()}
      title="Block list"
      description="Sign-ups with these addresses, or at these domains and those below them, are held. Leads that exist already stay as they are."
      label="Addresses and domains, one to a line"
      hint="Such as mallory@example.com, or example.org."
      savedItems={data.entries}
      schema={Entries}
      onSave={save}
      readOnly={!mayChange}
      rows={6}
    />
  );
}
