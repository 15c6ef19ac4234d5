"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/shell/use-may";
import { Card } from "@/components/ui/card";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { listIn } from "@/components/ui/lines";
import { LinesForm } from "@/components/ui/lines-form";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { useChange } from "@/components/use-change";
import { changeBlockListEndpoint } from "@/contract/block-list";
import { call } from "@/contract/call";
import { narrowed, routes } from "@/lib/routes";
import { blockList, protection } from "./queries";
import { Rate } from "./rate";

/** How the public pages are guarded against programs, and who is kept out. */
export function ProtectionView() {
  return (
    <div className="grid gap-6">
      <Rates />
      <BlockList />
    </div>
  );
}

function Rates() {
  const { data, error, refetch, isFetching } = useQuery(protection);
  if (error && !data) return <ErrorState {...failureOf(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-64" />;
  const { guesses, signUps, held } = data;
  return (
    <>
      <Card
        title="Guesses at codes"
        description="Codes that do not exist, entered on the pages, in forms on other sites, or with the public key."
      >
        <Rate
          rate={guesses}
          label="Wrong codes"
          open="No proof of work is asked for."
          guarded="Claims need a proof of work, which browsers do by themselves; whoever comes by the link of a mail is not asked."
        />
      </Card>
      <Card title="Sign-ups" description="By the join page, in forms on other sites, or with the public key.">
        <Rate
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
              <TextLink href={narrowed(routes.leads, { standing: "held" })}>Look at {held === 1 ? "it" : "them"}</TextLink>
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

const Entries = listIn(changeBlockListEndpoint.body, "entries");

function BlockList() {
  const { data, error, refetch, isFetching } = useQuery(blockList);
  const mayChange = useMay("PUT /block-list");
  const { mutateAsync } = useChange((entries: string[]) => call("PUT /block-list", { body: { entries, was: data?.entries } }));
  if (error && !data) return <ErrorState {...failureOf(error)} onRetry={() => void refetch()} pending={isFetching} />;
  if (!data) return <Skeleton className="h-48" />;
  const save = async (entries: string[]) => {
    const saved = await mutateAsync(entries);
    toast.success("The block list is saved");
    return saved.entries;
  };
  return (
    <LinesForm
      key={data.entries.join()}
      title="Block list"
      description="Sign-ups with these addresses, or at these domains and those below them, are held. Leads that exist already stay as they are."
      label="Addresses and domains, one to a line"
      hint="Such as mallory@example.com, or example.org."
      kept={data.entries}
      list={Entries}
      save={save}
      readOnly={!mayChange}
      rows={6}
    />
  );
}
