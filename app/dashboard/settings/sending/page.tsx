import { HydrationBoundary } from "@tanstack/react-query";
import { mailSettings } from "@/components/sending/queries";
import { SendingView } from "@/components/sending/sending-view";
import { leastRole } from "@/contract/endpoint";
import { findMailSettings } from "@/contract/mail-settings";
import * as kept from "@/core/mail/settings";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Sending" };

export default async function SendingPage() {
  const { ctx } = await staffPage(leastRole(findMailSettings));
  return (
    <HydrationBoundary state={seeded(seed(findMailSettings, mailSettings, await kept.findMailSettings(ctx)))}>
      <SendingView />
    </HydrationBoundary>
  );
}
