"use client";

import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/components/shell/use-may";
import { useVisitor } from "@/components/shell/visitor";
import { ErrorState } from "@/components/ui/error-state";
import { failureOf } from "@/components/ui/failure";
import { useZodForm } from "@/components/ui/form";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { MailTextRecord } from "@/contract/mail";
import type { MailKind } from "@/contract/mail-texts";
import { routes } from "@/lib/routes";
import { MailForm } from "./mail-form";
import { wordsOf } from "./mail-schema";
import { MailWords } from "./mail-words";
import { mailTexts } from "./queries";
import { Rendering } from "./rendering";
import { isSent, mailTimes } from "./words";

/** One mail: its words, and beside them how it will look. */
export function MailView({ kind }: { kind: MailKind }) {
  const texts = useQuery(mailTexts);
  const record = texts.data?.find((each) => each.kind === kind);
  // What is being typed stays where only asking anew has failed.
  if (texts.isError && texts.data === undefined) {
    const { message, requestId } = failureOf(texts.error);
    return <ErrorState message={message} requestId={requestId} onRetry={() => void texts.refetch()} pending={texts.isFetching} />;
  }
  if (record === undefined) return <Skeleton className="h-160 rounded-lg" />;
  return (
    <>
      <When kind={kind} />
      <Editor record={record} />
    </>
  );
}

function When({ kind }: { kind: MailKind }) {
  const { project } = useVisitor();
  const leadsNowhere = kind === "claimed" && project.claimedUrl === null;
  return (
    <p className="-mb-2 max-w-3xl text-muted-foreground">
      <TextLink href={routes.settings.mails}>All mails</TextLink>
      {` · ${mailTimes[kind]}. `}
      {!isSent(kind, project) && "It is switched off under Project. "}
      {leadsNowhere && "It has no button as long as nothing is set under Project that a claim leads on to."}
    </p>
  );
}

function Editor({ record }: { record: MailTextRecord }) {
  const may = useMay("PUT /mail/texts/:kind");
  const form = useZodForm(wordsOf(record.kind), { defaultValues: record.text, asTyped: true });
  const words = form.watch();
  return (
    <div className="grid items-start gap-6 xl:grid-cols-2">
      {may ? <MailForm form={form} record={record} words={words} /> : <MailWords record={record} />}
      <Rendering kind={record.kind} words={words} />
    </div>
  );
}
