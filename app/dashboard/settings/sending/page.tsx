import { HydrationBoundary } from "@tanstack/react-query";
import { mailSettings } from "@/components/email-delivery/queries";
import { SendingView } from "@/components/email-delivery/sending-view";
import { leastRole } from "@/contract/endpoint";
import { findMailSettingsEndpoint } from "@/contract/mail-settings";
import * as kept from "@/core/email-delivery/settings";
import { staffPage } from "@/server/page";
import { seed, seeded } from "@/server/query-client";

export const metadata = { title: "Sending" };

export default async function SendingPage() {
  const { ctx } = await staffPage(leastRole(findMailSettingsEndpoint));
  return (
    <HydrationBoundary state={seeded(seed(findMailSettingsEndpoint, mailSettings, await kept.findMailSettings(ctx)))}>
      <SendingView />
    </HydrationBoundary>
  );
}
