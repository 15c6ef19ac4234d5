import { HydrationBoundary } from "@tanstack/react-query";
import { emailDeliveryQuery } from "@/components/email-delivery/queries";
import { EmailDeliveryView } from "@/components/email-delivery/email-delivery-view";
import { requiredRole } from "@/contract/endpoint";
import { getEmailDeliveryEndpoint } from "@/contract/email-delivery";
import * as kept from "@/core/email-delivery/settings";
import { requireStaffPage } from "@/server/staff-page";
import { seedQuery, dehydrateQueries } from "@/server/query-client";

export const metadata = { title: "Sending" };

export default async function EmailDeliveryPage() {
  const { ctx } = await requireStaffPage(requiredRole(getEmailDeliveryEndpoint));
  return (
    <HydrationBoundary state={dehydrateQueries(seedQuery(getEmailDeliveryEndpoint, emailDeliveryQuery, await kept.getEmailDelivery(ctx)))}>
      <EmailDeliveryView />
    </HydrationBoundary>
  );
}
