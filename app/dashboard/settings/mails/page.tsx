import { HydrationBoundary } from "@tanstack/react-query";
import { MailsView } from "@/components/email-templates/mails-view";
import { mailTexts } from "@/components/email-templates/queries";
import { leastRole } from "@/contract/endpoint";
import { listMailTextsEndpoint } from "@/contract/mail";
import * as texts from "@/core/sends/texts";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Mails" };

export default async function MailsPage() {
  const { ctx } = await staffPage(leastRole(listMailTextsEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(listMailTextsEndpoint, mailTexts, await texts.listMailTexts(ctx)))}>
      <MailsView />
    </HydrationBoundary>
  );
}
