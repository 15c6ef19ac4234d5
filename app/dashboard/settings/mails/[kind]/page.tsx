import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { MailView } from "@/components/email-templates/mail-view";
import { mailTexts } from "@/components/email-templates/queries";
import { leastRole } from "@/contract/endpoint";
import { listMailTextsEndpoint, MailTextRecord } from "@/contract/mail";
import * as texts from "@/core/sends/texts";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

type Props = { params: Promise<{ kind: string }> };

export const metadata = { title: "Mail" };

export default async function MailPage({ params }: Props) {
  const { ctx } = await staffPage(leastRole(listMailTextsEndpoint));
  const kind = MailTextRecord.shape.kind.safeParse((await params).kind).data ?? notFound();
  return (
    <HydrationBoundary state={seeded(seed(listMailTextsEndpoint, mailTexts, await texts.listMailTexts(ctx)))}>
      <MailView kind={kind} />
    </HydrationBoundary>
  );
}
