import { HydrationBoundary } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { MailView } from "@/components/mails/mail-view";
import { mailTexts } from "@/components/mails/queries";
import { leastRole } from "@/contract/endpoint";
import { listMailTexts, MailTextRecord } from "@/contract/mail";
import * as texts from "@/core/sends/texts";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

type Props = { params: Promise<{ kind: string }> };

export const metadata = { title: "Mail" };

export default async function MailPage({ params }: Props) {
  const { ctx } = await staffPage(leastRole(listMailTexts));
  const kind = MailTextRecord.shape.kind.safeParse((await params).kind).data ?? notFound();
  return (
    <HydrationBoundary state={seeded(seed(listMailTexts, mailTexts, await texts.listMailTexts(ctx)))}>
      <MailView kind={kind} />
    </HydrationBoundary>
  );
}
