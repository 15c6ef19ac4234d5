import { HydrationBoundary } from "@tanstack/react-query";
import { MailsView } from "@/components/mails/mails-view";
import { mailTexts } from "@/components/mails/queries";
import { leastRole } from "@/contract/endpoint";
import { listMailTexts } from "@/contract/mail";
import * as texts from "@/core/sends/texts";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Mails" };

export default async function MailsPage() {
  const { ctx } = await staffPage(leastRole(listMailTexts));
  return (
    <HydrationBoundary state={seeded(seed(listMailTexts, mailTexts, await texts.listMailTexts(ctx)))}>
      <MailsView />
    </HydrationBoundary>
  );
}
